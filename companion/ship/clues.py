"""What was seen of an episode itself, beside the free stretch after it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.ship.inventory import Observation
from companion.ship.leaps import Leap
from companion.ship.touch import HandLoad, TouchPoint

__all__ = ["Clues"]


@dataclass(frozen=True, slots=True)
class Clues:
    """What was seen of the episode itself.

    `drops`: aliens that left in sharp drops of the weight, `drop_log` what a miscount costs; `slope_mm`: the farthest
    shift of the centre of pressure if the ship leaned enough for aliens to slide; `touch`: where a hand acted;
    `handled`: the weight was clearly off for a while; `on_rim`: the deck carries part of the ship; `unseen`: nobody looked,
    so the ship may have been lifted and put back as well; `waited`: a hand that may rest on the ship was waited for in vain;
    `leaps`: when something came on the plate itself or left it (None where that cannot be told);
    `load`: whether a hand was felt to add or take an alien's weight (None where that cannot be told); `hidden`: the rim held
    the ship a while, so that falls may not show; `still`: it lay there before and all the while; `slipped`: how often it
    grew lighter there as sharply as no hand takes it.

    Where nothing weighs the ship: `struck`: its rim struck the deck; `before`: the balance it leaned to just before that;
    `pressed`: log odds, by how the balance came about, that a hand set something down rather than took it; `shaken`: the
    ship has been steep this evening, so that the places of the aliens may be wrong.
    """

    drops: int = 0
    drop_log: float = -6.0
    slope_mm: tuple[float, float] | None = None
    lifted: bool = False
    touch: TouchPoint | None = None
    on_rim: bool = False
    handled: bool = True
    unseen: bool = False
    waited: bool = False
    load: HandLoad | None = None
    hidden: bool = False
    leaps: tuple[Leap, ...] | None = None
    still: bool = False
    slipped: int = 0
    struck: bool = False
    before: Observation | None = None
    pressed: float = 0.0
    shaken: bool = False
