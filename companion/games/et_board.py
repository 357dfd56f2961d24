"""E.T. The Extra-Terrestrial, the board game: its house rules and the functions every game answers. See `etboard/`.

All players move one E.T. round the rings towards his Landing Site; who helps him most wins. What the real board has printed is
a survey (`etboard/board.py`); every decision the rulebook leaves open has an id, E1 to E42, on `et_board.md` beside this file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from companion.games.contract import Game, Json, Outcome, SetUpError, Switch
from companion.games.etboard import board as boards
from companion.games.etboard import codec, prompts
from companion.games.etboard.actions import perform
from companion.games.etboard.corrections import FACTS
from companion.games.etboard.state import SEATS, HouseRules, Player, State, costumes_for
from companion.games.etboard.view import view
from companion.games.options import check_names, settle_options
from companion.games.refusal import act_by

__all__ = ["GAME"]

SWITCHES = (
    Switch("et.follow_board", "if-verified", "the game's page, the board file", ("if-verified", "always", "never")),
    Switch("et.match_after_flight", "left-of-guesser", "E1", ("left-of-guesser", "another-turn", "if-mover-guessed")),
    Switch("et.arrow_compulsory", default=True, decision="E25", values=(True, False)),
    Switch("et.blocked_arrow_pays", default=False, decision="E27", values=(False, True)),
    Switch("et.hide_kind", "title", "E19", ("title", "number", "fixed-or-roll")),
)


def start(seats: Sequence[str], options: Mapping[str, Json], board: Json) -> State:
    """A new game: E.T. on his start space, whose text does not count (E42), and who goes first is awaited."""
    names = check_names(seats, SEATS)
    rules = HouseRules.from_options(settle_options(SWITCHES, options))
    rings = boards.parse(board)
    if rules.follow_board == "always" and not rings.complete:
        missing = ", ".join(str(n) for n, ring in enumerate(rings.rings, start=1) if not ring)
        raise SetUpError(f"options: et.follow_board cannot be always: no survey has ring {missing}")
    space = rings.start if rules.follows(rings) else None
    return State(rules, rings, tuple(Player(name) for name in names), costumes_for(len(names)), space=space)


def outcome(state: State) -> Outcome | None:
    """Most chips first, whoever brought E.T. home; all who are tied share (E40)."""
    if state.phase != "over":
        return None
    ranked = sorted(range(len(state.players)), key=lambda seat: -state.players[seat].chips)
    groups = groupby(ranked, key=lambda seat: state.players[seat].chips)
    return Outcome(tuple(tuple(group) for _, group in groups), "landed")


def from_json(data: Mapping[str, Json]) -> State:
    """Read a state back; SetUpError names the field that cannot be."""
    return codec.from_json(data, SWITCHES)


GAME = Game(
    id="et-board",
    rules_version=1,
    seats=SEATS,
    senses=("die", "buttons"),
    switches=SWITCHES,
    facts=FACTS,
    sample_board="et-board.toml",
    start=start,
    act=act_by(perform),
    awaits=prompts.awaits,
    choices=prompts.choices,
    outcome=outcome,
    view=view,
    to_json=codec.to_json,
    from_json=from_json,
)
