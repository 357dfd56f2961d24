"""One line of English for each reason to refuse an action, for those who script; the tablet words the codes itself."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.contract import Illegal
from companion.games.liftoff.reasons import REASONS as LIFT_OFF

__all__ = ["REASONS", "in_words", "reasons_of"]

REASONS = {
    "already-present": "seat {seat} is at the table already",
    "bad-value": "{name} must be from {low} to {high}",
    "gone-does-not-add-up": "{count} fell, but gone lists {gone} of the {aboard} aboard",
    "malformed": "{reason}",
    "must-play": "this roll cannot be passed: {kind} an alien",
    "no-alien-there": "no alien stands there to be taken off",
    "not-awaited": "{kind} is not awaited now",
    "not-present": "seat {seat} is not at the table",
    "not-your-sector": "the roll does not allow sector {sector}; it allows {sectors}",
    "not-your-turn": "it is the turn of seat {turn}, not of seat {seat}",
    "nothing-in-hand": "no alien was just placed or removed, so none of the player's own can have fallen",
    "nothing-to-undo": "there is nothing left to undo",
    "over": "the game is over ({reason})",
    "pouch-empty": "the pouch is empty; there are only {aliens} aliens",
    "rim-is-no-crash": "the rim touched the table and nothing fell: by this house that is no crash",
    "ship-is-done": "as the aliens stand the game is over: correct where they are first",
    "sector-empty": "sector {sector} has no aliens",
    "sector-not-empty": "sector {sector} still has aliens: remove one",
    "six-only-removes": "in phase 2 a six removes an alien and never adds one",
    "table-full": "at most {most} players",
    "too-many-aliens": "there are only {aliens} aliens",
    "too-many-fell": "{count} cannot have fallen with {aboard} aboard",
    "toppled-stays": "an alien that toppled and still lies on the ship has not fallen, by this house",
    "touches-numbers": "the alien touches the numbers between the sectors: place it again",
}


_SHARED = (
    *("already-present", "bad-value", "malformed", "not-awaited", "not-present", "not-your-turn", "nothing-to-undo", "over"),
    "too-many-aliens",
)
"""What several games say in the same words."""
_OF_GAMES: Mapping[str, Mapping[str, str]] = {"lift-off": {**{code: REASONS[code] for code in _SHARED}, **LIFT_OFF}}
_ALL = {**REASONS, **LIFT_OFF}


def reasons_of(game_id: str) -> Mapping[str, str]:
    """The reasons a game may give; Balancing Aliens and what all games share are in `REASONS`."""
    return _OF_GAMES.get(game_id, REASONS)


def in_words(illegal: Illegal) -> str:
    """The refusal as one line."""
    return _ALL[illegal.code].format_map(illegal.params)
