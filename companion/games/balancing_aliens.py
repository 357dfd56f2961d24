"""Balancing Aliens: its house rules and the functions every game answers. The rules themselves live in `aliens/`.

Phase 1 sends the aliens out to the ship's sectors, phase 2 brings them back; falls cost (`aliens/crash.py`).
Every decision the rulebook leaves open has an id, B1 to B33, explained on `balancing_aliens.md` beside this file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.aliens import codec, prompts
from companion.games.aliens.actions import perform
from companion.games.aliens.corrections import FACTS
from companion.games.aliens.state import HouseRules, State
from companion.games.boards import parse_side
from companion.games.contract import Game, Json, Outcome, SetUpError, Switch
from companion.games.options import check_names, settle_options
from companion.games.refusal import act_by
from companion.games.ship_play.seats import MOST_PLAYERS, NO_YES, SHARED_SWITCHES, Player, ranked
from companion.games.ship_play.start_roll import begin_if_settled

__all__ = ["GAME"]

_SECTORS = 4

SWITCHES = (
    *SHARED_SWITCHES,
    Switch("aliens.slip_is_fall", default=True, decision="B29", values=NO_YES),
    Switch("aliens.phase1_wipeout_ends", default=False, decision="B21", values=NO_YES),
)


def start(seats: Sequence[str], options: Mapping[str, Json], board: Json) -> State:
    """A new game: all aliens in the pouch, start rolls awaited."""
    names = check_names(seats, (1, MOST_PLAYERS))
    shape = parse_side(board, "balancing").shape
    if shape.sectors != _SECTORS:
        raise SetUpError(f"sectors: this game has {_SECTORS}, one for each of the rolls 1 to {_SECTORS}")
    state = State(
        rules=HouseRules.from_options(settle_options(SWITCHES, options)),
        points=shape.points,
        sectors=shape.sectors,
        aliens=shape.aliens,
        players=tuple(Player(name) for name in names),
        pouch=shape.aliens,
    )
    return begin_if_settled(state)


def outcome(state: State) -> Outcome | None:
    """Most points win; equal scores share their place (B12). None while the game goes on."""
    return None if state.phase != "over" or state.reason is None else Outcome(ranked(state), state.reason)


def from_json(data: Mapping[str, Json]) -> State:
    """Read a state back; SetUpError names the field that cannot be."""
    return codec.from_json(data, SWITCHES)


GAME = Game(
    id="balancing-aliens",
    rules_version=1,
    seats=(1, MOST_PLAYERS),
    senses=("ship", "die", "buttons"),
    switches=SWITCHES,
    facts=FACTS,
    sample_board="balancing-aliens.toml",
    start=start,
    act=act_by(perform),
    awaits=prompts.awaits,
    choices=prompts.choices,
    outcome=outcome,
    view=prompts.view,
    to_json=codec.to_json,
    from_json=from_json,
)
