"""What is installed, not what is checked out: the built wheel in a clean environment without Node serves its whole page."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

READY_S = 30
ATTRIBUTE = re.compile(r"""<(?:script|link|img)\b[^>]*?\b(?:src|href)=["']([^"'#]+)["']""")
STYLE_URL = re.compile(r"""(?:@import\s+|url\()\s*["']?([^"')]+)["']?""")


@pytest.fixture(scope="module")
def wheel(root: Path, tracked: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a clean copy of the tree, so that the build hook really fetches Lit."""
    copy = tmp_path_factory.mktemp("source")
    for path in tracked:
        (copy / path.parent).mkdir(parents=True, exist_ok=True)
        shutil.copy(root / path, copy / path)
    out = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, copy]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(root: Path, wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin folder of a clean environment that holds the locked dependencies and the wheel, and no Node."""
    venv = tmp_path_factory.mktemp("clean") / "venv"
    subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    pip = [venv / "bin" / "python", "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    subprocess.run([*pip, "--require-hashes", "-r", root / "requirements.lock"], check=True)
    subprocess.run([*pip, "--no-deps", "--no-index", wheel], check=True)
    return venv / "bin"


@pytest.fixture
def served(installed: Path, tmp_path: Path) -> Iterator[str]:
    """The address of `companion demo`, run by the installed command with nothing but its own folder on the path."""
    port = _free_port()
    env = {"PATH": str(installed), "HOME": str(tmp_path), "LANG": os.environ.get("LANG", "C.UTF-8")}
    command = [installed / "companion", "demo", "--host", "127.0.0.1", "--port", str(port)]
    with (tmp_path / "log").open("wb") as log, subprocess.Popen(command, cwd=tmp_path, env=env, stdout=log, stderr=log) as demo:
        try:
            address = f"http://127.0.0.1:{port}/"
            assert _answers(address, demo), (tmp_path / "log").read_text()
            yield address
        finally:
            demo.terminate()
            demo.wait(timeout=20)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _answers(address: str, demo: subprocess.Popen[bytes]) -> bool:
    until = time.monotonic() + READY_S
    while time.monotonic() < until and demo.poll() is None:
        try:
            urllib.request.urlopen(address, timeout=5).close()
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
        else:
            return True
    return False


def _fetch(address: str) -> tuple[str, str]:
    """Type and text of what is served; an error status raises."""
    with urllib.request.urlopen(address, timeout=10) as reply:
        return reply.headers.get_content_type(), reply.read().decode("utf-8", "replace")


def test_wheel_holds_the_page_and_no_tools(wheel: Path) -> None:
    """The wheel carries Lit with its licences, and neither the npm files nor the docs' pictures."""
    names = zipfile.ZipFile(wheel).namelist()
    assert "companion/dashboard/vendor/lit.js" in names
    assert "companion/dashboard/vendor/lit-html/LICENSE" in names
    assert "companion/dashboard/index.html" in names
    assert [
        name for name in names if re.search(r"package(-lock)?\.json|tsconfig|/shots/|\.npmrc|node_modules|^tests/", name)
    ] == []


def test_every_file_of_the_page_is_served(served: str, look: Callable[..., dict[str, dict[str, Any]]], tmp_path: Path) -> None:
    """From the index on, every script, style and import is there, relative, of the right type, and ES2021."""
    _, index = _fetch(served)
    todo = {urljoin(served, found) for found in ATTRIBUTE.findall(index)}
    assert any(address.endswith(".js") for address in todo)
    seen: set[str] = set()
    bad: list[str] = []
    while todo - seen:
        address = (todo - seen).pop()
        seen.add(address)
        assert address.startswith(served), f"{address} is not ours"
        kind, text = _fetch(address)
        if address.endswith(".css"):
            todo |= {urljoin(address, found) for found in STYLE_URL.findall(text) if not found.startswith("data:")}
        if address.endswith(".js"):
            assert kind == "text/javascript"
            copy = tmp_path / "module.js"
            copy.write_text(text)
            module = look(copy)[str(copy)]
            bad += [f"{address}: {module['error']}"] if "error" in module else []
            bad += [f"{address}: {name}" for name in module.get("imports", []) if not str(name).startswith(".")]
            todo |= {urljoin(address, str(name)) for name in module.get("imports", [])}
    assert not bad
    assert any(address.endswith("vendor/lit.js") for address in seen)
