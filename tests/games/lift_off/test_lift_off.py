"""Lift Off!, rule by rule where a scenario file would be too coarse; whole stories are told by the scenario files."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import boards, find
from companion.games.contract import Outcome, SetUpError
from companion.games.liftoff.board import KINDS
from companion.games.liftoff.variants import CARDS, RESOURCE_CARDS

GAME = find("lift-off")
STAND = {"type": "stand", "point": "p1"}
END = {"type": "end-turn"}


def card(name: str, **fields: Any) -> dict[str, Any]:
    """An Action card."""
    return {"type": "card", "card": name, **fields}


def scores(state: Any) -> list[int]:
    """Saved aliens by seat."""
    return [player.saved for player in state.players]


def test_the_deck_has_a_hundred_cards() -> None:
    """64 Resource and 36 Action cards, as the rulebook counts them."""
    assert (sum(RESOURCE_CARDS.values()), sum(CARDS.values())) == (64, 36)
    assert list(CARDS.values()) == [8, 2, 2, 8, 2, 2, 4, 8]


@pytest.mark.parametrize(("variant", "without"), [("standard", 0), ("family", 4), ("no-time", 0)])
def test_a_variant_takes_its_cards_out(position: Any, variant: str, without: int) -> None:
    """Family Fun plays without Tornado and Electric Storm."""
    assert position(options={"liftoff.variant": variant}).rules.deck() == 100 - without


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_play_goes_down_the_list_of_names_and_the_moon_with_it(position: Any, play: Any, players: int) -> None:
    """Names are given clockwise; Lift Off is played counter-clockwise."""
    state = position(names="ABCDE"[:players])
    turns = []
    for _ in range(players + 1):
        turns.append(state.turn)
        state = play(state, END)
    assert turns == [0, *range(players - 1, -1, -1)]
    assert state.moon == players + 1


@pytest.mark.parametrize("players", [0, 1, 6])
def test_two_to_five_can_play(sample: Any, players: int) -> None:
    """One player fewer or more is a set-up that cannot be."""
    with pytest.raises(SetUpError, match="names: must be a list of 2 to 5 players"):
        GAME.start(["X"] * players, {}, sample)


def test_a_day_is_a_round_of_the_moon(position: Any, play: Any) -> None:
    """The Sun moves each time the Moon reaches the Star, and the planet explodes at the end of the track."""
    state = position(sun=0)
    days = [state.sun]
    while state.phase == "play":
        state = play(state, *[END] * 8)
        days.append(state.sun)
    assert days == list(range(8))
    assert state.reason == "explosion"


def test_several_points_that_launch_together_are_one_launch(position: Any, play: Any) -> None:
    """The Moon's step is Full for the one and New for the other: both have finished, and Resource cards decide."""
    rocket = {"kind": "rocket-ship", "standing": [0], "paid": {"fuel": 6, "screw": 6}}
    ufo = {"kind": "ufo", "standing": [1], "paid": {"fuel": 4, "screw": 2}}
    state = play(position(rocket, "bonfire", ufo, seats=[{"saved": 9}, {"saved": 9}]), END)
    assert (scores(state), state.phase, state.reason) == ([10, 10], "tie-break", "all-saved")


def test_a_launch_at_the_moon_step_counts_for_the_mover(position: Any, play: Any) -> None:
    """The game may end in the Moon step of somebody else's turn."""
    rocket = {"kind": "rocket-ship", "standing": [1], "paid": {"fuel": 6, "screw": 6}}
    state = play(position(rocket, seats=[{"saved": 2}, {"saved": 9}]), END)
    assert GAME.outcome(state) == Outcome(((1,), (0,)), "all-saved")


def test_a_miracle_does_not_wait_for_who_has_just_finished(position: Any, play: Any) -> None:
    """Family Fun: the launch that finishes one player completes the Miracle of the others."""
    satellite, miracle = {"kind": "satellite", "standing": [0]}, {"kind": "miracle", "standing": [1]}
    state = position(satellite, miracle, options={"liftoff.variant": "family"}, seats=[{"saved": 9}, {}])
    state = play(state, {"type": "pay", "point": "p1", "screw": 6})
    assert (scores(state), state.finished) == ([10, 1], ((0,),))


@pytest.mark.parametrize("kind", KINDS)
def test_the_garglore_keeps_every_point_down(position: Any, play: Any, refused: Any, kind: str) -> None:
    """Nothing launches under him; what is tried there is refused."""
    tile = {"kind": kind, "standing": [0], "paid": {"fuel": 6, "screw": 6}}
    state = position(tile, garglore=0, forced="full")
    for phase in ("full", "new", None):
        state = play(state, {"type": "correct", "fact": "forced", "value": phase})
    assert scores(state) == [0, 0]
    assert refused(state, {"type": "attempt", "point": "p1"}) in {"garglore-there", "nothing-to-try"}


@pytest.mark.parametrize(
    ("kind", "phase", "needed"),
    [("bonfire", "full", 3), ("bonfire", None, 2), ("bonfire", "new", 1), ("trampoline", "full", 1), ("trampoline", "new", 3)],
)
@pytest.mark.parametrize("rockets", [0, 1, 2, 3])
def test_the_die_launches_from_its_threshold_on(
    position: Any, play: Any, kind: str, phase: str | None, needed: int, rockets: int
) -> None:
    """One rocket or more, two or more, three; an X never."""
    state = position({"kind": kind, "standing": [0, 1]}, forced=phase)
    state = play(state, {"type": "attempt", "point": "p1"}, {"type": "roll", "value": rockets})
    assert scores(state) == ([1, 1] if rockets >= needed else [0, 0])
    assert state.phase == "play"
    assert state.tile(0).standing == (() if rockets >= needed or kind == "trampoline" else (0, 1))


def test_the_slingshot_throws_one_after_the_other(position: Any, play: Any) -> None:
    """Each placement sends the one before it off, own or not."""
    state = position("slingshot", seats=[{"lying": {"p1": 3}}, {}])
    state = play(state, *[{**STAND, "fuel": 1, "screw": 1}] * 3)
    assert scores(state) == [2, 0]
    assert state.tile(0).standing == (0,)


def test_hands_are_secret(position: Any) -> None:
    """Even the size of a hand is shown to its own seat only."""
    state = position(options={"liftoff.count_cards": True})
    shown = [[seat["cards"] for seat in GAME.view(state, viewer)["seats"]] for viewer in (None, 0, 1)]
    assert shown == [[None, None], [2, None], [None, 2]]


def test_cards_are_conserved_where_they_are_counted(position: Any, play: Any, refused: Any) -> None:
    """A payment lies at the point, and comes back to the piles with the launch."""
    state = position({"kind": "satellite", "standing": [1]}, options={"liftoff.count_cards": True}, seats=[{"cards": 9}, {}])
    state = play(state, {"type": "pay", "point": "p1", "screw": 5})
    assert (state.players[0].cards, state.tile(0).paid.screw) == (4, 5)
    assert refused(state, {"type": "pay", "point": "p1", "screw": 5}) == "not-enough-cards"
    state = play(state, {"type": "pay", "point": "p1", "screw": 1}, card("electric-storm"))
    assert [player.cards for player in state.players] == [0, 0]
    assert scores(state) == [0, 1]


def test_the_table_says_where_the_board_is_silent(position: Any, play: Any, kinds: Any) -> None:
    """Asked once for a place of the Moon; another place is another question."""
    board = {"phases": {p: ["?"] * 6 for p in ("p1", "p2", "p3", "p4")}}
    ufo = {"kind": "ufo", "standing": [0], "paid": {"fuel": 4, "screw": 2}}
    state = position(ufo, board=board)
    assert kinds(state)[0] == "launch"
    state = play(state, {"type": "launch", "lifts": False}, {"type": "move", "was": "core", "now": "e1"})
    assert kinds(state)[0] == "end-turn"
    state = play(state, card("move-the-moon", by=1))
    assert kinds(state)[0] == "launch"
    state = play(state, {"type": "launch", "lifts": False}, card("asteroids"))
    assert scores(state) == [1, 0]


def test_a_question_does_not_lose_what_was_to_follow(position: Any, play: Any, kinds: Any) -> None:
    """Stargate, its replacement and the next turn all come after one end-turn."""
    state = play(position("stargate", moon=7, garglore=2), END)
    assert (kinds(state)[0], state.garglore, state.turn) == ("roll", None, 0)
    state = play(state, {"type": "roll", "value": 3})
    assert kinds(state)[0] == "tile"
    state = play(state, {"type": "tile", "point": "p1", "kind": "slingshot"})
    assert (kinds(state)[0], state.turn, state.gone) == ("end-turn", 1, ("stargate",))


def test_awaits_keep_their_ids_while_the_turn_lasts(position: Any, play: Any) -> None:
    """A tablet that moves an alien does not take the end-turn button from another."""
    state = position()
    before = {a.kind: a.id for a in GAME.awaits(state)}
    state = play(state, {"type": "move", "was": "core", "now": "e1"})
    assert {a.kind: a.id for a in GAME.awaits(state)}["end-turn"] == before["end-turn"]
    state = play(state, END)
    assert {a.kind: a.id for a in GAME.awaits(state)}["end-turn"] != before["end-turn"]


def test_a_ruling_passes_over_what_was_asked(position: Any, play: Any) -> None:
    """The next turn begins although nobody said what the Stargate showed."""
    state = play(position("stargate", moon=7), END, {"type": "move", "was": "core", "now": "e1", "ruling": True})
    assert (state.turn, state.ask) == (1, None)
    assert state.players[1].lying[:2] == (9, 1)


def test_a_ruling_takes_an_unanswered_launch_for_none(position: Any, play: Any, kinds: Any) -> None:
    """The question is not put again before the Moon has moved."""
    board = {"phases": {p: ["?"] * 6 for p in ("p1", "p2", "p3", "p4")}}
    ufo = {"kind": "ufo", "standing": [0], "paid": {"fuel": 4, "screw": 2}}
    state = position(ufo, board=board)
    state = play(state, {"type": "move", "was": "core", "now": "p3", "ruling": True})
    assert (state.ask, scores(state)) == (None, [0, 0])
    assert kinds(play(state, END))[0] == "launch"


def test_a_correction_that_completes_a_launch_launches(position: Any, play: Any) -> None:
    """Corrected facts mean for the game what played ones would."""
    state = position({"kind": "satellite", "standing": [1]})
    state = play(state, {"type": "correct", "fact": "paid", "value": ["p1", {"screw": 6}]})
    assert scores(state) == [0, 1]


@pytest.mark.parametrize(
    ("fact", "value", "code"),
    [
        ("score", [0, 11], "bad-value"),
        ("sun", 7, "bad-value"),
        ("moon", 8, "bad-value"),
        ("garglore", "p5", "malformed"),
        ("points", ["ufo", "ufo", "miracle", "bonfire"], "malformed"),
        ("lying", [0, {"e1": 11}], "bad-value"),
        ("lying", [0, {"core": 3}], "too-many-aliens"),
        ("standing", ["p1", [0] * 11], "too-many-aliens"),
        ("phase", "over", "malformed"),
        ("weather", 1, "malformed"),
    ],
)
def test_a_correction_that_cannot_be_is_refused(position: Any, refused: Any, fact: str, value: Any, code: str) -> None:
    """Nothing on the table can be so."""
    assert refused(position(), {"type": "correct", "fact": fact, "value": value}) == code


def test_a_game_that_is_over_can_be_reopened(position: Any, play: Any, refused: Any) -> None:
    """The score was wrong: set it right, and go on."""
    state = play(position(sun=6, moon=7, seats=[{"saved": 1}, {}]), END)
    assert refused(state, END) == "over"
    state = play(state, {"type": "correct", "fact": "phase", "value": "play"}, END)
    assert (state.phase, state.sun, state.turn) == ("play", 6, 1)


def test_teams_need_four_players(sample: Any) -> None:
    """Two teams of two."""
    with pytest.raises(SetUpError, match="needs 4 players"):
        GAME.start(["A", "B", "C"], {"liftoff.variant": "teams"}, sample)


def test_the_first_game_has_its_tiles_at_once(sample: Any) -> None:
    """Only the first player is still to be told."""
    state = GAME.start(["A", "B"], {"liftoff.set_up": "first-game"}, sample)
    assert [tile.kind for tile in state.points] == ["jetpack", "bonfire", "satellite", "rocket-ship"]
    assert [a.kind for a in GAME.awaits(state)][:3] == ["roll", "roll", "first"]


def test_the_electronic_die_stands_in_for_the_printed_ones(position: Any, play: Any) -> None:
    """The await says what its six faces mean."""
    state = play(position({"kind": "bonfire", "standing": [0]}), {"type": "attempt", "point": "p1"})
    assert GAME.awaits(state)[0].domain["faces"] == [0, 1, 1, 2, 2, 3]
    state = play(position("stargate", moon=7), END)
    assert GAME.awaits(state)[0].domain["faces"] == [1, 2, 3, 4, 5, 6]
    blank = {key: value for key, value in boards.sample_json(GAME).items() if not key.endswith("_die")}
    state = GAME.from_json({**GAME.to_json(state), "board": blank})
    assert GAME.awaits(state)[0].domain["faces"] is None


def test_an_injected_position_that_can_launch_has_launched(position: Any) -> None:
    """Takeoff is at once when the requirement is met, and may be the end of the game."""
    full = {"kind": "satellite", "standing": [0, 1], "paid": {"screw": 6}}
    assert scores(position(full)) == [1, 1]
    assert position(full, seats=[{"saved": 9}, {}]).reason == "all-saved"


@pytest.mark.parametrize(
    ("rule", "lying", "payers"), [("anyone", {}, [0, 1]), ("on-platform", {"p1": 1}, [1]), ("at-point", {"p1": 1}, [0, 1])]
)
def test_who_pays_holds_for_the_teleport_too(
    position: Any, play: Any, refused: Any, rule: str, lying: dict[str, int], payers: list[int]
) -> None:
    """Those on it may always pay; the player on turn only where the house lets them."""
    teleport = {"kind": "teleport", "standing": [1]}
    options = {"liftoff.who_pays": rule}
    state = position(teleport, options=options, forced="new", seats=[{"lying": {"core": 10 - len(lying), **lying}}, {}])
    for seat in (0, 1):
        told = {"type": "attempt", "point": "p1", "paid": [[seat, 1]]}
        if seat in payers:
            assert scores(play(state, told)) == [0, 1]
        else:
            assert refused(state, told) == "not-yours-to-pay"
    attempt = next(a for a in GAME.awaits(state) if a.kind == "attempt")
    assert all(scores(play(state, choice)) == [0, 1] for choice in GAME.choices(state, attempt))


@pytest.mark.parametrize(
    ("tile", "seat"),
    [
        ({"kind": "ufo", "stand": [0]}, {}),
        ({"kind": "ufo", "paid": {"fuels": 3}}, {}),
        ("ufo", {"score": 3}),
        ("ufo", {"name": "A" * 25}),
    ],
)
def test_a_typo_inside_an_injected_state_is_refused(position: Any, tile: Any, seat: Any) -> None:
    """A field that is silently left out would be a wrong position."""
    with pytest.raises(SetUpError, match=r"^state: [^\n]+$"):
        position(tile, seats=[seat, {}])


def test_who_left_an_alien_on_the_miracle_takes_nobodys_place(position: Any, play: Any) -> None:
    """Those still playing all find room beside it, and it launches with the last of them."""
    miracle = {"kind": "miracle", "standing": [2]}
    at_hand = [{"lying": {"core": 9, "p1": 1}}, {"lying": {"core": 9, "p1": 1}}, {"present": False}]
    state = play(position(miracle, names="ABC", seats=at_hand), {"type": "stand", "point": "p1"}, END)
    assert scores(play(state, {"type": "stand", "point": "p1"})) == [1, 1, 1]


def test_a_supernova_ends_with_the_turn_of_who_played_it(position: Any, play: Any) -> None:
    """Even where that player leaves in the middle of the turn."""
    state = play(position(names="ABC"), {"type": "card", "card": "supernova"}, {"type": "leave", "seat": 0})
    assert (state.turn, state.forced) == (2, None)


def test_who_leaves_while_the_die_is_awaited_ends_the_turn_once_it_lies(position: Any, play: Any) -> None:
    """The roll that was paid for counts; nobody has to end an absent player's turn, and the Moon stays."""
    state = play(position({"kind": "bonfire", "standing": [0]}, names="ABC"), {"type": "attempt", "point": "p1"})
    state = play(state, {"type": "leave", "seat": 0})
    assert state.ask is not None
    state = play(state, {"type": "roll", "value": 3})
    assert (scores(state), state.turn, state.moon) == ([1, 0, 0], 2, 0)


def test_leaving_while_the_star_asks_passes_the_turn_on_once(position: Any, play: Any) -> None:
    """The Moon step had already begun: nobody is skipped."""
    state = play(position("stargate", names="ABC", moon=7), END, {"type": "leave", "seat": 0}, {"type": "roll", "value": 1})
    assert (state.turn, state.ask) == (2, None)


def test_a_partners_cards_are_offered_too(position: Any) -> None:
    """In teams every answer to the await of cards is enumerated, the partner's with their seat; not an absent partner's."""
    options = {"liftoff.variant": "teams"}
    state = position(names="ABCD", options=options)
    card = next(a for a in GAME.awaits(state) if a.kind == "card")
    assert {action.get("seat", 0) for action in GAME.choices(state, card)} == {0, 2}
    alone = position(names="ABCD", options=options, seats=[{}, {}, {"present": False}, {}])
    card = next(a for a in GAME.awaits(alone) if a.kind == "card")
    assert card.domain["seats"] == [0]


@pytest.mark.parametrize(
    ("fact", "value", "shown"),
    [
        ("moon", 3, ("moon", 3)),
        ("sun", 0, ("sun", 0)),
        ("sun", None, ("days_left", None)),
        ("garglore", "p2", ("garglore", "p2")),
    ],
)
def test_the_sky_can_be_corrected_before_the_first_turn(
    sample: Any, play: Any, fact: str, value: Any, shown: tuple[str, Any]
) -> None:
    """The tokens stand where the table says, tiles told or not."""
    state = play(GAME.start(["A", "B"], {}, sample), {"type": "correct", "fact": fact, "value": value})
    assert GAME.view(state, None)[shown[0]] == shown[1]
    assert state.phase == "start"
