"""Is a die fair? Chi-square of its faces and the correlation of each roll with the one before."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

__all__ = ["Fairness", "fairness", "fairness_report"]

_DOUBTFUL = 0.001
_CORRELATION_SIGMAS = 3.3


@dataclass(frozen=True, slots=True)
class Fairness:
    """What many rolls show. `p` is how often a fair die would be at least this uneven; `sigmas` measures the correlation."""

    counts: tuple[int, ...]
    chi_square: float
    p: float
    correlation: float
    sigmas: float

    @property
    def passes(self) -> bool:
        """Nothing here speaks against a fair die."""
        return self.p >= _DOUBTFUL and abs(self.sigmas) <= _CORRELATION_SIGMAS


def _p_of_chi_square(chi_square: float, degrees: int) -> float:
    """Upper tail by Wilson and Hilferty's cube root; good to a few percent of itself where it matters."""
    spread = 2.0 / (9.0 * degrees)
    z = ((chi_square / degrees) ** (1.0 / 3.0) - (1.0 - spread)) / math.sqrt(spread)
    return 0.5 * math.erfc(z / math.sqrt(2.0))


def _correlation(rolls: Sequence[int]) -> float:
    mean = sum(rolls) / len(rolls)
    variance = sum((r - mean) ** 2 for r in rolls)
    return sum((a - mean) * (b - mean) for a, b in pairwise(rolls)) / variance if variance else 1.0


def fairness(rolls: Sequence[int], sides: int) -> Fairness:
    """Judge rolls of 1..sides; ValueError with fewer than twenty for each face, or a face the die does not have."""
    if len(rolls) < 20 * sides or not all(1 <= roll <= sides for roll in rolls):
        raise ValueError(f"at least {20 * sides} rolls of 1 to {sides} are needed")
    seen, even = Counter(rolls), len(rolls) / sides
    counts = tuple(seen[face] for face in range(1, sides + 1))
    chi_square = sum((count - even) ** 2 / even for count in counts)
    correlation = _correlation(rolls)
    p = _p_of_chi_square(chi_square, sides - 1)
    return Fairness(counts, chi_square, p, correlation, correlation * math.sqrt(len(rolls)))


def fairness_report(rolls: Sequence[int], sides: int, *, simulated: bool) -> str:
    """The lines `die-test` prints."""
    found = fairness(rolls, sides)
    lines = [
        f"{len(rolls)} rolls: " + ", ".join(f"{face}: {count}" for face, count in enumerate(found.counts, start=1)),
        f"chi-square {found.chi_square:.2f} with {sides - 1} degrees of freedom, p = {found.p:.3f}",
        f"serial correlation {found.correlation:+.4f} ({found.sigmas:+.1f} standard deviations)",
        "Nothing speaks against a fair die." if found.passes else "This die is NOT fair: do not play with it.",
    ]
    if simulated:
        lines.append("The die runs in a simulator, whose noise is computed: this is no evidence of fairness.")
    return "\n".join(lines)
