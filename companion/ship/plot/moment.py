"""One happening in one picture: a few seconds around it, its possible readings, and the ship from above."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.events import Alternative, Fell, Felt, Lifted, Moved, Placed, Removed
from companion.ship.plot.above import Deck, true_places
from companion.ship.plot.axes import Frame
from companion.ship.plot.panels import centre_frame, draw_centre, draw_load, legend, load_frame
from companion.ship.plot.story import Said, Story
from companion.ship.plot.svg import Canvas
from companion.ship.plot.words import say
from companion.ship.truth import Graded

__all__ = ["draw_missed", "draw_moment"]

_WIDTH, _HEIGHT = 1280, 760
_LEFT, _PLOT = 70.0, 700.0
_BEFORE_S, _AFTER_S, _LIFT_S = 2.5, 1.5, 4.0
_STAGGER, _LEVELS = 15, 4
_MOST_READINGS = 6
_LINES = (
    ("s-load thin", "load"),
    ("s-x thin", "x"),
    ("s-y thin", "y"),
    ("s-x wide faint", "fitted"),
    ("s-x mid dash", "balance"),
)

Truth = Sequence[Mapping[str, Any]]


def draw_moment(story: Story, said: Said, truth: Truth | None, graded: Sequence[Graded]) -> str:
    """What was felt at one moment; `graded` are its own verdicts where the truth is known."""
    title = "; ".join(say(felt) for felt in said.felt)
    calls = [felt for felt in said.felt if not isinstance(felt, Lifted)]
    facts = [f"{story.name}, {'called' if calls else 'noticed'} at {said.t_s:.2f} s"]
    if calls:
        facts[0] += f", {said.t_s - said.from_s:.2f} s after it happened, as estimated"
    facts += [_verdict(one) for one in graded]
    canvas = _begun(title, facts)
    lifted = any(isinstance(felt, Lifted) for felt in said.felt)
    start_s = min([said.from_s, *(_lifted_s(story, said) if lifted else ())])
    x = (start_s - _BEFORE_S, said.t_s + (_LIFT_S if lifted else _AFTER_S))
    frames = _against_time(canvas, story, x)
    estimated = [] if not calls else [(said.from_s, "s-called mid dash", "happened (estimate)")]
    moments = [*estimated, (said.t_s, "s-called mid", "called" if calls else "noticed")]
    _moments(canvas, frames, [*moments, *_true_moments(truth, x)])
    _readings(canvas, [felt for felt in calls if not isinstance(felt, Moved)])
    deck = _deck(canvas, story, truth, said.t_s)
    for standing in said.standing:
        deck.believed(standing)
    for felt in said.felt:
        _show(deck, felt)
    return canvas.render()


def draw_missed(story: Story, one: Graded, truth: Truth) -> str:
    """Something that happened and was never called."""
    assert one.truth is not None
    what = {"place": "placed", "remove": "taken away"}.get(one.kind, f"{one.truth.get('count')} fell")
    where = f" at ring {one.truth['ring']}, sector {one.truth['sector']}" if "ring" in one.truth else ""
    canvas = _begun(f"Never called: {what}{where}", [f"{story.name}, at {one.t_s:.2f} s"])
    x = (one.t_s - _BEFORE_S, one.t_s + _AFTER_S + 1.0)
    frames = _against_time(canvas, story, x)
    _moments(canvas, frames, _true_moments(truth, x))
    deck = _deck(canvas, story, truth, one.t_s)
    if "x" in one.truth:
        deck.ring((float(one.truth["x"]), float(one.truth["y"])), "s-wrong none bold")
    return canvas.render()


def _begun(title: str, facts: Sequence[str]) -> Canvas:
    canvas = Canvas(_WIDTH, _HEIGHT, title, ". ".join(facts))
    canvas.text(_LEFT - 46, 34, title, "f-ink big")
    canvas.text(_LEFT - 46, 56, ". ".join(facts), "f-soft")
    return canvas


def _verdict(one: Graded) -> str:
    if one.verdict == "invented":
        return "In truth nothing like it happened"
    assert one.truth is not None
    truth = one.truth
    there = f"{truth['count']} fell" if one.kind == "fall" else f"ring {truth['ring']}, sector {truth['sector']}"
    return f"In truth: {there} ({'asked' if one.asked else one.verdict})"


def _lifted_s(story: Story, said: Said) -> list[float]:
    """When the ship that now stands again was lifted."""
    lifts = [s.from_s for s in story.said if s.t_s < said.t_s and any(isinstance(f, Lifted) and not f.down for f in s.felt)]
    back = any(isinstance(f, Lifted) and f.down for f in said.felt)
    return lifts[-1:] if back else []


def _against_time(canvas: Canvas, story: Story, x: tuple[float, float]) -> list[Frame]:
    rows = story.between(*x)
    load = load_frame(story, rows, (_LEFT, 164, _PLOT, 150), x)
    draw_load(canvas, load, story, rows)
    centre = centre_frame(story, rows, (_LEFT, 352, _PLOT, 210), x)
    draw_centre(canvas, centre, story, rows, "time on the sensor's clock, s")
    return [load, centre]


def _true_moments(truth: Truth | None, x: tuple[float, float]) -> list[tuple[float, str, str]]:
    names = {"place": "let go", "remove": "taken", "fall": "last one fell", "lifted": "stood again", "moved": "slid"}
    names |= {"bump": "knock", "lean-on": "finger", "turned": "turned"}
    inside = [row for row in truth or () if x[0] < row["t"] < x[1] and row["kind"] in names]
    return [(float(row["t"]), "s-true mid dots", f"truth: {names[row['kind']]}") for row in inside]


def _moments(canvas: Canvas, frames: Sequence[Frame], moments: Sequence[tuple[float, str, str]]) -> None:
    """Upright lines through all frames, their words staggered above."""
    for row, (t_s, classes, words) in enumerate(sorted(moments)):
        for frame in frames:
            frame.upright(canvas, t_s, classes)
        top = frames[0].top
        y = top - 26 - _STAGGER * ((len(moments) - 1 - row) % _LEVELS)
        canvas.line((frames[0].px(t_s), top), (frames[0].px(t_s), y + 3), f"{classes} fine")
        canvas.text(frames[0].px(t_s) + 4, y, words, f"{classes.split()[0].replace('s-', 'f-')} small")


def _readings(canvas: Canvas, felts: Sequence[Felt]) -> None:
    """Bars: how likely each reading of what happened is."""
    rows = [row for felt in felts if isinstance(felt, Placed | Removed | Fell) for row in _answers(felt)]
    if rows:
        canvas.text(_LEFT, 632, "What it may have been, and how likely", "f-ink head")
    for number, (words, odds) in enumerate(rows[:_MOST_READINGS]):
        y = 654 + 19 * number
        canvas.rectangle(_LEFT + 300, y - 10, 300.0, 12, "f-band")
        canvas.rectangle(_LEFT + 300, y - 10, 300.0 * min(odds, 1.0), 12, "f-called")
        canvas.text(_LEFT, y, words, "f-ink small")
        canvas.text(_LEFT + 608, y, f"{100 * odds:.2f} %", "f-soft small")


def _answers(felt: Placed | Removed | Fell) -> list[tuple[str, float]]:
    asked = " (asked)" if felt.ask else ""
    word = {Placed: "placed", Removed: "taken", Fell: "fell"}[type(felt)]
    if not felt.alternatives:
        return [(f"{say(felt)}{asked}", felt.odds)]
    return [(f"{word}: {_spots(a)}{asked}"[:48], a.odds) for a in felt.alternatives]


def _spots(alternative: Alternative) -> str:
    spots = [f"ring {s.ring} sector {s.sector}" for s in alternative.spots]
    if len(spots) > 1:
        spots = [f"{s.ring}/{s.sector}" for s in alternative.spots]
        return f"{len(spots)}: ring/sector {', '.join(spots)}"
    return ", ".join(spots) or "none that stood"


def _deck(canvas: Canvas, story: Story, truth: Truth | None, t_s: float) -> Deck:
    canvas.text(850, 112, "The ship from above, as it then stood", "f-ink head")
    deck = Deck(canvas, story.shape, (1050, 340), 200)
    deck.draw()
    for xy in true_places(truth or (), t_s).values():
        deck.true(xy)
    entries = [("s-called mid", "estimated (cross), with its doubt (ellipse, 2 sigma)"), ("s-called bold", "came now (ring)")]
    entries += [("s-wrong mid", "left now (slanting cross)")]
    entries += [("s-true mid", "where it was really set down (circle: the foot)")] if truth is not None else []
    legend(canvas, 850, 596, entries)
    for number, entry in enumerate(_LINES):
        legend(canvas, 850 + 84 * number, 696, [entry])
    return deck


def _show(deck: Deck, felt: Felt) -> None:
    if isinstance(felt, Placed):
        deck.come(felt.spot)
    elif isinstance(felt, Removed):
        deck.gone(felt.spot)
    elif isinstance(felt, Fell):
        for spot in felt.gone:
            deck.gone(spot)
    elif isinstance(felt, Moved):
        deck.gone(felt.was)
        deck.come(felt.spot)
