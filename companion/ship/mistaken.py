"""When nothing that can have happened explains the ship: what was believed to stand aboard was wrong already."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.ship.candidate import Bank, Candidate, Outlook
from companion.ship.inventory import Newcomer

__all__ = ["LOST", "mistaken"]

LOST = 6.0  # sigma: nothing true is ever so far off
_MISTAKEN_LOG = -12.0
_LIKELIEST = 3
_BEYOND = 8  # tags nearer are for those who come aboard in this episode


def mistaken(bank: Bank, outlook: Outlook, tag: int) -> Bank:
    """The likeliest accounts as if one alien more, nobody knows where, or one fewer had stood aboard all the while."""
    return tuple(_variants(bank[:_LIKELIEST], Newcomer(outlook.alien_g, outlook.alien_spread_g), tag + _BEYOND))


def _variants(accounts: Sequence[Candidate], anyone: Newcomer, tag: int) -> Iterator[Candidate]:
    for account in accounts:
        log_weight, belief = account.log_weight + _MISTAKEN_LOG, account.belief
        yield replace(account, log_weight=log_weight, belief=belief.with_alien(tag, anyone))
        for gone in belief.tags:
            share = log_weight - math.log(len(belief.tags))
            yield replace(account, log_weight=share, belief=belief.without(frozenset({gone})))
