"""A browser on the stand-in service, and what the tests of the pages share."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
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


@pytest.fixture
def service() -> Iterator[Running]:
    """The stand-in service with a roll to make."""
    with Running() as running:
        running.fake.lean = False
        yield running


Open = Callable[..., Any]


@pytest.fixture
def tablet(browser: Any, service: Running) -> Iterator[Open]:
    """Open a page: `tablet("#/table", scene="roll", size="wide", theme="dark", lang="en")`; errors on it fail the test."""
    contexts: list[Any] = []
    errors: list[str] = []

    def open_page(
        route: str = "#/table", *, scene: str = "roll", size: str = "wide", theme: str = "dark", lang: str = "en", **context: Any
    ) -> Any:
        service.fake.show(scene)
        width, height = SIZES[size]
        made = browser.new_context(viewport={"width": width, "height": height}, **context)
        made.add_init_script(f"localStorage.setItem('companion.theme', '{theme}')")
        contexts.append(made)
        page = made.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if "Content Security" in message.text else None)
        page.goto(f"{service.url}/?lang={lang}{route}")
        page.wait_for_selector(".connection[data-state=live]")
        page.wait_for_selector("main h1")
        return page

    yield open_page
    for made in contexts:
        made.close()
    assert not errors
