"""The rooms' import rules."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "companion"
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


def _allowed(name: str, room: str) -> bool:
    inner = name.removeprefix("companion.")
    allowed = MAY_IMPORT[room] | {room, "__version__"}
    return any(inner == a or inner.startswith(a + ".") for a in allowed)


@pytest.mark.parametrize("room", sorted(MAY_IMPORT))
def test_room_imports_only_what_it_may(room: str) -> None:
    """A room imports of ours only what the architecture's third column allows."""
    bad = [
        f"{path.relative_to(PACKAGE)}: {name}"
        for path in _files(room)
        if path.exists()
        for name in _imports(path)
        if name.split(".")[0] == "companion" and not _allowed(name, room)
    ]
    assert not bad


@pytest.mark.parametrize("room", sorted(STDLIB_AND))
def test_pure_rooms_need_no_other_library(room: str) -> None:
    """The rules and the types are standard library only; the physics rooms add numpy."""
    allowed = set(sys.stdlib_module_names) | STDLIB_AND[room] | {"companion"}
    bad = [f"{path.name}: {name}" for path in _files(room) for name in _imports(path) if name.split(".")[0] not in allowed]
    assert not bad
