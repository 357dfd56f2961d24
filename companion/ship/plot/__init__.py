"""Draw a capture: the whole evening as `evening.svg`, and one picture for everything that was felt in it."""

from __future__ import annotations

from collections.abc import Iterator

from companion.ship.plot.evening import draw_evening
from companion.ship.plot.moment import Truth, draw_missed, draw_moment
from companion.ship.plot.story import Said, Story, tell
from companion.ship.plot.words import name_of
from companion.ship.truth import Graded, grade

__all__ = ["Story", "Truth", "pictures", "tell"]


def pictures(story: Story, truth: Truth | None = None) -> Iterator[tuple[str, str]]:
    """Name and SVG of each picture; none for a file that is no capture at all."""
    if story.header is None:
        return
    graded = None if truth is None else _graded(story, truth)
    yield "evening", draw_evening(story, graded)
    own = {id(one.call): one for one in graded or () if one.call is not None}
    scenes: list[tuple[float, Said | Graded]] = [(said.t_s, said) for said in story.said]
    scenes += [(one.t_s, one) for one in graded or () if one.verdict == "missed"]
    for number, (_, scene) in enumerate(sorted(scenes, key=lambda s: s[0]), start=1):
        if isinstance(scene, Graded):
            assert scene.truth is not None
            yield f"{number:03d}-missed-{scene.kind}", draw_missed(story, scene, truth or ())
        else:
            mine = [own[id(row)] for row in scene.rows if id(row) in own]
            yield f"{number:03d}-{name_of(scene.felt)}", draw_moment(story, scene, truth, mine)


def _graded(story: Story, truth: Truth) -> list[Graded]:
    """Verdicts on what was read: the truth of what comes after a damaged line is left out."""
    last_s = float(story.rows[-1, 0]) if len(story.rows) else 0.0
    seen = truth if story.error is None else [row for row in truth if row["t"] < last_s - 1.5]
    return grade(seen, story.calls, story.shape)
