"""The pages say what is so: links lead somewhere, commands exist, every room, game and house rule has its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import VERBS
from companion.games import GAMES
from companion.games.contract import Game

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
VERB = re.compile(r"(?:^|`|\bcompanion/)\./run ([a-z-]+)", re.MULTILINE)
COMMAND = re.compile(r"(?:^|`|bin/|\./run )companion ([a-z-]+)", re.MULTILINE)
PATH = re.compile(r"`((?:companion|firmware|hardware|deploy|tests)/[\w./-]+)`")
TOP_PAGES = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "LICENSE"]


@pytest.fixture(scope="session")
def pages(root: Path, tracked: list[Path]) -> dict[Path, str]:
    """Every page of the repository."""
    return {path: (root / path).read_text() for path in tracked if path.suffix == ".md"}


def _anchors(text: str) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


def _dead_links(root: Path, page: Path, text: str) -> Iterator[str]:
    for link in LINK.findall(FENCE.sub("", text)):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = (root / page.parent / name) if name else root / page
        if not target.exists():
            yield f"{page}: {link}"
        elif anchor and anchor not in _anchors(target.read_text()):
            yield f"{page}: {link} (no such heading)"


def test_top_pages_exist(root: Path) -> None:
    """The pages that every repository has are here."""
    assert [name for name in TOP_PAGES if not (root / name).is_file()] == []


def test_links_lead_somewhere(root: Path, pages: dict[Path, str]) -> None:
    """Every relative link and picture in a page is a file of the tree, every anchor a heading."""
    assert [dead for page, text in pages.items() for dead in _dead_links(root, page, text)] == []


def test_named_files_exist(root: Path, pages: dict[Path, str]) -> None:
    """Every path of ours that a page names in code style is there."""
    missing = [
        f"{page}: {name}"
        for page, text in pages.items()
        for name in PATH.findall(text)
        if "vendor" not in name and not (root / name).exists()
    ]
    assert not missing


def test_run_verbs_exist(root: Path, pages: dict[Path, str]) -> None:
    """Every ./run verb that a page names is one that ./run knows."""
    known = set(re.findall(r"^  ([a-z-]+)\)", (root / "run").read_text(), re.MULTILINE)) | {"help"}
    named = {(str(page), verb) for page, text in pages.items() for verb in VERB.findall(text)}
    assert {verb for _, verb in named} >= {"demo", "test"}
    assert [f"{page}: ./run {verb}" for page, verb in sorted(named) if verb not in known] == []


def test_commands_exist(pages: dict[Path, str]) -> None:
    """Every verb of `companion` that a page names exists, and the README names them all."""
    known = {verb.name for verb in VERBS}
    named = {(str(page), verb) for page, text in pages.items() for verb in COMMAND.findall(text)}
    assert [f"{page}: companion {verb}" for page, verb in sorted(named) if verb not in known] == []
    assert known - {verb for page, verb in named if page == "README.md"} == set()


def test_every_room_has_its_page(root: Path) -> None:
    """Every room says what lives in it."""
    rooms = [path.parent for path in sorted((root / "companion").glob("*/__init__.py")) if path.parent.name != "cli_verbs"]
    rooms += [root / name for name in ("firmware", "hardware", "deploy", "tests", "companion/dashboard")]
    assert [str(room.relative_to(root)) for room in rooms if not (room / "README.md").is_file()] == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_game_has_its_page(root: Path, game: Game) -> None:
    """A game's page names each of its switches with its values, and each fact that can be corrected."""
    page = (root / "companion" / "games" / f"{game.id.replace('-', '_')}.md").read_text()
    wanted = [switch.id for switch in game.switches] + [fact.name for fact in game.facts]
    wanted += [str(v) for switch in game.switches for v in switch.values if isinstance(v, str)]
    assert [name for name in wanted if f"`{name}`" not in page] == []
