"""The rules as a conversation in JSON lines."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.games import find
from companion.games.line_protocol import Conversation

GAME = find("balancing-aliens")
NAMES = {"names": ["Ada", "Ben"]}


def talk(*lines: Any) -> list[dict[str, Any]]:
    """The answers to some lines; what is no text is sent as JSON, and answers survive JSON."""
    conversation = Conversation(GAME)
    texts = [line if isinstance(line, str | bytes) else json.dumps(line) for line in lines]
    return [json.loads(json.dumps(conversation.answer(text, n))) for n, text in enumerate(texts, start=1)]


def test_a_set_up_shows_state_view_awaits_and_outcome() -> None:
    """Options and board values are taken over; the rest has its default."""
    (answer,) = talk({**NAMES, "options": {"aliens.fallen": "back-to-pouch"}, "board": {"points": [3, 7]}})
    assert answer["state"]["options"]["aliens.fallen"] == "back-to-pouch"
    assert answer["state"]["board"] == {"points": [3, 7], "sectors": 4, "aliens": 10}
    assert [a["kind"] for a in answer["awaits"]][:2] == ["roll", "roll"]
    assert answer["outcome"] is None


def test_actions_undo_and_correct_change_the_state() -> None:
    """Undo takes back one action, or several; a correction is an action."""
    start = [{"type": "roll", "value": 5}, {"type": "roll", "value": 2}]
    move = [{"type": "roll", "value": 3}, {"type": "place", "ring": 6, "sector": 3}]
    answers = talk(NAMES, *start, *move, {"undo": True}, {"undo": 2}, {"correct": {"fact": "score", "value": [1, 4]}})
    scores = [[seat["score"] for seat in answer["view"]["seats"]] for answer in answers]
    assert scores == [[0, 0]] * 4 + [[6, 0]] + [[0, 0]] * 2 + [[0, 4]]
    assert answers[5]["state"] == answers[3]["state"]
    assert answers[6]["view"]["phase"] == "start"


def test_a_refusal_says_code_params_rule_and_reason_and_changes_nothing() -> None:
    """One line each; the next action meets the same state."""
    set_up = {**NAMES, "state": {"aboard": [[3, 1]], "phase": "returning", "roll": 2}}
    before, refused, again = talk(set_up, {"type": "place", "ring": 5, "sector": 2}, {"view": None})
    assert refused == {
        "line": 2,
        "illegal": "sector-empty",
        "params": {"sector": 2, "sectors": [1]},
        "rule": "B25",
        "reason": "sector 2 has no aliens",
    }
    assert again["state"] == before["state"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "not JSON"),
        (b"\xff\xfe{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ('{"undo": NaN}', "NaN is no JSON number"),
        ('{"type": "roll", "value": 3, "value": 4}', "'value' is there twice"),
        ("[1]", "must be a JSON object"),
        ({}, "a line is a set-up"),
        ({"undo": "all"}, "undo must be"),
        ({"undo": True, "view": 1}, "unknown key"),
        ({"view": 2}, "seat must be"),
        ({"correct": 3}, "correct must be"),
        ({"choices": "99.place"}, "awaited now"),
        ({"names": []}, "names: must be a list of 1 to 8 players"),
        ({"names": ["Ada"], "options": {"aliens.falen": "out"}}, "no house rule 'aliens.falen'"),
        ({"names": ["Ada"], "options": {"aliens.fallen": "up"}}, "must be one of out, back-to-pouch"),
        ({"names": ["Ada"], "options": {"aliens.turn_grace_s": -1}}, "must be a number from 0 to 60"),
        ({"names": ["Ada"], "board": {"points": []}}, "points: must list"),
        ({"names": ["Ada"], "board": {"sectors": 3}}, "sectors: this game has 4"),
        ({"names": ["Ada"], "colour": 1}, "unknown key 'colour'"),
        ({"names": ["Ada"], "state": {"aboard": [[9, 9]]}}, "ring must be a whole number from 1 to 6"),
        ({"names": ["Ada"], "state": {"pouch": 3, "out": 3}}, "must be the 10 aliens there are"),
        ({"setup": 3}, "setup must be an object"),
    ],
)
def test_a_line_that_cannot_be_taken_is_one_error_and_the_game_goes_on(line: Any, reason: str) -> None:
    """The error names its line; what was played stays."""
    before, error, after = talk(NAMES, line, {"view": None})
    assert error["line"] == 2
    assert reason in error["error"]
    assert set(error) == {"line", "error"}
    assert after["state"] == before["state"]


def test_before_a_set_up_there_is_no_game() -> None:
    """The error shows what a first line looks like."""
    (error,) = talk({"type": "roll", "value": 3})
    assert error["error"].startswith("no game yet")


def test_choices_of_an_await_are_all_taken() -> None:
    """They can be sent as they are."""
    set_up = {**NAMES, "state": {"roll": 6}}
    shown, offered = talk(set_up, {"choices": "1.place"})
    assert len(offered["choices"]) == 24
    assert all("illegal" not in talk(set_up, choice)[1] for choice in offered["choices"])
    assert shown["awaits"][0]["id"] == "1.place"


def test_an_injected_state_needs_only_what_matters() -> None:
    """Names may come from the set-up or the seats; a whole state comes back as it was sent."""
    (short,) = talk({"names": ["Ada", "Ben"], "state": {"seats": [{"score": 7}], "aboard": [[1, 1]], "out": 2}})
    assert [seat["name"] for seat in short["view"]["seats"]] == ["Ada", "Ben"]
    assert (short["view"]["pouch"], short["view"]["seats"][0]["score"], short["view"]["turn"]) == (7, 7, 0)
    (whole,) = talk({"state": short["state"]})
    assert whole["state"] == short["state"]


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"options": {"aliens.turn_grace_s": 10**400}}, "aliens.turn_grace_s"),
        ({"options": {"aliens.turn_grace_s": 1e300}}, "aliens.turn_grace_s"),
        ({"board": {"foot_radius_mm": 10**400}}, "foot_radius_mm"),
        ({"names": ["A\x00"]}, "names"),
        ({"names": ["\u200b"]}, "names"),
        ({"names": ["\u202eevil"]}, "names"),
        ({"names": ["\ud800"]}, "names"),
    ],
)
def test_a_set_up_that_cannot_be_is_one_error_and_the_conversation_goes_on(change: dict[str, Any], key: str) -> None:
    """Numbers of any size and names of any characters: the error names what to change."""
    refused, fine = talk({**NAMES, **change}, NAMES)
    assert key in refused["error"]
    assert [seat["name"] for seat in fine["view"]["seats"]] == NAMES["names"]


def test_a_name_may_be_in_any_script() -> None:
    """What can be shown is taken, joined emoji too; a late comer's name is held to the same."""
    names = ["Zo\u00eb", "\u5c0f\u660e", "\U0001f469\u200d\U0001f680"]
    start, refused = talk({"names": names}, {"type": "join", "name": "a\nb"})
    assert [seat["name"] for seat in start["view"]["seats"]] == names
    assert refused["illegal"] == "malformed"


@pytest.mark.parametrize(
    "line",
    [
        '{"setup": {"names": ["Ada"]}, "view": 0}',
        '{"correct": {"type": "roll", "fact": "score", "value": [0, 4]}}',
        '{"undo": ' + "1" * 4001 + "}",
        '{"names": ["Ada"], "state": {"board": {"points": [1], "rings": 1}}}',
    ],
)
def test_what_would_be_left_out_silently_is_an_error(line: str) -> None:
    """A second key beside a set-up, a type inside a correction, a number beyond all numbers, a typo in a board."""
    _, answer = talk(NAMES, line)
    assert set(answer) == {"line", "error"}
    assert "\n" not in answer["error"]
