"""Close Encounters of the Third Kind: its house rules and the functions every game answers. The rules live in `encounters/`.

Pieces travel between Devil's Tower and the Mother Ship; traps circled in secret put chips on the board, and the fifth wins.
Every decision the rulebook leaves open has an id, K1 to K33, explained on `close_encounters.md` beside this file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.contract import Game, Json, Outcome, Switch
from companion.games.encounters import board as boards
from companion.games.encounters import codec, prompts
from companion.games.encounters.actions import perform
from companion.games.encounters.corrections import FACTS
from companion.games.encounters.people import FEWEST_PLAYERS, MOST_PLAYERS
from companion.games.encounters.start import new_game
from companion.games.encounters.state import HouseRules, State
from companion.games.encounters.view import covered, view
from companion.games.options import check_names, settle_options
from companion.games.refusal import act_by

__all__ = ["GAME"]

_NO_YES = (False, True)

SWITCHES = (
    Switch("ce.safe_twice_forbidden", default=False, decision="K30", values=_NO_YES),
    Switch("ce.enter_chip_square", default=False, decision="K2", values=_NO_YES),
    Switch("ce.share_square", "no", "K7", ("no", "yes", "to-land")),
    Switch("ce.approach", "free", "K9", ("free", "never-farther", "nearer")),
    Switch("ce.walk_on_after_arrival", default=False, decision="K12", values=_NO_YES),
    Switch("ce.circle_under_piece", default=True, decision="K15", values=_NO_YES),
    Switch("ce.double_fifth_chip", "shared", "K26", ("shared", "nearest-left")),
)


def start(seats: Sequence[str], options: Mapping[str, Json], board: Json) -> State:
    """A new game: all pieces on Devil's Tower; start rolls and circles awaited."""
    names = check_names(seats, (FEWEST_PLAYERS, MOST_PLAYERS))
    rules = HouseRules.from_options(settle_options(SWITCHES, options))
    return new_game(names, rules, boards.parse(board))


def outcome(state: State) -> Outcome | None:
    """Who completed the tune first; the others by the chips they placed. None while the game goes on."""
    if state.phase != "over" or state.reason is None:
        return None
    others = [seat for seat in range(len(state.players)) if seat not in state.winners]
    scores = sorted({state.players[seat].score for seat in others}, reverse=True)
    rest = tuple(tuple(seat for seat in others if state.players[seat].score == score) for score in scores)
    return Outcome((tuple(sorted(state.winners)), *rest), state.reason)


def from_json(data: Mapping[str, Json]) -> State:
    """Read a state back; SetUpError names the field that cannot be."""
    return codec.from_json(data, SWITCHES)


GAME = Game(
    id="close-encounters",
    rules_version=1,
    seats=(FEWEST_PLAYERS, MOST_PLAYERS),
    senses=("die", "buttons"),
    switches=SWITCHES,
    facts=FACTS,
    sample_board="close-encounters.toml",
    start=start,
    act=act_by(perform),
    awaits=prompts.awaits,
    choices=prompts.choices,
    outcome=outcome,
    view=view,
    to_json=codec.to_json,
    from_json=from_json,
    secrets=("circle", "erase"),
    covered=covered,
)
