"""The whole evening in one picture: the one to send with a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.events import Placed
from companion.ship.plot.above import Deck
from companion.ship.plot.axes import Frame
from companion.ship.plot.panels import centre_frame, counts_panel, draw_centre, draw_load, draw_odds, legend, load_frame, mark
from companion.ship.plot.story import Story
from companion.ship.plot.svg import Canvas
from companion.ship.plot.words import summary, verdicts
from companion.ship.truth import Graded

__all__ = ["draw_evening"]

_WIDTH, _HEIGHT = 1280, 1250
_LEFT, _PLOT, _SIDE = 70.0, 980.0, 1070.0
_LANES = {"missed": "s-wrong", "invented": "s-wrong"}

Verdicts = Mapping[int, str]


def draw_evening(story: Story, graded: Sequence[Graded] | None) -> str:
    """The picture; `graded` where the truth is known."""
    title = f"{story.name}: what was felt"
    facts = [summary(story)]
    if graded is not None:
        facts.append(verdicts(graded))
    canvas = Canvas(_WIDTH, _HEIGHT, title, ". ".join([*facts, *([story.error] if story.error else [])]))
    canvas.text(_LEFT - 46, 34, title, "f-ink big")
    canvas.text(_LEFT - 46, 56, ". ".join(facts), "f-soft")
    if story.error:
        canvas.text(_LEFT - 46, 78, f"Reading ended: {story.error}"[:170], "f-wrong head")
    if len(story.rows):
        _play(canvas, story, graded)
    elif len(story.counts):
        counts_panel(canvas, story, (_LEFT, 120, _PLOT, 300))
    else:
        canvas.text(_LEFT, 130, "Nothing was read before that.", "f-ink")
    return canvas.render()


def _play(canvas: Canvas, story: Story, graded: Sequence[Graded] | None) -> None:
    rows = story.rows
    x = (float(rows[0, 0]), max(float(rows[-1, 0]), float(rows[0, 0]) + 1.0))
    load = load_frame(story, rows, (_LEFT, 116, _PLOT, 170), x)
    draw_load(canvas, load, story, rows)
    load_keys = [("s-load thin", "measured"), ("s-called mid", "aliens believed aboard")]
    legend(canvas, _SIDE, 128, load_keys if story.weighs else [("s-called mid", "believed aboard; nothing weighs this ship")])
    centre = centre_frame(story, rows, (_LEFT, 324, _PLOT, 210), x)
    draw_centre(canvas, centre, story, rows)
    keys = [("s-x thin", "x, to the right"), ("s-y thin", "y, away from the edge"), ("s-x wide faint", "fitted swing (x)")]
    legend(canvas, _SIDE, 336, [*keys, ("s-y wide faint", "fitted swing (y)"), ("s-x mid dash", "its balance")])
    odds = draw_odds(canvas, (_LEFT, 572, _PLOT, 150), x, _judged(story, graded), "time on the sensor's clock, s")
    _call_keys(canvas, 584, known=graded is not None)
    _lost(canvas, odds, graded or ())
    for frame in (load, centre, odds) if story.error else ():
        frame.upright(canvas, x[1], "s-wrong bold")
    _below(canvas, story, graded)


def _judged(story: Story, graded: Sequence[Graded] | None) -> list[tuple[Mapping[str, Any], str]]:
    verdict = {id(g.call): g.verdict for g in graded or () if g.call is not None}
    return [(row, verdict.get(id(row), "")) for row in story.calls]


def _call_keys(canvas: Canvas, top: float, *, known: bool) -> None:
    entries = [("place", False, "", "placed"), ("remove", False, "", "taken away"), ("fall", False, "", "fallen")]
    entries.append(("place", True, "", "asked (hollow)"))
    if known:
        entries.append(("place", False, "wrong", "wrong, or nothing happened"))
    for row, (kind, ask, verdict, words) in enumerate(entries):
        mark(canvas, (_SIDE + 13, top + 20 * row), kind, ask, verdict)
        canvas.text(_SIDE + 34, top + 20 * row + 4, words, "f-ink small")
    if known:
        canvas.circle(_SIDE + 13, top + 100, 5, "s-wrong none mid")
        canvas.text(_SIDE + 34, top + 104, "happened, never called", "f-ink small")


def _lost(canvas: Canvas, frame: Frame, graded: Sequence[Graded]) -> None:
    for one in graded:
        if one.verdict == "missed" and frame.x[0] <= one.t_s <= frame.x[1]:
            canvas.circle(frame.px(one.t_s), frame.top + frame.height - 8, 5, "s-wrong none mid")


def _below(canvas: Canvas, story: Story, graded: Sequence[Graded] | None) -> None:
    """The ship with every placement of the evening, and what was noted beside it."""
    canvas.text(_LEFT, 800, "The ship from above: every placement that was called", "f-ink head")
    deck = Deck(canvas, story.shape, (_LEFT + 230, 1010), 195)
    deck.draw()
    placed = [felt for said in story.said for felt in said.felt if isinstance(felt, Placed)]
    for felt in placed:
        deck.plus(felt.spot.xy_mm or deck.centre(felt.spot), "s-called mid")
    for one in graded or ():
        if one.kind == "place" and one.truth is not None:
            _truth_of(deck, one)
    entries = [("s-called mid", "estimated (upright cross)")]
    if graded is not None:
        entries += [("s-true mid", "really there (circle: the foot)"), ("s-wrong mid", "from truth to a wrong call")]
    legend(canvas, _LEFT + 480, 830, entries)
    _notes(canvas, story)


def _truth_of(deck: Deck, one: Graded) -> None:
    assert one.truth is not None
    there = (float(one.truth["x"]), float(one.truth["y"]))
    deck.true(there, faint=one.verdict != "right")
    if one.verdict == "wrong" and one.call is not None and one.call.get("xy_mm"):
        x, y = one.call["xy_mm"]
        deck.canvas.line(deck.at(there), deck.at((x, y)), "s-wrong mid")


_MOST_NOTES = 14


def _notes(canvas: Canvas, story: Story) -> None:
    left, top = _LEFT + 480, 920
    canvas.text(left, top, "Notes" if story.notes else "No notes", "f-ink head")
    for row, note in enumerate(story.notes[:_MOST_NOTES], start=1):
        more = ", ".join(f"{name} {value}" for name, value in note.params.items())
        canvas.text(left, top + 20 * row, f"{note.t_s:.1f} s  {note.code}  {more}"[:90], "f-soft small")
    if len(story.notes) > _MOST_NOTES:
        canvas.text(left, top + 20 * (_MOST_NOTES + 1), f"and {len(story.notes) - _MOST_NOTES} more", "f-soft small")
