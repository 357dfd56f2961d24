"""A demo and a browser for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from virtual_table import Demo, chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for a module: while it is open, an event loop runs that other tests must not find."""
    with chromium() as found:
        yield found


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Demo]:
    """The demo, with a ship of its own."""
    with Demo(tmp_path) as running:
        yield running


@pytest.fixture
def page(browser: Browser, demo: Demo) -> Iterator[Page]:
    """The tablet page at its usual size, opened by the address the demo printed; no script error may happen."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, has_touch=True, locale="en")
    errors: list[str] = []
    tab = context.new_page()
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.goto(demo.url)
    expect(tab.locator('.top-bar .connection[data-state="live"]')).to_be_visible()
    yield tab
    context.close()
    assert not errors
