"""`companion rules lift-off`: the same conversation as every game's."""

from __future__ import annotations

import json
from typing import Any

from companion.games import find
from companion.games.line_protocol import Conversation


def talk(*lines: Any) -> list[dict[str, Any]]:
    """The answers to these lines."""
    conversation = Conversation(find("lift-off"))
    return [json.loads(json.dumps(conversation.answer(json.dumps(line), n))) for n, line in enumerate(lines, start=1)]


def test_a_game_is_set_up_played_refused_and_undone() -> None:
    """Names, tiles, a move, a refusal in words, an undo."""
    answers = talk(
        {"names": ["Ada", "Ben"], "options": {"liftoff.set_up": "first-game"}},
        {"type": "first", "seat": 1},
        {"type": "move", "was": "core", "now": "e1"},
        {"type": "move", "was": "core", "now": "p1"},
        {"undo": True},
    )
    assert [answer.get("illegal") for answer in answers] == [None, None, None, "too-far", None]
    assert answers[3]["reason"] == "p1 is not next to core; next are ['e1', 'e2', 'e3', 'e4']"
    assert [answers[n]["view"]["moves"] for n in (1, 2, 4)] == [2, 1, 2]


def test_a_position_with_board_values_of_ones_own() -> None:
    """Unset values of the sample can be told inline."""
    state = {"points": ["jetpack", "ufo", "miracle", "bonfire"], "seats": [{"lying": {"p1": 1}}, {}]}
    answers = talk(
        {"names": ["Ada", "Ben"], "state": state, "board": {"jetpack": {"half": 2}}},
        {"type": "stand", "point": "p1"},
        {"names": ["Ada", "Ben"], "board": {"moon": "cheese"}},
        {"names": ["Ada"]},
    )
    assert answers[0]["view"]["points"]["p1"]["price"]["fuel"] == 2
    assert answers[1]["view"]["seats"][0]["score"] == 1
    assert answers[2]["error"].startswith("moon: no such key")
    assert answers[3]["error"] == "names: must be a list of 2 to 5 players"


def test_every_choice_offered_can_be_taken() -> None:
    """The choices of a die are its faces."""
    state = {"points": ["stargate", "ufo", "miracle", "bonfire"], "moon": 7}
    answers = talk({"names": ["Ada", "Ben"], "state": state}, {"type": "end-turn"})
    awaited = answers[1]["awaits"][0]
    assert (awaited["kind"], awaited["domain"]["names"][5]) == ("roll", "lift-off")
