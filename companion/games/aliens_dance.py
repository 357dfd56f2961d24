"""The Alien's Dance: its house rules and the functions every game answers. The rules themselves live in `dance/`.

A roll says the ring, the first alien placed chooses the sector, every alien brought there is a point (`dance/turns.py`);
falls cost (`dance/falls.py`). Every decision the rulebook leaves open has an id, B1 to B13 and D1 to D13, explained on
`aliens_dance.md` beside this file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.boards import parse_side
from companion.games.contract import Game, Json, Outcome, SetUpError, Switch
from companion.games.dance import codec, prompts
from companion.games.dance.actions import perform
from companion.games.dance.corrections import FACTS
from companion.games.dance.state import HouseRules, State
from companion.games.options import check_names, settle_options
from companion.games.refusal import act_by
from companion.games.ship_play.seats import MOST_PLAYERS, NO_YES, SHARED_SWITCHES, Player, ranked
from companion.games.ship_play.start_roll import begin_if_settled

__all__ = ["GAME"]

_SECTORS = 4

SWITCHES = (
    *SHARED_SWITCHES,
    Switch("dance.floor_zero", default=True, decision="D1", values=NO_YES),
    Switch("dance.same_sector_source", default=False, decision="D4", values=NO_YES),
    Switch("dance.100_ends", "now", "D10", ("now", "end-of-round")),
)


def start(seats: Sequence[str], options: Mapping[str, Json], board: Json) -> State:
    """A new game: no alien aboard, start rolls awaited."""
    names = check_names(seats, (1, MOST_PLAYERS))
    shape = parse_side(board, "dance").shape
    if shape.sectors != _SECTORS:
        raise SetUpError(f"sectors: this game has {_SECTORS}")
    if len(shape.points) != codec.RINGS:
        raise SetUpError(f"ring_edges_mm: this game has {codec.RINGS} rings, one for each roll of the die")
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
    """Most points win; equal scores share their place (B12). None while the dance goes on."""
    return None if state.phase != "over" or state.reason is None else Outcome(ranked(state), state.reason)


def from_json(data: Mapping[str, Json]) -> State:
    """Read a state back; SetUpError names the field that cannot be."""
    return codec.from_json(data, SWITCHES)


GAME = Game(
    id="aliens-dance",
    rules_version=1,
    seats=(1, MOST_PLAYERS),
    senses=("ship", "die", "buttons"),
    switches=SWITCHES,
    facts=FACTS,
    sample_board="aliens-dance.toml",
    start=start,
    act=act_by(perform),
    awaits=prompts.awaits,
    choices=prompts.choices,
    outcome=outcome,
    view=prompts.view,
    to_json=codec.to_json,
    from_json=from_json,
)
