"""When nothing that can have happened explains the ship: what was believed to stand aboard was wrong already."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.ship.candidate import Bank, Candidate, Outlook
from companion.ship.inventory import Newcomer

__all__ = ["LOST", "mistaken"]

LOST = 6.0  # sigma: nothing true is ever so far off
_MISCOUNTED_LOG = -12.0
_MISPLACED_LOG = -9.0
_ELSEWHERE_MM = 50.0
_MASS_SPREAD_G = 0.2
_LIKELIEST = 3
_BEYOND = 8  # tags nearer are for those who come aboard in this episode


def mistaken(bank: Bank, outlook: Outlook, tag: int) -> Bank:
    """The likeliest accounts as if one alien had stood elsewhere all the while, or one more had, or one fewer."""
    return tuple(_variants(bank[:_LIKELIEST], Newcomer(outlook.alien_g, outlook.alien_spread_g), tag + _BEYOND))


def _variants(accounts: Sequence[Candidate], anyone: Newcomer, tag: int) -> Iterator[Candidate]:
    for account in accounts:
        belief = account.belief
        share = account.log_weight - math.log(max(len(belief.tags), 1))
        yield replace(account, log_weight=account.log_weight + _MISCOUNTED_LOG, belief=belief.with_alien(tag, anyone))
        for there in belief.standing():
            rest = belief.without(frozenset({there.tag}))
            yield replace(account, log_weight=share + _MISCOUNTED_LOG, belief=rest)
            moved = rest.with_alien(there.tag, Newcomer(there.mass_g, _MASS_SPREAD_G, there.xy_mm, _ELSEWHERE_MM))
            yield replace(account, log_weight=share + _MISPLACED_LOG, belief=moved)
