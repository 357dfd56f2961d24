"""Lift Off! Get me off this Planet!: its house rules and the functions every game answers. The rules live in `liftoff/`.

Aliens leave an exploding planet from four of ten Lift Off Points, helped by the Moon. What a real board has printed is a
survey (`liftoff/board.py`); every decision the rulebook leaves open has an id, L1 to L56, on `lift_off.md` beside this file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.contract import Game, Json, Switch
from companion.games.liftoff import board as boards
from companion.games.liftoff import codec, launches, prompts
from companion.games.liftoff.actions import perform
from companion.games.liftoff.board import FEWEST_PLAYERS, MOST_PLAYERS
from companion.games.liftoff.corrections import FACTS
from companion.games.liftoff.start import begin_if_settled, new_game
from companion.games.liftoff.state import HouseRules, State
from companion.games.liftoff.variants import VARIANTS
from companion.games.liftoff.view import view
from companion.games.options import check_names, settle_options
from companion.games.refusal import act_by

__all__ = ["GAME"]

_NO_YES = (False, True)

SWITCHES = (
    Switch("liftoff.variant", "standard", "rulebook: Game Variants", tuple(VARIANTS)),
    Switch("liftoff.vicious", default=False, decision="rulebook: Cutthroat Planet", values=_NO_YES),
    Switch("liftoff.with_garglore", default=True, decision="rulebook: Family Fun", values=(True, False)),
    Switch("liftoff.set_up", "random", "X3", ("random", "pick", "first-game")),
    Switch("liftoff.terraform_cards", "by-set-up", "X2", ("by-set-up", "in", "out")),
    Switch("liftoff.detail", "full", "the game's page, tracker", ("full", "tracker")),
    Switch("liftoff.count_cards", default=False, decision="L13", values=_NO_YES),
    Switch("liftoff.who_pays", "anyone", "L16", ("anyone", "on-platform", "at-point")),
    Switch("liftoff.star_order", "explosion-first", "L7", ("explosion-first", "launches-first")),
    Switch("liftoff.sun_back", "leaving-star", "L5", ("leaving-star", "reaching-star", "both")),
    Switch("liftoff.forced_phase_until", "after-moon", "L10", ("after-moon", "before-moon")),
    Switch("liftoff.jetpack_garglore", "no-placement", "L22", ("no-placement", "waits")),
    Switch("liftoff.teleport_window", "any-time", "L29", ("any-time", "on-arrival", "turn-only")),
    Switch("liftoff.trampoline_fail", "platform", "L34", ("platform", "whole-point")),
    Switch("liftoff.terraform", "chosen", "L36", ("chosen", "random")),
    Switch("liftoff.earthquake", "random", "L35", ("random", "chosen", "may-return")),
    Switch("liftoff.ufo_price", "standing", "L21", ("standing", "placements")),
    Switch("liftoff.later_means", "nearer", "L50", ("nearer", "more-days")),
    Switch("liftoff.family_skip", "skip", "L48", ("skip", "moon-moves")),
)


def start(seats: Sequence[str], options: Mapping[str, Json], board: Json) -> State:
    """A new game: tiles and the first player are awaited."""
    names = check_names(seats, (FEWEST_PLAYERS, MOST_PLAYERS))
    rules = HouseRules.from_options(settle_options(SWITCHES, options))
    return begin_if_settled(new_game(names, rules, boards.parse(board)))


def from_json(data: Mapping[str, Json]) -> State:
    """Read a state back; SetUpError names the field that cannot be."""
    return codec.from_json(data, SWITCHES)


GAME = Game(
    id="lift-off",
    rules_version=1,
    seats=(FEWEST_PLAYERS, MOST_PLAYERS),
    senses=("die", "buttons"),
    switches=SWITCHES,
    facts=FACTS,
    sample_board="lift-off.toml",
    start=start,
    act=act_by(perform),
    awaits=prompts.awaits,
    choices=prompts.choices,
    outcome=launches.outcome,
    view=view,
    to_json=codec.to_json,
    from_json=from_json,
)
