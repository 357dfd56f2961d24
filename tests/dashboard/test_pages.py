"""Every page in both themes: nothing for axe to find, no text of its own, targets large enough, nothing beside the screen."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.browser

PAGES = [
    ("#/table", "roll"),
    ("#/table", "manual"),
    ("#/table", "question"),
    ("#/table", "notice"),
    ("#/table", "lost"),
    ("#/table", "over"),
    ("#/table", "lobby"),
    ("#/setup", "lobby"),
    ("#/setup", "roll"),
    ("#/survey", "lobby"),
    ("#/history", "lobby"),
    ("#/history/5", "lobby"),
    ("#/diagnostics", "lost"),
    ("#/bench", "roll"),
    ("#/styleguide", "lobby"),
]
IDS = [f"{route[2:]}-{scene}" for route, scene in PAGES]
THEMES = ["dark", "light"]
UNWORDED = """() => {
  const own = (node) => !(node.closest && node.closest('[translate="no"], script, style'));
  const bare = (text) => {
    let before; let now = text;
    do { before = now; now = now.replace(/\\u27e6[^\\u27e6\\u27e7]*\\u27e7/g, ''); } while (now !== before);
    return /\\p{L}/u.test(now) ? now.trim() : '';
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = bare(walker.currentNode.textContent);
    if (text && own(walker.currentNode.parentElement)) found.push(text);
  }
  document.querySelectorAll('[aria-label], [placeholder], [title], [alt]').forEach((element) => {
    ['aria-label', 'placeholder', 'title', 'alt'].forEach((name) => {
      const text = element.hasAttribute(name) ? bare(element.getAttribute(name)) : '';
      if (text) found.push(`${name}: ${text}`);
    });
  });
  const title = bare(document.title);
  return title ? [...found, `title: ${title}`] : found;
}"""
SMALL = """(least) => [...document.querySelectorAll('a, button, input:not([type=radio]):not([type=checkbox]), select, summary, label.choice, [role=button]')]
  .filter((element) => element.checkVisibility() && !element.closest('.bench-board'))
  .map((element) => ({ box: element.getBoundingClientRect(), name: element.outerHTML.slice(0, 120) }))
  .filter(({ box }) => box.width < least - 0.5 || box.height < least - 0.5)
  .map(({ box, name }) => `${box.width.toFixed(0)}x${box.height.toFixed(0)} ${name}`)"""


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("route", "scene"), PAGES, ids=IDS)
def test_axe_finds_nothing(tablet: Any, route: str, scene: str, theme: str) -> None:
    """Axe-core has nothing to say about the page."""
    from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415 - only the marked tests need it

    page = tablet(route, scene=scene, theme=theme)
    page.wait_for_timeout(400)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize(("route", "scene"), PAGES, ids=IDS)
def test_no_text_is_hard_coded(tablet: Any, route: str, scene: str) -> None:
    """In the pseudo-locale every word is in brackets; only what people typed is not."""
    page = tablet(route, scene=scene, lang="xx")
    page.wait_for_timeout(400)
    assert page.evaluate(UNWORDED) == []


@pytest.mark.parametrize("size", ["wide", "small", "tall", "phone"])
@pytest.mark.parametrize(("route", "scene"), PAGES, ids=IDS)
def test_targets_are_large_and_nothing_is_cut_off(tablet: Any, route: str, scene: str, size: str) -> None:
    """Whatever can be tapped is at least 48 px each way, and no page scrolls sideways."""
    page = tablet(route, scene=scene, size=size)
    page.wait_for_timeout(300)
    assert page.evaluate(SMALL, 48) == []
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0


@pytest.mark.parametrize("scene", ["roll", "roll4", "roll8", "question", "notice", "lost", "over", "manual", "remove", "follow"])
@pytest.mark.parametrize("size", ["wide", "small", "tall"])
def test_the_game_fits_a_tablet(tablet: Any, scene: str, size: str) -> None:
    """On a tablet the game page shows everything at once: nothing scrolls, nothing lies over something else."""
    page = tablet(scene=scene, size=size)
    page.wait_for_timeout(300)
    assert page.evaluate("document.documentElement.scrollHeight - window.innerHeight") <= 0
    overlapping = page.evaluate("""() => {
      const boxes = [...document.querySelectorAll('.table > section')].map((part) => [part.className, part.getBoundingClientRect()]);
      const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
      const found = [];
      boxes.forEach(([name, a], i) => boxes.slice(i + 1).forEach(([other, b]) => over(a, b) && found.push(`${name} / ${other}`)));
      boxes.forEach(([name, a]) => a.bottom > window.innerHeight + 1 && found.push(`${name} below the screen`));
      return found; }""")
    assert overlapping == []


@pytest.mark.parametrize("scene", ["roll", "roll4", "roll8", "question", "lost"])
def test_sizes_are_read_from_two_metres(tablet: Any, scene: str) -> None:
    """At 1280 by 800 scores have at least 96 px, the prompt 48 px, main buttons and answers 72 px."""
    page = tablet(scene=scene)
    page.wait_for_timeout(300)
    size = "(element) => parseFloat(getComputedStyle(element).fontSize)"
    scores = page.locator(".score-number")
    assert scores.count() >= 2
    assert min(scores.evaluate_all(f"(all) => all.map({size})")) >= 96
    assert page.locator(".prompt-words").evaluate(size) >= 48
    heights = page.locator(".button.main, .button.tall, .roll-pad .button").evaluate_all("(all) => all.map((b) => b.offsetHeight)")
    assert heights
    assert min(heights) >= 72


@pytest.mark.parametrize("theme", THEMES)
def test_words_have_a_contrast_of_seven(tablet: Any, theme: str) -> None:
    """Text on every ground of the page has at least 7 to 1."""
    page = tablet(theme=theme)
    ratios = page.evaluate("""() => {
      const style = getComputedStyle(document.documentElement);
      const part = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
      const light = (name) => { const [r, g, b] = part(style.getPropertyValue(name).trim()); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
      const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
      const grounds = ['--sky-deep', '--sky', '--panel', '--raised'];
      const pairs = grounds.flatMap((ground) => [['--text', ground], ['--text-soft', ground]]);
      pairs.push(['--on-paper', '--paper'], ['--on-moon', '--moon'], ['--disc-text', '--disc']);
      return pairs.map(([a, b]) => [`${a} on ${b}`, ratio(a, b)]); }""")
    assert len(ratios) == 11
    assert [pair for pair in ratios if pair[1] < 7] == []
