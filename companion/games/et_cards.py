"""The E.T. card game: its house rules and the functions every game answers. The rules live in `etcards/`.

The companion keeps what lies open: lay-outs and piles. The bluffing stays at the table, and which card is in which hand is
never told to it. Every decision the rules card leaves open has an id, C1 to C23, on `et_cards.md` beside this file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.contract import Game, Json, Outcome, SetUpError, Switch
from companion.games.etcards import codec, prompts
from companion.games.etcards.actions import perform
from companion.games.etcards.corrections import FACTS
from companion.games.etcards.state import SEATS, HouseRules, Player, State
from companion.games.etcards.view import view
from companion.games.options import check_names, settle_options
from companion.games.refusal import act_by

__all__ = ["GAME"]

SWITCHES = (
    Switch("etcards.keep", "per-card", "C7", ("per-card", "all-or-nothing")),
    Switch("etcards.refuse_gevaar", default=True, decision="C8", values=(True, False)),
)


def start(seats: Sequence[str], options: Mapping[str, Json], board: Json) -> State:
    """A new game: 35 cards in the draw pile, and who starts is awaited. There is no board."""
    if board:
        raise SetUpError("board: this game has none")
    rules = HouseRules.from_options(settle_options(SWITCHES, options))
    return State(rules, tuple(Player(name) for name in check_names(seats, SEATS)))


def outcome(state: State) -> Outcome | None:
    """Whoever has the four adventures and no GEVAAR has won; among the others nobody ranks."""
    if state.phase != "over" or state.winner is None:
        return None
    others = tuple(seat for seat in range(len(state.players)) if seat != state.winner)
    return Outcome(((state.winner,), others), "four-adventures")


def from_json(data: Mapping[str, Json]) -> State:
    """Read a state back; SetUpError names the field that cannot be."""
    if data.get("board"):
        raise SetUpError("state: board: this game has none")
    return codec.from_json(data, SWITCHES)


GAME = Game(
    id="et-cards",
    rules_version=1,
    seats=SEATS,
    senses=("buttons",),
    switches=SWITCHES,
    facts=FACTS,
    sample_board="",
    start=start,
    act=act_by(perform),
    awaits=prompts.awaits,
    choices=prompts.choices,
    outcome=outcome,
    view=view,
    to_json=codec.to_json,
    from_json=from_json,
)
