"""What the tracker needs to go on after a restart, as JSON; and what of such JSON can be believed.

A memory may be of an older program, damaged, or of another calibration: every field is read by itself, and what cannot be
believed is forgotten alone.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

import numpy as np

from companion.events import ShipShape, Spot
from companion.ship.account import Account
from companion.ship.calibration import Calibration
from companion.ship.calls import spot_odds
from companion.ship.candidate import Bank, Candidate, Happening, certain
from companion.ship.hypotheses import prune
from companion.ship.inventory import GLOBALS, Belief, Litter, Newcomer, start_belief
from companion.ship.leans import with_rim
from companion.ship.mechanics import Array, Rocker

__all__ = ["Keeper", "Learner", "Memory", "reconciled", "standing_belief"]

_VERSION = 2
_MOST = 12
_UNLIKELY = 7.0  # e^-7: an account less likely than that beside the best is not worth its space
_MASS_SPREAD = 0.04
_KNOWN_REACH_MM = 3.0
_SAME = 1e-6
_OF_THIS_WORLD = 1e6
_LEAST_ODDS = 0.02
_OF_PLATE = 3  # offset of the weight, and foot
_MOST_TIMES = 2.0  # no ring makes a ship that much stiffer or faster
_ROCKER = ("stiffness_g", "rate_rad_s", "height_ratio")
_DAMAGE = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError)

T = TypeVar("T")
U = TypeVar("U")


class Learner(Protocol):
    """Something that learns over the evening and can go on after a restart."""

    def to_json(self) -> Any:
        """What it has learned, as plain JSON."""

    def recall(self, row: Any) -> None:
        """Go on from there; raises, and is as before, where that is none of its own."""


@dataclass(frozen=True, slots=True)
class Memory:
    """The best few accounts, the spots called for their aliens, the next tag, and the rocker as it was last.

    `lifted`: the ship was off the plate, or what it stood like afterwards was not yet read; `unsound`: what stands aboard was
    in doubt, so that calls were asked.
    """

    account: Account
    rocker: Rocker
    lifted: bool = False
    unsound: bool = False


class Keeper:
    """Writes and reads the memory of a tracker of this calibration and ship; `learners` by the names they are kept under."""

    def __init__(self, calibration: Calibration, shape: ShipShape, learners: Mapping[str, Learner]) -> None:
        self._taught, self._shape, self._learners = calibration, shape, learners

    def write(self, memory: Memory) -> dict[str, Any]:
        """Plain JSON; `read` is the inverse."""
        account, rocker = memory.account, memory.rocker
        best = [c for c in account.bank[:_MOST] if c.log_weight > account.bank[0].log_weight - _UNLIKELY]
        tags = {t for c in best for t in c.belief.tags}
        return {
            "version": _VERSION,
            "of": _marks(self._taught),
            "bank": [_candidate_row(c) for c in best],
            "labels": {str(t): [s.ring, s.sector, s.xy_mm] for t, s in account.labels.items() if t in tags},
            "next_tag": account.next_tag,
            "rim_mm": rocker.rim_mm if math.isfinite(rocker.rim_mm) else None,
            "rocker": {name: getattr(rocker, name) for name in _ROCKER},
            "lifted": memory.lifted,
            "unsound": memory.unsound,
            "learned": {name: learner.to_json() for name, learner in self._learners.items()},
        }

    def read(self, row: object, standing: Sequence[Spot] | None) -> Memory:
        """What of it can be believed; `standing` is what the table believes aboard, without it whatever the memory says."""
        fields = row if isinstance(row, Mapping) else {}
        labels = self._labels(fields.get("labels"))
        bank = _bank(fields.get("bank"))
        tags = {t for c in bank for t in c.belief.tags}
        next_tag = max([_believed(0, _count, fields.get("next_tag")), *(t + 1 for t in (*tags, *labels))])
        account = Account(bank, {t: s for t, s in labels.items() if t in tags}, next_tag)
        rocker, lifted = self._taught.rocker, fields.get("lifted") is True
        if self._is_of_another(fields):
            account, lifted = self._begun_anew(account, standing), False
        else:
            rocker = self._rocker(fields)
            self._recall(fields.get("learned"))
            account = account if bank else Account((certain(self._unladen()),), {}, next_tag)
            account = account if standing is None else reconciled(account, standing, self._shape, self._taught.alien_g)
        account = account.decided(account.bank, self._shape)
        return Memory(account, rocker, lifted, fields.get("unsound") is True)

    def _unladen(self) -> Belief:
        return start_belief(self._taught.foot_mm, self._taught.yaw_rad)

    def _is_of_another(self, fields: Mapping[str, Any]) -> bool:
        """Whether it was written on another calibration: then where the ship stands, and how it swings, says nothing here."""
        if "of" not in fields:
            return False
        marks, own = _believed((), _numbers, fields["of"]), _marks(self._taught)
        return len(marks) != len(own) or any(abs(a - b) > _SAME * (1.0 + abs(b)) for a, b in zip(marks, own, strict=True))

    def _begun_anew(self, account: Account, standing: Sequence[Spot] | None) -> Account:
        """The same aliens on a ship that stands as this calibration says."""
        if standing is None:
            standing = account.spots(account.bank[0].belief, self._shape) if account.bank else ()
        belief, labels = standing_belief(self._unladen(), standing, self._shape, self._taught.alien_g, account.next_tag)
        return Account((certain(belief),), labels, account.next_tag + len(labels))

    def _rocker(self, fields: Mapping[str, Any]) -> Rocker:
        """The rocker as the evening had taught it: a moved ring, and where its rim is."""
        taught = self._taught.rocker
        rocker = _believed(taught, _ringed, taught, fields.get("rocker"))
        rim_mm = _believed(math.inf, _number, fields.get("rim_mm"))
        return with_rim(rocker, rim_mm, self._shape) if 0.0 < rim_mm < taught.radius_mm else rocker

    def _recall(self, rows: object) -> None:
        for name, learner in self._learners.items():
            if isinstance(rows, Mapping) and name in rows:
                _believed(None, learner.recall, rows[name])

    def _labels(self, rows: object) -> dict[int, Spot]:
        found = {}
        for name, row in rows.items() if isinstance(rows, Mapping) else ():
            spot, tag = _believed(None, _spot, row, self._shape), _believed(-1, int, name)
            if spot is not None and tag >= 0:
                found[tag] = spot
        return found


def _believed(otherwise: T, read: Callable[..., U], *rows: Any) -> T | U:
    """What is read of the rows, or the other where they are damaged."""
    try:
        return read(*rows)
    except _DAMAGE:
        return otherwise


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError("this is no number")
    return float(value)


def _numbers(values: Sequence[object]) -> list[float]:
    return [_number(value) for value in values]


def _count(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError("this is no count")
    return value


def _marks(calibration: Calibration) -> list[float]:
    """What tells one calibration from another; not its zero, which is followed while nothing is played."""
    rocker = calibration.rocker
    return [
        *calibration.foot_mm,
        calibration.yaw_rad,
        rocker.ship_g,
        rocker.stiffness_g,
        rocker.rate_rad_s,
        calibration.alien_g,
    ]


def _ringed(taught: Rocker, row: Mapping[str, Any]) -> Rocker:
    now = {name: _number(row[name]) for name in _ROCKER}
    for name in _ROCKER[:2]:
        if not 1.0 / _MOST_TIMES < now[name] / getattr(taught, name) < _MOST_TIMES:
            raise ValueError("no ring does that to a ship")
    return replace(taught, **now)


def _spot(row: Sequence[Any], shape: ShipShape) -> Spot:
    ring, sector, xy_mm = row
    if not (1 <= _count(ring) < len(shape.ring_edges_mm) and 1 <= _count(sector) <= shape.sectors):
        raise ValueError("this ship has no such area")
    if xy_mm is None:
        return Spot(ring, sector)
    x_mm, y_mm = xy_mm
    return Spot(ring, sector, (_number(x_mm), _number(y_mm)))


def _candidate_row(candidate: Candidate) -> dict[str, Any]:
    belief = candidate.belief
    return {
        "log_weight": candidate.log_weight,
        "tags": list(belief.tags),
        "mean": belief.mean.tolist(),
        "covariance": belief.covariance.tolist(),
        "litter": [{"mean": lying.mean.tolist(), "covariance": lying.covariance.tolist()} for lying in belief.litter],
    }


def _bank(rows: object) -> Bank:
    """The accounts that are whole."""
    found = [account for row in rows for account in _believed((), _candidate, row)] if isinstance(rows, list) else []
    return prune(found, _MOST)


def _candidate(row: Mapping[str, Any]) -> tuple[Candidate]:
    tags = tuple(_count(tag) for tag in row["tags"])
    if len(set(tags)) != len(tags):
        raise ValueError("no alien stands aboard twice")
    mean, covariance = _gauss(row, GLOBALS + 3 * len(tags))
    litter = tuple(Litter(*_gauss(lying, _OF_PLATE)) for lying in row.get("litter", ()))
    return (Candidate(_number(row["log_weight"]), Happening(), Belief(mean, covariance, tags, litter)),)


def _gauss(row: Mapping[str, Any], size: int) -> tuple[Array, Array]:
    """Mean and covariance of so many numbers."""
    mean, covariance = np.array(row["mean"], dtype=float), np.array(row["covariance"], dtype=float)
    if mean.shape != (size,) or covariance.shape != (size, size):
        raise ValueError("an account of so many aliens has not so many numbers")
    if not (np.abs(mean).max() < _OF_THIS_WORLD and _is_covariance(covariance)):
        raise ValueError("these are no moments and their doubts")
    return mean, covariance


def _is_covariance(rows: Array) -> bool:
    """Finite, symmetric, and no doubt below nothing."""
    if not np.abs(rows).max() < _OF_THIS_WORLD**2:
        return False
    scale = np.sqrt(np.maximum(np.diag(rows), 1e-12))
    alike = rows / np.outer(scale, scale)
    return bool(np.abs(alike - alike.T).max() < _SAME and np.linalg.eigvalsh(alike).min() > -_SAME)


def reconciled(account: Account, standing: Sequence[Spot], shape: ShipShape, alien_g: float) -> Account:
    """The accounts in which exactly these aliens stand, or else the likeliest one with the table's aliens in it.

    Where the table has set another inventory, how the ship stands on the plate is still as remembered.
    """
    wanted = Counter((spot.ring, spot.sector) for spot in standing)
    fitting = tuple(c for c in account.bank if Counter(_areas(c.belief.tags, account.labels)) == wanted)
    if fitting:
        return replace(account, bank=prune(fitting, len(fitting)))
    if (told := _told_apart(account, standing, shape)) is not None:
        return told
    best = account.bank[0].belief
    left, kept, new = dict(account.labels), [], []
    for spot in standing:
        tag = next((t for t in best.tags if t in left and (left[t].ring, left[t].sector) == (spot.ring, spot.sector)), None)
        if tag is None:
            new.append(spot)
        else:
            del left[tag]
            kept.append(tag)
    belief = best.without(frozenset(best.tags) - frozenset(kept))
    belief, labels = standing_belief(belief, new, shape, alien_g, account.next_tag)
    labels |= {tag: account.labels[tag] for tag in kept}
    return Account((certain(belief),), labels, account.next_tag + len(new))


def _told_apart(account: Account, standing: Sequence[Spot], shape: ShipShape) -> Account | None:
    """The table has read one alien's area otherwise: each account as likely as it has that alien there.

    So an answer about a sector also tells how the ship stands turned. None where more than that differs.
    """
    tags = account.bank[0].belief.tags
    areas = [area for area in _areas(tags, account.labels) if area is not None]
    here, wanted = Counter(areas), Counter((spot.ring, spot.sector) for spot in standing)
    if not len(standing) == len(areas) == len(tags) or (here - wanted).total() != 1:
        return None
    [was], [area] = here - wanted, wanted - here
    tag = max(tag for tag, called in zip(tags, areas, strict=True) if called == was)  # the newest is the one just asked for
    odds = [spot_odds(c.belief.where(tag), shape).get(area, 0.0) if c.belief.tags == tags else 0.0 for c in account.bank]
    if max(odds) < _LEAST_ODDS:
        return None
    bank = [replace(c, log_weight=c.log_weight + math.log(p)) for c, p in zip(account.bank, odds, strict=True) if p > 0.0]
    spot = next(spot for spot in standing if (spot.ring, spot.sector) == area)
    return replace(account, bank=prune(bank, len(bank)), labels=account.labels | {tag: spot})


def _areas(tags: Sequence[int], labels: Mapping[int, Spot]) -> list[tuple[int, int] | None]:
    return [(labels[tag].ring, labels[tag].sector) if tag in labels else None for tag in tags]


def standing_belief(
    belief: Belief, standing: Sequence[Spot], shape: ShipShape, alien_g: float, first_tag: int = 0
) -> tuple[Belief, dict[int, Spot]]:
    """A belief with aliens that are known to stand aboard, and their labels; tags count from `first_tag`."""
    labels: dict[int, Spot] = {}
    for tag, spot in enumerate(standing, start=first_tag):
        xy, reach = (spot.xy_mm, _KNOWN_REACH_MM) if spot.xy_mm else _middle(spot, shape)
        belief = belief.with_alien(tag, Newcomer(alien_g, _MASS_SPREAD * alien_g, xy, reach))
        labels[tag] = spot
    return belief, labels


def _middle(spot: Spot, shape: ShipShape) -> tuple[tuple[float, float], float]:
    """Middle of a ring's part of a sector and a spread that covers it."""
    inner, outer = shape.ring_edges_mm[spot.ring - 1 : spot.ring + 1]
    radius = 0.5 * (inner + outer) + shape.foot_radius_mm
    width = 2.0 * math.pi / shape.sectors
    angle = (spot.sector - 0.5) * width
    reach = max(0.3 * (outer - inner), 0.29 * width * radius)
    return (radius * math.cos(angle), radius * math.sin(angle)), reach
