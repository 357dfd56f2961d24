"""One line of English for each refusal of the E.T. card game; what all games share is in `games/reasons.py`."""

from __future__ import annotations

__all__ = ["REASONS"]

REASONS = {
    "cannot-be-wrong": "both cards are the same, so the guess is right whatever was said",
    "cannot-keep-that": "{keep} cannot be kept by this house; allowed are {allowed}",
    "have-one": "no more than one {card} may lie before a player",
    "none-left": "no {card} card can be there: of those that are not known to lie elsewhere {left} are left",
    "not-the-last-card": "the last card of the draw pile must be {card}",
    "still-won": "seat {seat} still has the four adventures and no GEVAAR; correct the lay-out first",
    "they-cancel": "VLIEG and GEVAAR cannot lie before the same player: both are discarded",
}
