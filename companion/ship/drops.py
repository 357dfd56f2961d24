"""Sharp, lasting drops of the weight: aliens that fell. A hand takes a third of a second and more, a fall one sample."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.ship.mechanics import Array

__all__ = ["Drop", "clear_of_knocks", "sharp_drops", "slips"]

_GAP_S = 0.05
_SLIP_SHARE = 0.25
_SLIP_BEFORE_S = 0.1
_BURST_S = 0.2
_BURST_SHARE = 1.6
_SIDE_S = 0.025
_LEAST_SHARE = 0.65
_UNSTEADY_SHARE = 0.35
_LASTING_S = 0.1
_SLOPE_ROWS = 5
_HAND_SHARE = 1.6  # aliens: its press and what it takes; what loses more at once is a crash, whose slopes are other falls
_KNOCK_S = 0.09
_KNOCK_SHARE = 0.3


@dataclass(frozen=True, slots=True)
class Drop:
    """`count` aliens left the ship at `t_s`, all within a sample or two."""

    t_s: float
    count: int


def sharp_drops(t_s: Array, weight_g: Array, alien_g: float, sps: float) -> tuple[Drop, ...]:
    """Every place where the weight just after is lower than just before by more than half an alien.

    In a burst several fall before the weight is level again: then only how much it lost in all is told.
    """
    clear = clear_of_knocks(weight_g, alien_g, sps)
    t_s, weight_g = t_s[clear], weight_g[clear]
    drops = _steps(t_s, weight_g, alien_g, sps, (_GAP_S, _LEAST_SHARE))
    for burst in _steps(t_s, weight_g, alien_g, sps, (_BURST_S, _BURST_SHARE)):
        inside = [d for d in drops if abs(d.t_s - burst.t_s) <= 0.5 * _BURST_S + _GAP_S + _SIDE_S]
        if burst.count > sum(d.count for d in inside):
            drops = [*(d for d in drops if d not in inside), burst]
    return tuple(sorted(drops, key=lambda d: d.t_s))


def slips(t_s: Array, weight_g: Array, on_rim: NDArray[np.bool_], alien_g: float, sps: float) -> tuple[float, ...]:
    """When the weight fell sharply while the ship lay on its rim: the deck bore part of what left it, but no hand is so quick.

    Beside a knock it may have been the knock; what goes on just before or after as fast is a hand's way.
    """
    clear = clear_of_knocks(weight_g, alien_g, sps)
    knocks_s, t_s, weight_g, on_rim = t_s[~clear], t_s[clear], weight_g[clear], on_rim[clear]
    found = [d.t_s for d in _steps(t_s, weight_g, alien_g, sps, (_GAP_S, _SLIP_SHARE))]
    found = [d_s for d_s in found if not (np.abs(knocks_s - d_s) < _SLIP_BEFORE_S).any()]
    found = [d_s for d_s in found if _sudden_g(t_s - d_s, weight_g) > _SLIP_SHARE * alien_g]
    before = [on_rim[(t_s > d_s - _SLIP_BEFORE_S - _GAP_S) & (t_s < d_s - _GAP_S)] for d_s in found]
    return tuple(sorted(d_s for d_s, lay in zip(found, before, strict=True) if len(lay) and lay.all()))


def _sudden_g(since_s: Array, weight_g: Array) -> float:
    """How much more was lost around that instant than in as long a time just before or after, whichever lost more."""
    edges_s = [(k - 1.5) * 1.5 * _GAP_S for k in range(4)]
    near = [weight_g[np.abs(since_s - edge_s) <= 0.5 * _SIDE_S] for edge_s in edges_s]
    if not all(len(rows) for rows in near):
        return 0.0
    lost = -np.diff([float(rows.mean()) for rows in near])
    return float(lost[1] - max(lost[0], lost[2], 0.0))


def _steps(t_s: Array, weight_g: Array, alien_g: float, sps: float, kind: tuple[float, float]) -> list[Drop]:
    """Losses of at least so many aliens within so many seconds (`kind`: seconds, aliens) from one level to another."""
    gap, side = max(2, round(kind[0] * sps)), max(1, round(_SIDE_S * sps))
    if len(t_s) < 2 * side + gap + 1:
        return []
    least_g = kind[1] * alien_g
    total = np.concatenate([[0.0], np.cumsum(weight_g)])
    level = (total[side:] - total[:-side]) / side
    fall = level[: -(side + gap - 1)] - level[side + gap - 1 :]
    drops: dict[int, Drop] = {}
    for index in np.argsort(-fall):
        if fall[index] < least_g:
            break
        start, at = int(index), min(int(index) + side + gap // 2, len(t_s) - 1)
        if any(abs(at - other) < gap + side + 1 for other in drops):
            continue
        ends = start + side, start + side + gap - 1
        span = max(side, round(_LASTING_S * sps))
        lost = _lost_g(weight_g, ends, span, alien_g, least_g)
        lost -= _drained_g(t_s, weight_g, ends, span) * (lost < _HAND_SHARE * alien_g)
        if lost > least_g:
            drops[at] = Drop(float(t_s[at]), max(1, round(lost / alien_g)))
    return list(drops.values())


def clear_of_knocks(weight_g: Array, alien_g: float, sps: float) -> NDArray[np.bool_]:
    """Rows in no short dip of the weight: there the rim knocks on the deck, and what falls meanwhile is a step over the dip."""
    width = round(_KNOCK_S * sps)
    if width < 2 or len(weight_g) < width:
        return np.ones(len(weight_g), dtype=bool)
    highest = _running(np.maximum, np.pad(weight_g, width - 1, mode="edge"), width)
    dips = _running(np.minimum, highest, width) - weight_g > _KNOCK_SHARE * alien_g
    return ~_running(np.logical_or, np.pad(dips, 1), 3)


def _running(join: np.ufunc, rows: NDArray[Any], width: int) -> NDArray[Any]:
    result: NDArray[Any] = join.reduce(np.lib.stride_tricks.sliding_window_view(rows, width), axis=1)
    return result


def _lost_g(weight_g: Array, gap: tuple[int, int], span: int, alien_g: float, least_g: float) -> float:
    """Drop between the two sides' medians; nothing when a side is not level (a jolt swings back, a fallen alien does not)."""
    before, after = weight_g[max(0, gap[0] - span) : gap[0]], weight_g[gap[1] : gap[1] + span]
    if len(after) < span or len(before) < 2:
        return 0.0
    near = (float(before[-2:].mean()), float(after[1:3].mean()))
    levels = (float(np.median(before)), float(np.median(after)))
    if any(abs(a - b) > _UNSTEADY_SHARE * alien_g for a, b in zip(near, levels, strict=True)):
        return 0.0
    return levels[0] - levels[1] if near[0] - near[1] > least_g else 0.0


def _drained_g(t_s: Array, weight_g: Array, gap: tuple[int, int], span: int) -> float:
    """How much of the loss is a hand's that takes on before the gap and after it: the rim may knock in the middle of it."""
    middle_s = 0.5 * float(t_s[gap[0] - 1] + t_s[min(gap[1], len(t_s) - 1)])
    drained_g = 0.0
    for side in (slice(max(0, gap[0] - span), gap[0]), slice(gap[1], gap[1] + span)):
        if len(t_s[side]) >= _SLOPE_ROWS:
            slope_g_s = float(np.median(np.diff(weight_g[side]) / np.diff(t_s[side])))
            drained_g += max(-slope_g_s, 0.0) * abs(float(np.median(t_s[side])) - middle_s)
    return drained_g
