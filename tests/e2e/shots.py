"""Take the pictures in the docs: `./run shots` takes all, `./run shots ship` or `./run shots page` only those.

The page's show a game on the virtual ship at real sizes; the game is always the same, only the ship's swing differs from
run to run. The ship room's are drawn by `companion replay --plot` from seeded evenings.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import ship_shots
from playwright.sync_api import Page
from virtual_table import Demo, Players, chromium, until

SHOTS = Path(__file__).resolve().parents[2] / "companion" / "dashboard" / "shots"
GAME = [(1, 3), (3, 3), (2, 4), (4, 4), (1, 1)]  # sector, ring
SETTLE_MS = 2500
PAGES = {"bench": "#/bench"}
SIZES = {"table": (1280, 800), "table-tall": (768, 1024), "table-phone": (390, 844)}


def main(only: str) -> None:
    """Take what is asked for."""
    if only in ("", "ship"):
        ship_shots.take()
    if only in ("", "page"):
        take()


def take() -> None:
    """One game, a picture of every size, and of the pages beside it."""
    SHOTS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, Demo(Path(folder)) as demo, chromium() as browser:
        page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="en", reduced_motion="reduce")
        page.goto(demo.url)
        _play(demo, page)
        for name, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            _shoot(page, name)
        page.set_viewport_size({"width": 1280, "height": 800})
        for name, route in PAGES.items():
            page.goto(page.url.split("#")[0] + route)
            _shoot(page, name)


def _play(demo: Demo, page: Page) -> None:
    demo.command("new-game", game="balancing-aliens", names=["Ada", "Ben", "Cleo"], mode="ship")
    for value in (6, 4, 2):
        first = next(one for one in demo.table()["awaits"] if one["kind"] == "roll")
        demo.command("act", await_id=first["id"], action={"type": "roll", "seat": first["seat"], "value": value})
    until("the game to begin", lambda: demo.table()["state"]["phase"] == "sending")
    players = Players(demo, page)
    for sector, ring in GAME:
        players.roll(sector)
        players.place(ring, sector)
        players.settled()
    players.roll(3)


def _shoot(page: Page, name: str) -> None:
    page.locator('.top-bar .connection[data-state="live"]').wait_for()
    page.wait_for_timeout(SETTLE_MS)
    page.screenshot(path=SHOTS / f"{name}.png")


if __name__ == "__main__":
    main("".join(sys.argv[1:2]))
