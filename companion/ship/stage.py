"""Sets of aliens that may stand aboard, gathered from every account so that all are held against the measurement at once."""

from __future__ import annotations

import itertools
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np

from companion.ship.inventory import GLOBALS, Belief, Newcomer, Observation, Scores, Sums, score_sums, sums
from companion.ship.mechanics import Array, Rocker

__all__ = ["Picks", "Sets", "Stage"]

_MOST_PICKS = 2000
_REMEMBERED = 40
Picks = list[tuple[int, ...]]


@dataclass(slots=True)
class Sets:
    """Every set of aliens that is asked about; `scores` answers for all of them.

    Accounts with as many aliens, of which as many leave and the same come, are summed in one go: most episodes ask the same of
    dozens of accounts.
    """

    _alike: dict[tuple[int, int, tuple[Newcomer, ...]], list[tuple[Belief, int]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    _rows: int = 0

    def add(self, account: Belief, leaving: int, newcomers: tuple[Newcomer, ...]) -> slice:
        """Where the answers will be to every choice of so many that leave the account while the newcomers come."""
        aboard = len(account.tags)
        start, self._rows = self._rows, self._rows + len(_choices(aboard, leaving)[0])
        self._alike[aboard, leaving, newcomers].append((account, start))
        return slice(start, self._rows)

    def scores(self, rocker: Rocker, seen: Observation) -> Scores:
        """How well each row explains the measurement."""
        total = Sums(np.empty((self._rows, GLOBALS + 3)), np.empty((self._rows, GLOBALS + 3, GLOBALS + 3)))
        for (aboard, leaving, newcomers), asked in self._alike.items():
            remaining = _choices(aboard, leaving)[1]
            part = sums([account for account, _ in asked], remaining)
            for newcomer in newcomers:
                part = part.with_alien(newcomer)
            rows = (np.array([start for _, start in asked])[:, None] + np.arange(len(remaining))).ravel()
            total.mean[rows], total.covariance[rows] = part.mean, part.covariance
        return score_sums(total, rocker, seen)

    def highest(self, scores: Scores) -> dict[int, float]:
        """The best log likelihood of each choice, by where its answers begin."""
        starts = sorted(start for asked in self._alike.values() for _, start in asked)
        return dict(zip(starts, np.maximum.reduceat(scores.log_likelihood, starts).tolist(), strict=True))


@dataclass
class Stage:
    """An account whose aliens may leave while the newcomers come aboard; these get tags from `tag` on."""

    account: Belief
    newcomers: tuple[Newcomer, ...]
    tag: int
    _asked: dict[int, tuple[Picks, slice]] = field(default_factory=dict)

    @cached_property
    def belief(self) -> Belief:
        """The account with the newcomers, and nobody gone yet: most stories are too unlikely to ask for it."""
        belief = self.account
        for tag, newcomer in enumerate(self.newcomers, start=self.tag):
            belief = belief.with_alien(tag, newcomer)
        return belief

    def without(self, leaving: int, sets: Sets) -> tuple[Picks, slice]:
        """Every choice of so many that left, and where in `sets` the answers will be."""
        if leaving not in self._asked:
            picks, _ = _choices(len(self.account.tags), leaving)
            self._asked[leaving] = picks, sets.add(self.account, leaving, self.newcomers)
        return self._asked[leaving]


@lru_cache(_REMEMBERED)
def _choices(aboard: int, leaving: int) -> tuple[Picks, Array]:
    """Which may leave, and for each choice a row that says who stays (1)."""
    picks = list(itertools.islice(itertools.combinations(range(aboard), leaving), _MOST_PICKS))
    remaining = np.ones((len(picks), aboard))
    for row, pick in zip(remaining, picks, strict=True):
        row[list(pick)] = 0.0
    remaining.flags.writeable = False
    return picks, remaining
