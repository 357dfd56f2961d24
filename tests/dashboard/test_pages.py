"""Every page in both themes: nothing for axe to find, no text of its own, targets large enough, nothing beside the screen."""

from __future__ import annotations

from pathlib import Path
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
    ("#/table", "dance"),
    ("#/table", "dance-taken"),
    ("#/table", "dance-asked"),
    ("#/setup", "lobby"),
    ("#/setup", "roll"),
    ("#/survey", "lobby"),
    ("#/calibrate", "lobby"),
    ("#/history", "lobby"),
    ("#/history/5", "lobby"),
    ("#/diagnostics", "lost"),
    ("#/bench", "roll"),
    ("#/styleguide", "lobby"),
    ("#/table", "et-call"),
    ("#/table", "et-space"),
    ("#/table", "et-fly"),
    ("#/table", "et-cards-told"),
    ("#/table", "et-cards-guess"),
    ("#/table", "ce-start"),
    ("#/table", "ce-step"),
    ("#/table", "ce-trapped"),
    ("#/table", "lift-off"),
    ("#/table", "lift-off-tiles"),
    ("#/table", "lift-off-die"),
    ("#/table", "lift-off-word"),
    ("#/table", "lift-off-over"),
    ("#/table", "lift-off-teleport"),
    ("#/survey-lift-off", "lobby"),
    ("#/survey-close-encounters", "lobby"),
    ("#/survey-et", "lobby"),
]
SLOW = pytest.mark.slow  # the same pages once more: a second theme, size or language is looked at in the whole suite
SIZES = ["wide", pytest.param("small", marks=SLOW), pytest.param("tall", marks=SLOW), "phone"]
THEMES = ["dark", pytest.param("light", marks=SLOW)]
LANGS = [pytest.param("en", marks=SLOW), "nl"]  # the Dutch words are the longer ones
LIFT_OFF = ["lift-off", "lift-off-5", "lift-off-tiles", "lift-off-die", "lift-off-word", "lift-off-tracker", "lift-off-full"]
GAMES = [
    "roll",
    "roll4",
    "roll8",
    "question",
    "notice",
    "lost",
    "over",
    "manual",
    "remove",
    "follow",
    "dance",
    "dance8",
    "dance-taken",
    "dance-asked",
]
GAMES += ["et-call", "et-space", "et-followed"]
GAMES += ["ce-start", "ce-roll", "ce-step", "ce-from-tower", "ce-trapped", "ce-landed", "ce-over"]
LAID_OUT = ["et-cards-six", "et-cards-guess"]
"""Games whose scores are what lies before the players."""
PROBES = (Path(__file__).resolve().parent / "probes.js").read_text()


def probe(page: Any, call: str) -> Any:
    """What a probe of probes.js sees on the page."""
    return page.evaluate(f"{PROBES}.{call}")


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
    found = {f"{route} {scene}": probe(tablet.show(route, scene), "unworded()") for route, scene in PAGES}
    assert {page: words for page, words in found.items() if words} == {}


@pytest.mark.parametrize("size", SIZES)
def test_targets_are_large_and_nothing_is_cut_off(tablet: Any, size: str) -> None:
    """Whatever can be tapped is at least 48 px each way, and no page scrolls sideways."""
    tablet.open(size=size)
    found = {}
    for route, scene in PAGES:
        page = tablet.show(route, scene)
        beside = probe(page, "beside()")
        found[f"{route} {scene}"] = [*probe(page, "small(48)"), *([f"{beside} px beside the screen"] if beside > 0 else [])]
    assert {page: bad for page, bad in found.items() if bad} == {}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("size", ["wide", "small", "tall"])
def test_the_game_fits_a_tablet(tablet: Any, size: str, lang: str) -> None:
    """On a tablet the game page shows everything at once: nothing scrolls, nothing lies over something else."""
    tablet.open(size=size, lang=lang)
    found = {scene: probe(tablet.show("#/table", scene), "unfit()") for scene in [*GAMES, *LAID_OUT]}
    assert {scene: bad for scene, bad in found.items() if bad} == {}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("size", ["wide", "small", "tall"])
def test_lift_off_fits_a_tablet(tablet: Any, size: str, lang: str) -> None:
    """The planet, its points and what is asked are on one screen; no point's panel is cut off."""
    tablet.open(size=size, lang=lang)
    found = {}
    for scene in LIFT_OFF:
        page = tablet.show("#/table", scene)
        cut = "(all) => all.filter((e) => e.scrollHeight > e.clientHeight + 2 || e.scrollWidth > e.clientWidth + 2)"
        cut += ".map((e) => `${e.dataset.point} is cut off`)"
        found[scene] = [*probe(page, "unfit()"), *page.locator(".lo-picture .lo-tile").evaluate_all(cut)]
    assert {scene: bad for scene, bad in found.items() if bad} == {}


def test_whose_turn_and_how_many_days_are_read_from_two_metres(tablet: Any) -> None:
    """At 1280 by 800: the days left have 96 px, the prompt 48, the scores of five players 96; what can launch now is marked."""
    page = tablet.open(scene="lift-off-5")
    size = "(element) => parseFloat(getComputedStyle(element).fontSize)"
    assert page.locator(".lo-days b").evaluate(size) >= 96
    assert page.locator(".prompt-words").evaluate(size) >= 48
    assert min(page.locator(".score-number").evaluate_all(f"(all) => all.map({size})")) >= 96
    assert page.locator(".lo-tile.ready").evaluate_all("(all) => all.map((e) => e.dataset.point)") == ["p1", "p2"]
    assert min(page.locator(".lo-now").evaluate_all(f"(all) => all.map({size})")) >= 28


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
    ratios = probe(tablet.open(theme=theme), "contrasts()")
    assert len(ratios) == 11
    assert [pair for pair in ratios if pair[1] < 7] == []
