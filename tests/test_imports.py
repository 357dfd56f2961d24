"""The rooms' import rules."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "companion"
EVERYTHING = {
    "games",
    "ship",
    "virtual",
    "link",
    "devices",
    "setup",
    "table",
    "service",
    "dashboard",
    "cli",
    "cli_verbs",
    "events",
}
MAY_IMPORT = {
    "events": set(),
    "games": {"events"},
    "ship": {"events"},
    "virtual": {"events"},
    "link": {"events"},
    "devices": {"link", "virtual", "events"},
    "setup": {"ship", "devices", "games", "events"},
    "table": {"games", "ship", "devices.ports", "events"},
    "service": {"table", "setup", "devices", "games", "ship", "virtual", "events"},
    "cli_verbs": EVERYTHING,
    "cli": EVERYTHING,
}
AROUND = {
    "hardware": {"events", "games", "setup.calibration"},
    "firmware": {"link"},
    "deploy": set(),
}
STDLIB_AND = {"events": set(), "games": set(), "ship": {"numpy"}, "virtual": {"numpy"}}


def _imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def _files(room: str) -> list[Path]:
    folder = PACKAGE / room
    return sorted(folder.rglob("*.py")) if folder.is_dir() else [PACKAGE / f"{room}.py"]


def _is_among(name: str, allowed: set[str]) -> bool:
    inner = name.removeprefix("companion.")
    return any(inner == a or inner.startswith(a + ".") for a in allowed)


def _others(path: Path, allowed: set[str]) -> list[str]:
    """What a file imports of ours and may not."""
    ours = (name for name in _imports(path) if name.split(".")[0] in ("companion", "hardware", "firmware", "deploy", "tests"))
    return [f"{path.relative_to(ROOT)}: {name}" for name in ours if not _is_among(name, allowed)]


@pytest.mark.parametrize("room", sorted(MAY_IMPORT))
def test_room_imports_only_what_it_may(room: str) -> None:
    """A room imports of ours only what the architecture's third column allows."""
    allowed = MAY_IMPORT[room] | {room, "__version__"}
    assert not [bad for path in _files(room) if path.exists() for bad in _others(path, allowed)]


@pytest.mark.parametrize("folder", sorted(AROUND))
def test_what_stands_around_the_package_imports_only_what_it_may(folder: str) -> None:
    """Hardware, firmware and installer take from the rooms what the third column says, and nothing of the tests."""
    assert not [bad for path in sorted((ROOT / folder).rglob("*.py")) for bad in _others(path, AROUND[folder] | {folder})]


@pytest.mark.parametrize("room", sorted({**MAY_IMPORT, **AROUND}.keys() - {"cli", "cli_verbs"}))
def test_the_architecture_says_so(room: str) -> None:
    """The third column names every room that the first may import from, and no other."""
    allowed = {**MAY_IMPORT, **AROUND}[room]
    rows = [row.split("|") for row in (ROOT / "ARCHITECTURE.md").read_text().splitlines() if row.startswith("|")]
    (told,) = [row[3] for row in rows if len(row) > 3 and re.search(rf"\b{room}\b(?=[\]./`])", row[1])]
    rooms = set(re.findall(rf"\b({'|'.join(MAY_IMPORT)})\b", told.replace("setup/calibration.py", "setup")))
    assert rooms == {name.split(".")[0] for name in allowed}


@pytest.mark.parametrize("room", sorted(STDLIB_AND))
def test_pure_rooms_need_no_other_library(room: str) -> None:
    """The rules and the types are standard library only; the physics rooms add numpy."""
    allowed = set(sys.stdlib_module_names) | STDLIB_AND[room] | {"companion"}
    bad = [f"{path.name}: {name}" for path in _files(room) for name in _imports(path) if name.split(".")[0] not in allowed]
    assert not bad
