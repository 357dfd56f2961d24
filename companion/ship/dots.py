"""After a lift the sectors may stay in doubt: when that has cost a question, one alien on a calibration dot is asked for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.events import Felt, Noted, Placed, ShipShape
from companion.ship.candidate import Bank, Candidate
from companion.ship.episode import Episode
from companion.ship.hypotheses import prune
from companion.ship.inventory import GLOBALS, Belief
from companion.ship.loosening import turn_of
from companion.ship.mechanics import Array

__all__ = ["DotWatch", "dot_watch"]

_ASK_AFTER_S = 2.0
_OPEN_SHARE = 0.15
_SETTLED_SHARE = 0.08
_PLACES = 36
_PLACED_RAD = 0.006  # half a millimetre at the middle of the ship's rings
_DOT_MM = 0.7
_ELSEWHERE_LOG = -math.log((8.0 * 600.0) ** 2)  # an alien of 8 g somewhere on the ship after all, as a density of its moment

Dots = Sequence[tuple[float, float]]


@dataclass(slots=True)
class DotWatch:
    """Whether a dot is asked for now. `dots_mm`: where they are, in the ship's axes; `ring`: on which ring they lie."""

    dots_mm: Dots
    ring: int
    sectors: int
    ask_below: float
    wanted: bool = False
    _on: int | None = None
    _mattered: bool = False

    def called(self, calls: Sequence[Felt]) -> None:
        """Where the sector of one of these calls is in doubt, how the ship stands turned has come to matter."""
        self._mattered |= any(isinstance(call, Placed) and _other_sectors(call) > 1.0 - self.ask_below for call in calls)

    def due(self, episode: Episode, t_s: float) -> bool:
        """Whether it is time to look if the turn of the ship is known: once an episode, after a while of free swinging.

        A lift alone is no reason to bother anybody: the next aliens mostly tell the turn, and many stand clear of the lines.
        """
        self._mattered &= not episode.lifted
        ripe = self._mattered and t_s - episode.free_from_s > _ASK_AFTER_S
        due = bool(self.dots_mm) and ripe and not (self.wanted or episode.dotted)
        episode.dotted |= due
        return due

    def look(self, bank: Bank, now_s: float) -> list[Noted]:
        """What there is to say about these accounts: "needs-dot" when their turns leave sectors open, "dot-settled" after."""
        open_share = _open_share(bank, self.sectors, self.ask_below)
        if not self.wanted and open_share > _OPEN_SHARE and self.dots_mm and bank[0].belief.tags:
            self.wanted = True
            return [Noted(now_s, "needs-dot", {"ring": self.ring})]
        if self.wanted and open_share < _SETTLED_SHARE:
            self.wanted = False
            return [Noted(now_s, "dot-settled", {})]
        return []

    def closed(self, before: Bank, bank: Bank, now_s: float) -> tuple[Bank, list[Noted]]:
        """An episode is over: an alien that came while a dot was asked for, and left at once, stood on a dot."""
        if not self.wanted:
            self._on = None
            return bank, []
        happening = bank[0].happening
        if self._on is not None and happening.signature == (0, 1, 0) and happening.taken == {self._on}:
            bank = _turned(before, bank, self._on, self.dots_mm)
        came = happening.placed[0] if happening.signature == (1, 0, 0) else None
        self._on = self._on if happening.signature == (0, 0, 0) else came
        return bank, self.look(bank, now_s)


def dot_watch(dots_mm: Dots, shape: ShipShape, ask_below: float) -> DotWatch:
    """For the dots of a calibration; a sector that is less sure than `ask_below` is asked for."""
    return DotWatch(dots_mm, shape.ring_at(*dots_mm[0]) if dots_mm else 0, shape.sectors, ask_below)


def _on_dot(belief: Belief, tag: int, dot_mm: tuple[float, float]) -> tuple[float, Belief]:
    """Log likelihood of the alien's moment being that of its mass at the dot, and the belief then: linear in the state."""
    at = GLOBALS + 3 * belief.tags.index(tag)
    rows = np.zeros((2, len(belief.mean)))
    rows[0, at : at + 3] = -dot_mm[0], 1.0, 0.0
    rows[1, at : at + 3] = -dot_mm[1], 0.0, 1.0
    noise = (belief.where(tag).mass_g * _DOT_MM) ** 2 * np.eye(2)
    inner: Array = rows @ belief.covariance @ rows.T + noise
    off = -rows @ belief.mean
    gain = np.linalg.solve(inner, rows @ belief.covariance).T
    _, logdet = np.linalg.slogdet(inner)
    fit = -0.5 * (float(off @ np.linalg.solve(inner, off)) + float(logdet)) - math.log(2.0 * math.pi)
    covariance = belief.covariance - gain @ rows @ belief.covariance
    return fit, replace(belief, mean=belief.mean + gain @ off, covariance=0.5 * (covariance + covariance.T))


def _turned(before: Bank, bank: Bank, tag: int, dots_mm: Dots) -> Bank:
    """The accounts after `tag` stood on a dot: each turn as likely as it puts the alien on one, its yaw as the dot says."""
    told: dict[int, tuple[float, Belief, Belief]] = {}
    for candidate in before:
        turn = turn_of(candidate.belief)
        if turn not in told and tag in candidate.belief.tags:
            log_fit, there = max((_on_dot(candidate.belief, tag, dot) for dot in dots_mm), key=lambda found: found[0])
            told[turn] = float(np.logaddexp(log_fit, _ELSEWHERE_LOG)), candidate.belief, there
    return prune([_with_yaw(c, *told[turn_of(c.belief)]) if turn_of(c.belief) in told else c for c in bank], len(bank))


def _with_yaw(candidate: Candidate, log_fit: float, plain: Belief, there: Belief) -> Candidate:
    """The candidate with the yaw that made `there` of `plain`, as a measurement of its own."""
    was, now = plain.covariance[3, 3], there.covariance[3, 3]
    belief = candidate.belief
    if log_fit > _ELSEWHERE_LOG + 1.0 and now < 0.9 * was:
        noise = 1.0 / (1.0 / now - 1.0 / was)
        yaw = noise * (there.mean[3] / now - plain.mean[3] / was)
        gain = belief.covariance[:, 3] / (belief.covariance[3, 3] + noise)
        covariance = belief.covariance - np.outer(gain, belief.covariance[3])
        belief = replace(belief, mean=belief.mean + gain * (yaw - belief.mean[3]), covariance=covariance)
    return replace(candidate, log_weight=candidate.log_weight + log_fit, belief=belief)


def _other_sectors(call: Placed) -> float:
    """The odds of its standing in another sector than the one that is called."""
    return sum(other.odds for other in call.alternatives if other.spots[0].sector != call.spot.sector)


def _open_share(bank: Bank, sectors: int, ask_below: float) -> float:
    """In what share of all places the sector of a coming alien would be asked for, because the ship may stand turned."""
    if sectors == 1:
        return 0.0
    width = 2.0 * math.pi / sectors
    weights = np.exp([c.log_weight for c in bank])
    yaws = np.array([c.belief.yaw_rad for c in bank])[:, None]
    spreads = np.array([math.hypot(math.sqrt(max(c.belief.covariance[3, 3], 0.0)), _PLACED_RAD) for c in bank])[:, None]
    felt = np.linspace(0.0, width, _PLACES, endpoint=False)
    likeliest = np.zeros(_PLACES)
    for sector in range(-1, sectors + 1):
        below, above = (width * (sector + side) - felt + yaws for side in (0, 1))
        odds = weights @ (_normal(above / spreads) - _normal(below / spreads))
        likeliest = np.maximum(likeliest, odds / weights.sum())
    return float((likeliest < ask_below).mean())


_normal = np.vectorize(lambda z: 0.5 * (1.0 + math.erf(z / math.sqrt(2.0))))
