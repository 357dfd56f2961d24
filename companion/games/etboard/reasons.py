"""One line of English for each refusal of the E.T. board game; what all games share is in `games/reasons.py`."""

from __future__ import annotations

__all__ = ["REASONS"]

REASONS = {
    "answer-first": "the table is asked for {asked} first",
    "no-costume-card": "seat {seat} has no costume card",
    "not-followed": "in this game the companion does not follow the board, so it takes no space",
    "not-in-this-ring": "ring {ring} has no {kind} space",
    "not-the-first": "space {space} is not the first of its kind ahead; that is {first}",
    "place-unknown": "nobody has told where E.T. is; tell the kind of space instead",
    "stays-there": "E.T. is on space {space} already and must fly to another",
    "worn-already": "E.T. wears the costume already",
}
