"""One line of English for each reason of Close Encounters to refuse an action; the shared ones are in `games/reasons.py`."""

from __future__ import annotations

__all__ = ["REASONS"]

REASONS = {
    "cannot-call": "seat {seat} cannot call this trap: the piece is their own, they have called it, or no chips are left",
    "chip-there": "a chip lies on {square}",
    "circled-already": "{square} is circled on that card already",
    "marks-there-already": "that player's card is on {marks} already",
    "must-move-on": "{left} steps of the roll are left and must be moved",
    "no-chips-left": "seat {seat} has only {chips} chips",
    "no-circle-due": "no new circle is due on the card of seat {seat}",
    "no-such-square": "there is no square {square} on this board that can be meant",
    "not-circled": "{square} is not circled on that card",
    "out-of-reach": "{square} cannot be entered with the next step; within reach are {reach}",
    "piece-there": "another piece stands on {square}",
    "springs-by-itself": "the card of seat {seat} is on a phone: its traps spring by themselves",
    "stands-on-destination": "the piece of seat {seat} stands on a destination and sets out from there",
    "table-full": "at most {most} players",
    "too-late-to-erase": "play has begun: circles stay",
}
