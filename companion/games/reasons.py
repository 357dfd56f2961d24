"""One line of English for each reason to refuse an action, for those who script; the tablet words the codes itself."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.contract import Illegal
from companion.games.encounters.reasons import REASONS as CLOSE_ENCOUNTERS
from companion.games.etboard.reasons import REASONS as ET_BOARD
from companion.games.etcards.reasons import REASONS as ET_CARDS
from companion.games.liftoff.reasons import REASONS as LIFT_OFF

__all__ = ["REASONS", "in_words", "reasons_of"]

REASONS = {
    "across-the-line": "the alien stands across the line of ring {ring}: put it into one black area",
    "alien-in-hand": "{count} of the aliens taken from the ship must be placed first",
    "already-present": "seat {seat} is at the table already",
    "bad-value": "{name} must be from {low} to {high}",
    "gone-does-not-add-up": "{count} fell, but gone lists {gone} of the {aboard} aboard",
    "malformed": "{reason}",
    "must-play": "this roll cannot be passed: {kind} an alien",
    "must-bring-one": "at least one alien must be brought to the dance first",
    "no-alien-there": "no alien stands there to be taken off",
    "not-awaited": "{kind} is not awaited now",
    "not-brought": "{brought} of the fallen cannot have been brought in this turn; at most {most}",
    "not-present": "seat {seat} is not at the table",
    "not-your-sector": "the roll does not allow sector {sector}; it allows {sectors}",
    "not-your-turn": "it is the turn of seat {turn}, not of seat {seat}",
    "nowhere-to-dance": "taking this one too would leave no sector to dance in; sector {sector} must stay",
    "nothing-in-hand": "no alien was just placed or removed, so none of the player's own can have fallen",
    "nothing-to-undo": "there is nothing left to undo",
    "over": "the game is over ({reason})",
    "pouch-empty": "the pouch is empty; there are only {aliens} aliens",
    "reserve-first": "{pouch} aliens are not aboard yet; they are placed first",
    "rim-is-no-crash": "the rim touched the table and nothing fell: by this house that is no crash",
    "ship-is-done": "as the aliens stand the game is over: correct where they are first",
    "same-sector": "aliens come from other sectors; sector {sector} is both",
    "second-area": "this turn's aliens dance in sector {area}, not in {sector}",
    "sector-empty": "sector {sector} has no aliens",
    "sector-not-empty": "sector {sector} still has aliens: remove one",
    "somebody-has-won": "somebody has {target} points: correct the score first",
    "six-only-removes": "in phase 2 a six removes an alien and never adds one",
    "table-full": "at most {most} players",
    "take-one-first": "all aliens are aboard: take one from another sector first",
    "too-many-aliens": "there are only {aliens} aliens",
    "too-many-fell": "{count} cannot have fallen with {aboard} aboard",
    "toppled-stays": "an alien that toppled and still lies on the ship has not fallen, by this house",
    "touches-numbers": "the alien touches the numbers between the sectors: place it again",
    "wrong-ring": "ring {rolled} was rolled, not ring {ring}",
}


_SHARED = (
    "already-present",
    "bad-value",
    "malformed",
    "not-awaited",
    "not-present",
    "not-your-turn",
    "nothing-to-undo",
    "over",
)
"""What several games say in the same words."""
_DANCE = (
    *("across-the-line", "alien-in-hand", "must-bring-one", "not-brought", "nowhere-to-dance", "reserve-first", "same-sector"),
    *("second-area", "somebody-has-won", "take-one-first", "wrong-ring"),
)
"""What only The Alien's Dance says."""
_BALANCING = ("must-play", "not-your-sector", "sector-empty", "sector-not-empty", "six-only-removes", "touches-numbers")
"""What only Balancing Aliens says."""
_COMMON = {code: REASONS[code] for code in _SHARED}
_OF_GAMES: Mapping[str, Mapping[str, str]] = {
    "balancing-aliens": {code: words for code, words in REASONS.items() if code not in _DANCE},
    "aliens-dance": {code: words for code, words in REASONS.items() if code not in _BALANCING},
    "et-board": {**_COMMON, **ET_BOARD},
    "et-cards": {**_COMMON, **ET_CARDS},
    "close-encounters": {**_COMMON, **CLOSE_ENCOUNTERS},
    "lift-off": {**_COMMON, "too-many-aliens": REASONS["too-many-aliens"], **LIFT_OFF},
}
_ALL = {**REASONS, **LIFT_OFF, **ET_BOARD, **ET_CARDS, **CLOSE_ENCOUNTERS}


def reasons_of(game_id: str) -> Mapping[str, str]:
    """The reasons a game may give; those of the games on the ship are in `REASONS`."""
    return _OF_GAMES.get(game_id, REASONS)


def in_words(illegal: Illegal) -> str:
    """The refusal as one line."""
    return _ALL[illegal.code].format_map(illegal.params)
