"""Sets of aliens that may stand aboard, gathered from every account so that all are held against the measurement at once."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

import numpy as np

from companion.ship.inventory import Belief, Observation, Scores, Sums, score_sums, sums
from companion.ship.mechanics import Rocker

__all__ = ["Picks", "Sets", "Stage"]

_MOST_PICKS = 2000
Picks = list[tuple[int, ...]]


@dataclass(slots=True)
class Sets:
    """The sums of every set of aliens that is asked about; `scores` answers for all of them."""

    _parts: list[Sums] = field(default_factory=list)
    _rows: int = 0

    def add(self, total: Sums) -> slice:
        """Where the answers to these rows will be."""
        start, self._rows = self._rows, self._rows + len(total.mean)
        self._parts.append(total)
        return slice(start, self._rows)

    def scores(self, rocker: Rocker, seen: Observation) -> Scores:
        """How well each row explains the measurement; ValueError when nothing was asked."""
        mean = np.concatenate([part.mean for part in self._parts])
        covariance = np.concatenate([part.covariance for part in self._parts])
        return score_sums(Sums(mean, covariance), rocker, seen)


@dataclass(slots=True)
class Stage:
    """An account with what may have come aboard; `aboard` of its aliens, the first, stood there before and may have left."""

    belief: Belief
    aboard: int
    _asked: dict[int, tuple[Picks, slice]] = field(default_factory=dict)

    def without(self, leaving: int, sets: Sets) -> tuple[Picks, slice]:
        """Every choice of so many that left, and where in `sets` the answers will be."""
        if leaving not in self._asked:
            picks = list(itertools.islice(itertools.combinations(range(self.aboard), leaving), _MOST_PICKS))
            remaining = np.ones((len(picks), len(self.belief.tags)))
            for row, pick in zip(remaining, picks, strict=True):
                row[list(pick)] = 0.0
            self._asked[leaving] = picks, sets.add(sums(self.belief, remaining))
        return self._asked[leaving]
