"""How long the surveys on the tablet take: every tap and key of a whole survey, made by a browser on the real pages.

    python tests/bench/survey_time.py

Counted are taps, keys, looks at the real board, uses of a ruler and words on the page. A person's time is reckoned from them
with `SECONDS`. Exit code 1 where a survey takes longer than its aim, or where
the page keeps another board than the one looked at.
"""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "dashboard"))

from fake_service import Running
from playwright.sync_api import sync_playwright

SECONDS = {"tap": 1.5, "key": 0.5, "look": 2.0, "ruler": 8.0, "word": 0.25}
TABLET = {"width": 1280, "height": 800}
POINTS = ("p1", "p2", "p3", "p4")
PHASES = ("full", "half", "new")
PAIRS = (("fuel", "fuel"), ("fuel", "screw"), ("screw", "screw"))
ROCKETS = {"bonfire": (3, 2, 1), "trampoline": (1, 2, 3)}
FUEL = (2, 3, 4)
LIFT_OFF_DIE = (0, 1, 1, 2, 2, 3)
STARTS = {"2": 4, "3": 3, "4": 2, "5": 1}
RINGS_MM = (28, 49, 71, 92, 113, 134, 152)
RING_POINTS = (1, 2, 3, 4, 6, 8)


@dataclass(slots=True)
class Hand:
    """A finger on the page, and the eyes above it."""

    page: Any
    counts: Counter[str] = field(default_factory=Counter)

    def tap(self, selector: str, times: int = 1) -> None:
        """Tap what a finger would."""
        for _ in range(times):
            self.page.locator(selector).first.click()
        self.counts["tap"] += times

    def type(self, selector: str, text: str) -> None:
        """Tap into a field and type over what stands there."""
        self.tap(selector)
        self.page.keyboard.type(text)
        self.page.keyboard.press("Tab")
        self.counts["key"] += len(text)

    def look(self, times: int = 1) -> None:
        """Look at the real board for a value."""
        self.counts["look"] += times

    def measure(self) -> None:
        """Lay a ruler on."""
        self.counts["ruler"] += 1

    def read(self) -> None:
        """Read the page from top to bottom, once."""
        self.counts["word"] += sum(any(map(str.isalpha, word)) for word in self.page.locator(".page").inner_text().split())

    def seconds(self) -> float:
        """What a person needs for it."""
        return sum(SECONDS[what] * count for what, count in self.counts.items())


def radio(name: str, index: int) -> str:
    """The choice that a finger taps: the words beside the radio button."""
    return f"label:has(input[name='{name}']) >> nth={index}"


def phases(spots: int, width: int) -> dict[str, list[str]]:
    """A board on which each point is Full for `width` spots around it, and New for as many across."""
    rows = {}
    for n, point in enumerate(POINTS):
        middle = round((2 * n + 1) * spots / 8)
        row = ["half"] * spots
        for phase, turn in (("full", 0), ("new", spots // 2)):
            for spot in range(width):
                row[(middle + turn + spot - width // 2) % spots] = phase
        rows[point] = row
    return rows


def survey_lift_off(hand: Hand, rows: dict[str, list[str]], how: str) -> dict[str, Any]:
    """A whole board, every value; `how`: phases filled in ("usual", "turned") and compared, or "each" of them tapped."""
    spots = len(rows["p1"])
    hand.type("[data-survey=name]", "Ours")
    if spots != 8:
        hand.type(".row .field:nth-child(1) .stepper input", str(spots))
    hand.look(2)
    _tap_track(hand, rows, how)
    for players, spot in STARTS.items():
        hand.look()
        hand.tap(radio(f"start-{players}", spot))
    for tile, needed in ROCKETS.items():
        for phase, rockets in zip(PHASES, needed, strict=True):
            hand.look()
            hand.tap(radio(f"{tile}-{phase}", rockets - 1))
    for n, phase in enumerate(PHASES):
        hand.look(2)
        hand.tap(radio(f"jetpack-{phase}", FUEL[n] - 1))
        hand.tap(radio(f"slingshot-{phase}", n))
    _tell_dice(hand)
    hand.tap("[data-save-survey]")
    starts = dict(STARTS)
    return {
        "phases": rows,
        "day_start": starts,
        "lift_off_die": list(LIFT_OFF_DIE),
        "slingshot": dict(zip(PHASES, PAIRS, strict=True)),
    }


def _tap_track(hand: Hand, rows: dict[str, list[str]], how: str) -> None:
    if how == "usual":
        hand.tap("[data-usual]")
    for point, row in rows.items():
        hand.look(row.count("full") + row.count("new"))
        if point != "p1":
            hand.tap(f"[data-survey-point={point}]")
        tapped = {"usual": (), "turned": ("p1",), "each": POINTS}[how]
        for spot, phase in enumerate(row if point in tapped else []):
            hand.tap(f"[data-spot='{spot}']", ("half", "full", "new").index(phase))
        if point == "p1" and how == "turned":
            hand.tap("[data-rest]")
            hand.tap("[data-turned]")
    if how == "each":
        hand.tap("[data-rest]")


def _tell_dice(hand: Hand) -> None:
    for die in ("lift_off_die", "stargate_die", "number_die"):
        hand.tap(f"[data-die={die}]")
        hand.look(6)
    for n, face in enumerate(LIFT_OFF_DIE):
        hand.tap(f"[data-face='lift_off_die {n}']", (face - n) % 4)


def survey_ship(hand: Hand) -> dict[str, Any]:
    """A ship of six rings with a ruler."""
    hand.type("[data-survey=name]", "Ours")
    steppers = ".page .stepper input >> nth={}".format
    for n, number in enumerate((2 * RINGS_MM[-1], 6)):
        hand.measure()
        hand.type(steppers(n), str(number))
    hand.look(2)
    hand.measure()
    hand.type(steppers(4), str(RINGS_MM[0]))
    for ring, (edge_mm, points) in enumerate(zip(RINGS_MM[1:], RING_POINTS, strict=True)):
        hand.look(2)
        if ring < len(RING_POINTS) - 1:
            hand.type(f".ring-table tr:nth-child({ring + 1}) td:nth-child(2) input", str(edge_mm))
        hand.type(f".ring-table tr:nth-child({ring + 1}) td:nth-child(3) input", str(points))
    hand.tap("[data-save-survey]")
    return {"ring_edges_mm": list(RINGS_MM), "points": list(RING_POINTS)}


@dataclass(frozen=True, slots=True)
class Survey:
    """One survey: its page, what is done there, and the minutes it may take."""

    name: str
    route: str
    play: Callable[[Hand], dict[str, Any]]
    aim_s: float


FIVE_MINUTES, THREE_MINUTES = 300, 180
SURVEYS = (
    *(
        Survey(
            f"Lift Off!, {spots} Moon spots, {words}",
            "#/survey-lift-off",
            lambda hand, spots=spots, width=width, how=how: survey_lift_off(hand, phases(spots, width), how),
            FIVE_MINUTES,
        )
        for spots, width, how, words in (
            (8, 1, "usual", "the usual compared"),
            (8, 1, "each", "each point tapped"),
            (16, 3, "turned", "one point tapped, the others compared"),
            (16, 3, "each", "each point tapped"),
        )
    ),
    Survey("ship of six rings", "#/survey", survey_ship, THREE_MINUTES),
)


def take(browser: Any, service: Any, survey: Survey) -> bool:
    """One survey on a fresh page; whether it was quick enough and kept what was looked at."""
    service.begin_anew()
    service.fake.show("lobby")
    page = browser.new_page(viewport=TABLET)
    page.goto(f"{service.url}/?lang=en{survey.route}")
    page.wait_for_selector(".connection[data-state=live]")
    page.wait_for_selector("main h1")
    hand = Hand(page)
    hand.read()
    wanted = survey.play(hand)
    page.wait_for_selector("[data-start]")
    _, posted = service.fake.posts[-1]
    page.close()
    values = _plain(posted.get("values", posted))
    kept = all(values[key] == _plain(value) for key, value in wanted.items())
    counts = ", ".join(f"{count} {what}s" for what, count in hand.counts.items())
    verdict = "" if kept else " -- ANOTHER BOARD WAS KEPT"
    minutes, seconds = divmod(round(hand.seconds()), 60)
    print(f"{survey.name}: {counts}: {minutes}:{seconds:02} min (aim {survey.aim_s / 60:.0f}:00){verdict}")
    return kept and hand.seconds() < survey.aim_s


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


def main() -> int:
    """Take every survey."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        print("no Chromium here (apt-get install chromium): nothing measured")
        return 0
    print("reckoned with " + ", ".join(f"{seconds} s a {what}" for what, seconds in SECONDS.items()))
    with Running() as service, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--headless", "--no-sandbox", "--disable-gpu"])
        kept = [take(browser, service, survey) for survey in SURVEYS]
        browser.close()
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
