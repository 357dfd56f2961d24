"""Whatever code a part of the companion can give, the page has words for it; the codes are collected from the sources."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from companion.games.reasons import reasons_of

_COMPANION = Path(__file__).resolve().parents[2] / "companion"
_DASHBOARD = _COMPANION / "dashboard"
_CODE = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*\Z")
_PROBLEMS = {
    "Refused": 0,
    "ProblemError": 1,
    "BenchError": 0,
    "HandError": 0,
    "invalid": 1,
    "read_as": 2,
    "refuse": 0,
    "Illegal": 0,
}
_WANTED = (ast.Call, ast.Assign, ast.AnnAssign)
_NOT_FOR_TABLETS = {"nothing-to-undo"}
"""Said by the line protocol of `companion rules` only."""


@cache
def _parsed(room: str) -> tuple[ast.AST, ...]:
    paths = sorted((_COMPANION / room).rglob("*.py"))
    return tuple(node for path in paths for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, _WANTED))


def _literals(node: ast.AST | None) -> set[str]:
    """The texts an argument may be: a literal, or either side of a condition."""
    if isinstance(node, ast.IfExp):
        return _literals(node.body) | _literals(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def _given(rooms: str, functions: dict[str, int]) -> set[str]:
    """The literal codes that these functions are called with, by the place of the code among the arguments."""
    found: set[str] = set()
    for room in rooms.split():
        for node in _parsed(room):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                place = functions.get(name)
                if place is not None and len(node.args) > place:
                    found |= _literals(node.args[place])
    return {code for code in found if _CODE.match(code)}


def _constants(rooms: str, name: str) -> set[str]:
    """All texts inside what a module calls `name`: its own, the keys of its tables, the first of its pairs."""
    return {
        text.value
        for room in rooms.split()
        for node in _parsed(room)
        if isinstance(node, ast.Assign | ast.AnnAssign)
        and name in {getattr(t, "id", "") for t in getattr(node, "targets", [getattr(node, "target", None)])}
        for text in ast.walk(node)
        if isinstance(text, ast.Constant) and isinstance(text.value, str) and _CODE.match(text.value)
    }


def _texts(language: str) -> dict[str, str]:
    texts: dict[str, str] = json.loads((_DASHBOARD / "i18n" / f"{language}.json").read_text())
    return texts


def _problems() -> set[str]:
    said = _given("table service devices virtual setup", _PROBLEMS)
    page = {
        code for path in (_DASHBOARD / "core").glob("*.js") for code in re.findall(r"problemOf\('([a-z-]+)'", path.read_text())
    }
    return (
        said | page | set(reasons_of("balancing-aliens")) | _constants("service", "_HTTP_CODES") | {"refused"}
    ) - _NOT_FOR_TABLETS


def _faults() -> set[str]:
    dictionaries = [_COMPANION / room / "faults.toml" for room in ("devices", "link")]
    listed = {code for path in dictionaries for code in tomllib.loads(path.read_text())}
    return listed | _given("devices service link", {"Health": 3})


FAMILIES = {
    "problem": _problems,
    "fault": _faults,
    "notice": lambda: _given("table", {"notice": 1}) | _constants("table", "NOTICE"),
    "action": lambda: _constants("table", "_ACTIONS"),
    "question": lambda: _given("table", {"Ask": 0}) | _constants("table", "REJUDGED"),
    "option": lambda: _given("table", {"option": 0}),
    "calibrate.problem": lambda: _given("setup", {"Problem": 0}),
    "calibrate.step": lambda: _given("setup", {"Step": 0}),
    "calibrate.good": lambda: _given("setup", {"Step": 0}),
}


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("family", FAMILIES)
def test_every_code_has_words(family: str, language: str) -> None:
    """No refusal, fault, remark, button, question or answer is ever shown as a bare code."""
    codes, texts = FAMILIES[family](), _texts(language)
    assert codes
    assert sorted(code for code in codes if f"{family}.{code}" not in texts) == []


def test_the_collection_sees_what_is_there() -> None:
    """The collector finds codes of every room that gives some, so that a missing word cannot hide behind a missing code."""
    seen = {
        "bad-json",
        "bad-host",
        "no-idempotency-key",
        "bad-bench-command",
        "key-reused",
        "await-gone",
        "not-your-sector",
        "no-plate",
    }
    assert seen <= _problems()
    assert {"cell-silent", "node-silent", "ship-unplugged", "capture-ended"} <= _faults()
    assert {"put-back", "wood-aboard", "not-scored"} <= FAMILIES["notice"]()
    assert {"passed", "spot", "count-anyway"} <= FAMILIES["option"]()
