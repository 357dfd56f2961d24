"""A browser on the stand-in service, and what the tests of the pages share."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

from fake_service import Running

SIZES = {"wide": (1280, 800), "small": (1024, 768), "tall": (768, 1024), "phone": (390, 844)}
_FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Debian's Chromium; skips where there is none."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only the marked tests need it

    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("no Chromium here (apt-get install chromium)")
    if not (Path(__file__).parents[2] / "companion/dashboard/vendor/lit.js").is_file():
        pytest.skip("Lit is not fetched (./run vendor)")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium, args=_FLAGS.split())
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    """The stand-in service, started once for a module."""
    with Running() as started:
        yield started


@pytest.fixture
def service(running: Running) -> Running:
    """The stand-in service as if freshly started: a roll to make, nothing said to it yet."""
    running.begin_anew()
    return running


class Tablet:
    """A page on the stand-in service: `open` it, then `show` other routes and scenes in it."""

    def __init__(self, browser: Any, service: Running) -> None:
        self._browser, self.service = browser, service
        self._contexts: list[Any] = []
        self.errors: list[str] = []
        self.page: Any = None

    def open(
        self,
        route: str = "#/table",
        *,
        scene: str = "roll",
        size: str = "wide",
        theme: str = "dark",
        lang: str = "en",
        **more: Any,
    ) -> Any:
        """Open a page of its own in a fresh browser context."""
        self.service.fake.show(scene)
        width, height = SIZES[size]
        context = self._browser.new_context(viewport={"width": width, "height": height}, **more)
        context.add_init_script(f"localStorage.setItem('companion.theme', '{theme}')")
        self._contexts.append(context)
        self.page = context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda said: self.errors.append(said.text) if "Content Security" in said.text else None)
        self.page.goto(f"{self.service.url}/?lang={lang}{route}")
        self.page.wait_for_selector(".connection[data-state=live]")
        self.page.wait_for_selector("main h1")
        return self.page

    def show(self, route: str, scene: str) -> Any:
        """Another route and scene in the same page, drawn and at rest."""
        self.service.fake.show(scene)
        self.page.evaluate("(route) => { location.hash = route; }", route)
        self.page.wait_for_function(
            "(seq) => document.querySelector('companion-app').known.seq >= seq", arg=self.service.fake.seq
        )
        self.page.wait_for_selector("main h1")
        self.page.wait_for_timeout(150)
        return self.page

    def close(self) -> None:
        """Close every context."""
        for context in self._contexts:
            context.close()


@pytest.fixture
def tablet(browser: Any, service: Running) -> Iterator[Tablet]:
    """A tablet on the stand-in service; errors on its pages fail the test."""
    made = Tablet(browser, service)
    yield made
    made.close()
    assert not made.errors
