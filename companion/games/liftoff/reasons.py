"""One line of English for each reason of Lift Off! to refuse an action; those all games share are in `games/reasons.py`."""

from __future__ import annotations

__all__ = ["REASONS"]

REASONS = {
    "answer-first": "the table is asked for {asked} first",
    "drawn-blindly": "in this game the new tile is drawn blindly: play the card, then tell which tile it was",
    "garglore-there": "the Garglore sits on {point}",
    "garglore-there-already": "the Garglore is at {to} already",
    "kept-on-the-table": "the tracker does not keep this ({kind}); switch to full detail to enter it",
    "launches-by-itself": "in full detail launches happen by themselves; correct the facts instead",
    "no-moves-left": "both moves of this turn are used",
    "no-prepaying": "the Teleport takes no payment before the launch",
    "no-such-alien": "seat {seat} has no alien at {place} to take",
    "nobody-there": "no alien stands on the platform of {point}",
    "not-enough-cards": "{needed} cards are needed, {cards} are in the hand",
    "not-in-the-box": "{kind} is not in the game box; there are {kinds}",
    "not-in-this-game": "{card} cards are not in this game",
    "not-taken-here": "{point} takes no such payment; it takes {takes}",
    "not-your-alien": "only an own alien may be moved by this card, not one of seat {seat}",
    "not-yours-to-pay": "by this house ({allowed}) this seat may not pay at {point}",
    "nothing-to-try": "nothing is tried at {point}: it launches by itself",
    "one-each": "a player has an alien on {point} already",
    "pay-in-full": "{needed} fuel must be paid at once, {paid} were",
    "platform-full": "the platform of {point} holds {room}",
    "platform-not-empty": "the platform of {point} is not empty",
    "tiles-missing": "the four Lift Off Points are not told yet",
    "too-far": "{now} is not next to {was}; next are {near}",
    "too-late": "by this house the Teleport is paid only at the moment New Moon begins",
    "too-little-paid": "still missing: {fuel} fuel, {screw} screws, {action} action cards (at least {cards} resources)",
    "too-many-saved": "seat {seat} has only {aliens} aliens",
    "wrong-phase": "the Moon is {phase} at {point}, and must be new",
}
