"""The locks pin everything and tell nobody where it was fetched from."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;]+)(?: ; ([^\\]+?))? \\$", re.MULTILINE)
PLACE = re.compile(r"://|^\s*(?:-i|-f|--\w*index|--find-links|--trusted-host)|@ ?(?:file|git)", re.MULTILINE)
LOCKS = ["requirements.lock", "requirements-build.lock", "requirements-dev.lock"]
MACHINES = [
    {"python_version": version, "python_full_version": f"{version}.9", "sys_platform": "linux", "platform_machine": machine}
    for version in ("3.11", "3.12", "3.13")
    for machine in ("x86_64", "aarch64")
]


def _pins(text: str) -> list[tuple[str, Version, str | None]]:
    return [(canonicalize_name(name), Version(version), marker) for name, version, marker in PIN.findall(text)]


def _for_machine(text: str, machine: dict[str, str]) -> dict[str, Version]:
    return {name: version for name, version, marker in _pins(text) if not marker or Marker(marker).evaluate(machine)}


def _wanted(root: Path, lock: str) -> list[Requirement]:
    project: dict[str, Any] = tomllib.loads((root / "pyproject.toml").read_text())
    groups = project["dependency-groups"]
    lines = {
        "requirements.lock": project["project"]["dependencies"],
        "requirements-build.lock": groups["build"],
        "requirements-dev.lock": project["project"]["dependencies"] + groups["build"] + groups["dev"],
    }[lock]
    return [Requirement(line) for line in lines if isinstance(line, str)]


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_place(root: Path, lock: str) -> None:
    """A lock holds names, versions and hashes, and no host, index or folder."""
    assert not PLACE.findall((root / lock).read_text())


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_hashes_every_pin(root: Path, lock: str) -> None:
    """Every pinned package carries its hashes."""
    text = (root / lock).read_text()
    entries = [line for line in text.splitlines() if line and not line.startswith((" ", "#"))]
    assert len(entries) == len(PIN.findall(text)) > 0
    assert all("--hash=sha256:" in entry for entry in re.split(r"\n(?=\S)", text) if "==" in entry)


@pytest.mark.parametrize("machine", MACHINES, ids=lambda m: f"{m['python_version']}-{m['platform_machine']}")
@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_satisfies_the_project(root: Path, lock: str, machine: dict[str, str]) -> None:
    """Every requirement of pyproject.toml has a pin that fits it, on every Python and machine we name."""
    pins = _for_machine((root / lock).read_text(), machine)
    bad = [
        str(want)
        for want in _wanted(root, lock)
        if not want.specifier.contains(pins.get(canonicalize_name(want.name), "0.dev0"), prereleases=True)
    ]
    assert not bad


def test_smaller_locks_agree_with_the_whole(root: Path) -> None:
    """The demo runs the very versions that the tests run."""
    whole = set(_pins((root / "requirements-dev.lock").read_text()))
    for lock in LOCKS[:2]:
        assert set(_pins((root / lock).read_text())) <= whole


def test_npm_lock_names_no_registry(root: Path) -> None:
    """The page's lock has an integrity hash for every package and says of none where it was fetched."""
    packages = json.loads((root / "companion/dashboard/package-lock.json").read_text())["packages"]
    fetched = {name: entry for name, entry in packages.items() if name}
    assert "node_modules/lit" in fetched
    assert all("integrity" in entry and "resolved" not in entry for entry in fetched.values())
    assert "omit-lockfile-registry-resolved=true" in (root / "companion/dashboard/.npmrc").read_text()


def test_only_lit_reaches_the_page(root: Path) -> None:
    """The page has one runtime dependency; all else only checks it."""
    package = json.loads((root / "companion/dashboard/package.json").read_text())
    assert list(package["dependencies"]) == ["lit"]
    assert all(re.fullmatch(r"[\d.]+", version) for version in (package["dependencies"] | package["devDependencies"]).values())
