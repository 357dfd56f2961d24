"""What browser games and pictures share: the demo as a process, a browser, and hands that know the virtual ship."""

from __future__ import annotations

import contextlib
import math
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

from companion.events import ShipShape

T = TypeVar("T")

START_S = 40.0
PATIENCE_S = 40.0
OVER_MM = 20.0
AFTER_S = 4.0
SCORES = """() => Object.fromEntries(
  [...document.querySelectorAll('[data-score]')].map((card) => [card.dataset.seat, Number(card.dataset.score)]))"""
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
CHROMIUM_OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def until(what: str, ask: Callable[[], T | None], patience_s: float = PATIENCE_S) -> T:
    """Ask again and again until the answer is true; says what never came."""
    end = time.monotonic() + patience_s
    while time.monotonic() < end:
        answer = ask()
        if answer:
            return answer
        time.sleep(0.1)
    raise AssertionError(f"waited {patience_s:.0f} s in vain for {what}")


class Demo:
    """`companion demo` on a free port of loopback, with the key it printed."""

    def __init__(self, folder: Path, *, seed: int = 1) -> None:
        command = [sys.executable, "-m", "companion.cli", "demo", "--host", "127.0.0.1", "--port", "0", "--seed", str(seed)]
        self._log = folder / "demo.log"
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, cwd=folder)
        self.url = until("the demo's address", self._address, START_S)
        base, _, key = self.url.partition("#k=")
        self.http = httpx.Client(base_url=base, headers={"Authorization": f"Bearer {key}"}, trust_env=False, timeout=20)

    def _address(self) -> str | None:
        assert self._process.poll() is None, self._log.read_text()
        return next((line for line in self._log.read_text().split() if "#k=" in line), None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.http.close()
        self._process.terminate()
        self._process.wait(timeout=30)

    def table(self) -> dict[str, Any]:
        """The table as every tablet gets it."""
        view: dict[str, Any] = self.http.get("/api/snapshot").raise_for_status().json()["table"]
        return view

    def bench(self) -> dict[str, Any]:
        """The virtual table: where the wood really is."""
        view: dict[str, Any] = self.http.get("/api/bench").raise_for_status().json()
        return view

    def hands(self, do: str, **details: Any) -> None:
        """Do something to the virtual ship."""
        self.http.post("/api/bench", json={"do": do, **details}).raise_for_status()

    def command(self, kind: str, **details: Any) -> None:
        """A command as a tablet would send it."""
        reply = self.http.post(
            "/api/commands", json={"type": kind, **details}, headers={"Idempotency-Key": str(time.monotonic_ns())}
        )
        reply.raise_for_status()


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, headless."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_OPTIONS)
        try:
            yield browser
        finally:
            browser.close()


class Players:
    """Hands that play by what the table asks for, and books of their own: what each seat should have by the rules."""

    def __init__(self, demo: Demo, page: Page) -> None:
        self.demo, self.page = demo, page
        board = demo.table()["game"]["board"]
        self.shape = ShipShape(tuple(board["ring_edges_mm"]), tuple(board["points"]), board["sectors"], board["foot_radius_mm"])
        self.due = [seat["score"] for seat in demo.table()["seats"]]

    def awaited(self, *kinds: str) -> dict[str, Any]:
        """What the table waits for, once it is one of these."""

        def ask() -> dict[str, Any] | None:
            return next((one for one in self.demo.table()["awaits"] if one["kind"] in kinds), None)

        return self.until(f"the table to await {kinds}", ask)

    def roll(self, value: int) -> dict[str, Any]:
        """Throw the electronic die for the seat whose turn it is; the table's next wish."""
        self.awaited("roll")
        self.demo.hands("die", value=value)
        return self.awaited("place", "remove") if value != 5 else self.awaited("roll")

    def place(self, ring: int, sector: int, turn: float = 0.5) -> tuple[float, float]:
        """Put an alien from the bag on the middle of an area; it scores its ring."""
        edges = self.shape.ring_edges_mm
        return self.place_at(0.5 * (edges[ring - 1] + edges[ring]), sector, turn, ring)

    def place_at(self, radius_mm: float, sector: int, turn: float, ring: int) -> tuple[float, float]:
        """Put an alien `turn` (0 to 1) of the way through a sector, for the seat whose turn it is; `ring` is its worth."""
        self.due[self.awaited("place")["seat"]] += self.shape.points[ring - 1]
        angle = 2 * math.pi * (sector - 1 + turn) / self.shape.sectors
        xy_mm = (radius_mm * math.cos(angle), radius_mm * math.sin(angle))
        self.demo.hands("place", xy_mm=xy_mm)
        return xy_mm

    def remove(self, sector: int) -> None:
        """Take the outermost alien of a sector back into the bag; it scores where it stood."""
        there = [alien for alien in self.aboard() if self._spot(alien).sector == sector]
        alien = max(there, key=lambda one: math.hypot(*one["xy_mm"]))
        self.due[self.awaited("remove")["seat"]] += self.shape.points[self._spot(alien).ring - 1]
        self.demo.hands("remove", id=alien["id"])

    def crash(self, seat: int) -> int:
        """Push the outermost alien over the rim; `seat` pays two points for each that fell, never below nothing."""
        before = len(self.aboard())
        alien = max(self.aboard(), key=lambda one: math.hypot(*one["xy_mm"]))
        away = self.shape.ring_edges_mm[-1] + OVER_MM - math.hypot(*alien["xy_mm"])
        push = [part / math.hypot(*alien["xy_mm"]) * away for part in alien["xy_mm"]]
        self.demo.hands("nudge", id=alien["id"], dxy_mm=push)
        until("an alien to fall", lambda: len(self.aboard()) < before)
        time.sleep(AFTER_S)
        fallen = before - len(self.aboard())
        self.due[seat] = max(0, self.due[seat] - 2 * fallen)
        return fallen

    def aboard(self) -> list[dict[str, Any]]:
        """The aliens that really stand on the ship."""
        return [alien for alien in self.demo.bench()["aliens"] if alien["aboard"]]

    def sectors(self) -> list[int]:
        """The sector of each alien that really stands on the ship."""
        return [self._spot(alien).sector for alien in self.aboard()]

    def _spot(self, alien: dict[str, Any]) -> Any:
        return self.shape.spot_at(*alien["xy_mm"])

    def answer(self) -> str | None:
        """If a question is open, press the answer that is true of the wood; the question's code."""
        questions = self.demo.table()["questions"]
        if not questions:
            return None
        option = next((one for one in questions[0]["options"] if self._is_true(one)), questions[0]["options"][0])
        self.page.locator(f'[data-question="{questions[0]["id"]}"] [data-option="{option["id"]}"]').click()
        until("the question to close", lambda: all(q["id"] != questions[0]["id"] for q in self.demo.table()["questions"]))
        return str(questions[0]["code"])

    def _is_true(self, option: dict[str, Any]) -> bool:
        standing = sorted((self._spot(alien).ring, self._spot(alien).sector) for alien in self.aboard())
        known = sorted((one["ring"], one["sector"]) for one in self.demo.table()["inventory"])
        if option["code"] == "spot":
            return (
                sorted([*known, (option["ring"], option["sector"])]) == standing
                or (option["ring"], option["sector"]) in standing
            )
        if option["code"] == "fell":
            left = [spot for spot in known if list(spot) not in option["params"].get("gone", [])]
            return left == standing
        return False

    def settled(self) -> None:
        """Answer what is asked until the page shows exactly the scores that the players count themselves."""

        def ask() -> bool:
            self.answer()
            return self.shown() == self.due

        self.until(f"the page to show {self.due}", ask)

    def until(self, what: str, ask: Callable[[], T | None]) -> T:
        """As `until`; what never came is said with the table as it stands."""
        try:
            return until(what, ask)
        except AssertionError as error:
            raise AssertionError(f"{error}; scores shown: {self.shown()}; table: {self.demo.table()}") from None

    def shown(self) -> list[int]:
        """The scores that stand on the page."""
        scores: dict[str, int] = self.page.evaluate(SCORES)
        return [scores[seat] for seat in sorted(scores)]
