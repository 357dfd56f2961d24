"""The shape of the repository: folders, sizes, and what must not stand in it."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

FOLDERS = {"companion", "firmware", "hardware", "tests", "deploy", ".ci"}
PYTHON_LINES = 400
SCRIPT_LINES = 300
FUNCTION_LINES = 60
TEXT = {
    ".py",
    ".js",
    ".mjs",
    ".ts",
    ".md",
    ".toml",
    ".yml",
    ".yaml",
    ".c",
    ".h",
    ".sh",
    ".html",
    ".css",
    ".service",
    ".rules",
    "",
}
ABSOLUTE_PATH = re.compile(r"(?<![\w.~])/(?:home|root|Users|work|mnt|farm)/")
LEFT_OVER = re.compile(r"\b(?:" + "|".join(("TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK")) + r")\b")
ADDRESS = re.compile(r"\b(?:https?|wss?)://([\w.-]+)")
KNOWN_HOSTS = {
    "127.0.0.1",
    "localhost",
    "companion.local",
    "raspberrypi.local",
    "192.0.2.7",  # reserved for examples
    "10.42.0.1",  # the hotspot of deploy/network.md
    "www.w3.org",  # XML namespaces
    "scripts.sil.org",  # font licences
    "openfontlicense.org",  # same
    "keepachangelog.com",
    "semver.org",
}
KNOWN_ENDINGS = (".example", ".example.com", ".test", ".invalid")  # reserved for examples
GENERATED = {"companion/dashboard/core/api.d.ts", "companion/dashboard/package-lock.json"}


def _lines(path: Path) -> int:
    return path.read_text().count("\n")


def _source(root: Path, tracked: list[Path]) -> Iterator[tuple[str, str]]:
    for path in tracked:
        if path.suffix in TEXT and str(path) not in GENERATED:
            yield str(path), (root / path).read_text()


def test_top_level_holds_exactly_the_agreed_folders(tracked: list[Path]) -> None:
    """Everything lives in companion, firmware, hardware, tests or deploy."""
    assert {path.parts[0] for path in tracked if len(path.parts) > 1} == FOLDERS


def test_python_modules_are_short(root: Path, tracked: list[Path]) -> None:
    """No Python module is longer than 400 lines."""
    long = {str(p): _lines(root / p) for p in tracked if p.suffix == ".py" and _lines(root / p) > PYTHON_LINES}
    assert not long


def test_page_modules_are_short(root: Path, tracked: list[Path]) -> None:
    """No module of the page is longer than 300 lines."""
    long = {str(p): _lines(root / p) for p in tracked if p.suffix in {".js", ".mjs"} and _lines(root / p) > SCRIPT_LINES}
    assert not long


def test_python_functions_are_short(root: Path, tracked: list[Path]) -> None:
    """No Python function is longer than 60 lines."""
    long = [
        f"{path}:{node.lineno} {node.name}"
        for path in tracked
        if path.suffix == ".py"
        for node in ast.walk(ast.parse((root / path).read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _size(node) > FUNCTION_LINES
    ]
    assert not long


def _size(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def test_page_modules_are_es2021_with_short_functions(
    tracked: list[Path], look: Callable[..., dict[str, dict[str, Any]]]
) -> None:
    """Every module of the page parses as ES2021 (Safari 15), imports by relative path only, and has no long function."""
    scripts = [path for path in tracked if path.suffix == ".js" and path.parts[:2] == ("companion", "dashboard")]
    bad = []
    for name, seen in look(*scripts).items():
        if "error" in seen:
            bad.append(f"{name}: {seen['error']}")
            continue
        bad += [f"{name}: imports {wanted}" for wanted in seen["imports"] if wanted is None or not wanted.startswith(".")]
        if seen["longest"] > FUNCTION_LINES:
            bad.append(f"{name}:{seen['at']}: a function of {seen['longest']} lines")
    assert scripts
    assert not bad


def test_no_machine_path_and_no_left_over(root: Path, tracked: list[Path]) -> None:
    """No file names a path of somebody's machine or carries a note for later."""
    bad = [
        f"{name}: {found.group()}"
        for name, text in _source(root, tracked)
        for pattern in (ABSOLUTE_PATH, LEFT_OVER)
        for found in pattern.finditer(text)
        if name != "tests/repo/test_layout.py"
    ]
    assert not bad


def test_no_foreign_host_is_named(root: Path, tracked: list[Path]) -> None:
    """Nothing points at a server outside the house, a package registry least of all."""
    bad = {
        f"{name}: {host}"
        for name, text in _source(root, tracked)
        for host in ADDRESS.findall(text)
        if "." in host and host not in KNOWN_HOSTS and not host.endswith(KNOWN_ENDINGS)
    }
    assert not bad


def test_every_test_says_what_it_expects(root: Path, tracked: list[Path]) -> None:
    """Every test has a docstring: its expectation in a sentence."""
    silent = [
        f"{path}:{node.lineno} {node.name}"
        for path in tracked
        if path.parts[0] == "tests" and path.suffix == ".py"
        for node in ast.walk(ast.parse((root / path).read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name.startswith("test_")
        and ast.get_docstring(node) is None
    ]
    assert not silent
