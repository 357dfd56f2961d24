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
SIZES = ["wide", "small", "tall", "phone"]
THEMES = ["dark", "light"]
GAMES = ["roll", "roll4", "roll8", "question", "notice", "lost", "over", "manual", "remove", "follow"]
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
UNFIT = """() => {
  const boxes = [...document.querySelectorAll('.table > section')].map((part) => [part.className, part.getBoundingClientRect()]);
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const found = [];
  const scroll = document.documentElement.scrollHeight - window.innerHeight;
  if (scroll > 0) found.push(`scrolls by ${scroll}`);
  boxes.forEach(([name, a], i) => boxes.slice(i + 1).forEach(([other, b]) => over(a, b) && found.push(`${name} / ${other}`)));
  boxes.forEach(([name, a]) => a.bottom > window.innerHeight + 1 && found.push(`${name} below the screen`));
  document.querySelectorAll('.score-card').forEach((card) => {
    const [inner, outer] = [card.querySelector('.score-number').getBoundingClientRect(), card.getBoundingClientRect()];
    if (inner.bottom > outer.bottom + 1 || inner.top < outer.top) found.push('a score is cut off');
  });
  document.querySelectorAll('.at-news').forEach((part) => part.scrollHeight > part.clientHeight + 2 && found.push(`${part.className} scrolls: ${part.scrollHeight} in ${part.clientHeight}`));
  const ship = document.querySelector('.at-ship .ship-stage');
  if (ship && ship.clientHeight < 220) found.push(`ship of ${ship.clientHeight}`);
  return found;
}"""
SMALL = """(least) => [...document.querySelectorAll('a, button, input:not([type=radio]):not([type=checkbox]), select, summary, label.choice, [role=button]')]
  .filter((element) => element.checkVisibility() && !element.closest('.bench-board'))
  .map((element) => ({ box: element.getBoundingClientRect(), name: element.outerHTML.slice(0, 120) }))
  .filter(({ box }) => box.width < least - 0.5 || box.height < least - 0.5)
  .map(({ box, name }) => `${box.width.toFixed(0)}x${box.height.toFixed(0)} ${name}`)"""


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing(tablet: Any, theme: str) -> None:
    """Axe-core has nothing to say about any page in either theme."""
    from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415 - only the marked tests need it

    tablet.open(theme=theme)
    reports = {}
    for route, scene in PAGES:
        found = Axe().run(tablet.show(route, scene))
        if found.violations_count:
            reports[f"{route} {scene}"] = found.generate_report()
    assert not reports, "\n".join(f"{page}: {report}" for page, report in reports.items())


def test_no_text_is_hard_coded(tablet: Any) -> None:
    """In the pseudo-locale every word of every page is in brackets; only what people typed is not."""
    tablet.open(lang="xx")
    found = {f"{route} {scene}": tablet.show(route, scene).evaluate(UNWORDED) for route, scene in PAGES}
    assert {page: words for page, words in found.items() if words} == {}


@pytest.mark.parametrize("size", SIZES)
def test_targets_are_large_and_nothing_is_cut_off(tablet: Any, size: str) -> None:
    """Whatever can be tapped is at least 48 px each way, and no page scrolls sideways."""
    tablet.open(size=size)
    found = {}
    for route, scene in PAGES:
        page = tablet.show(route, scene)
        beside = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        found[f"{route} {scene}"] = [*page.evaluate(SMALL, 48), *([f"{beside} px beside the screen"] if beside > 0 else [])]
    assert {page: bad for page, bad in found.items() if bad} == {}


@pytest.mark.parametrize("size", ["wide", "small", "tall"])
def test_the_game_fits_a_tablet(tablet: Any, size: str) -> None:
    """On a tablet the game page shows everything at once: nothing scrolls, nothing lies over something else."""
    tablet.open(size=size)
    found = {scene: tablet.show("#/table", scene).evaluate(UNFIT) for scene in GAMES}
    assert {scene: bad for scene, bad in found.items() if bad} == {}


def test_sizes_are_read_from_two_metres(tablet: Any) -> None:
    """At 1280 by 800 scores have at least 96 px, the prompt 48 px, main buttons and answers 72 px."""
    tablet.open()
    for scene in GAMES:
        page = tablet.show("#/table", scene)
        size = "(element) => parseFloat(getComputedStyle(element).fontSize)"
        assert min(page.locator(".score-number").evaluate_all(f"(all) => all.map({size})")) >= 96, scene
        assert page.locator(".prompt-words").evaluate(size) >= 48, scene
        heights = page.locator(".button.main, .button.tall, .roll-pad .button").evaluate_all(
            "(all) => all.map((b) => b.offsetHeight)"
        )
        assert min(heights) >= 72, scene


@pytest.mark.parametrize("theme", THEMES)
def test_words_have_a_contrast_of_seven(tablet: Any, theme: str) -> None:
    """Text on every ground of the page has at least 7 to 1."""
    page = tablet.open(theme=theme)
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
