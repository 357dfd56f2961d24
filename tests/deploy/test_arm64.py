"""The bundle's arm64 wheels on an emulated arm64 Debian: the whole Python stack serves a game."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.service.keys import KeyRing

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
PACKAGES = ("coreutils", "libstdc++6", "python3")
SITE = "/opt/site"
BINFMT = Path("/proc/sys/fs/binfmt_misc")


@pytest.fixture
def arm(machine: Any) -> Iterator[Path]:
    """The root of a fresh arm64 system, whose programs run here; skips, saying why, where they do not."""
    machine.need({"mmdebstrap": "mmdebstrap", "qemu-aarch64-static": "qemu-user-static", "update-binfmts": "binfmt-support"})
    if not (BINFMT / "status").exists():
        subprocess.run(["mount", "-t", "binfmt_misc", "binfmt_misc", str(BINFMT)], check=False, capture_output=True)
    subprocess.run(["update-binfmts", "--enable", "qemu-aarch64"], check=False, capture_output=True)
    if not (BINFMT / "qemu-aarch64").exists():
        pytest.skip("this kernel runs no programs of another processor (binfmt_misc)")
    kept = machine.root_of("bookworm-arm64", "--arch=arm64", "--variant=extract", packages=PACKAGES)
    folder = Path(tempfile.mkdtemp(prefix="companion-arm64-", dir="/var/tmp"))  # noqa: S108 - the copy is no secret
    try:
        machine.run(["cp", "-a", "--reflink=auto", kept, folder / "root"])
        yield folder / "root"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _python(root: Path, *arguments: str) -> list[str]:
    """A command that runs the emulated system's own Python on what was installed."""
    return ["chroot", str(root), "/usr/bin/env", f"PYTHONPATH={SITE}", "/usr/bin/python3", *arguments]


@contextlib.contextmanager
def _serving(root: Path, port: int) -> Iterator[None]:
    command = _python(root, "-m", "companion.cli", "serve", "--data", "/tmp/data", "--host", "127.0.0.1", "--port", str(port))
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        assert process.wait(60) == 0


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _install(root: Path, bundle: Path, bundling: Any) -> None:
    """Unpack the bundle's wheels for this target from outside: pip itself, emulated, takes minutes."""
    target = bundling.Target.parse("aarch64-3.11")
    lock = root / "lock.txt"
    lock.write_text("\n".join(bundling.lock_for(target, (bundle / "requirements.lock").read_text())))
    pip = [sys.executable, "-m", "pip", "install", "-qq", "--no-index", "--no-deps", "--no-compile", "--only-binary=:all:"]
    pip += ["--find-links", str(bundle / "wheels"), "--target", f"{root}{SITE}", *target.pip_options()]
    for what in (["--require-hashes", "-r", str(lock)], [str(next((bundle / "wheels").glob("tabletop_companion-*.whl")))]):
        subprocess.run([*pip, *what], check=True, capture_output=True)


def test_the_whole_stack_plays_a_turn_on_arm64(arm: Path, bundle: Path, bundling: Any, machine: Any) -> None:
    """From the bundle alone it starts, takes a turn over HTTP with the right score, and stops when asked."""
    _install(arm, bundle, bundling)
    told = machine.run(_python(arm, "-c", "import platform; print(platform.machine())"))
    assert told.stdout.strip() == "aarch64"
    port = _free_port()
    with _serving(arm, port):
        wait = [sys.executable, "-m", "companion.cli", "wait", "--seconds", "240", "--port", str(port)]
        subprocess.run(wait, check=True, capture_output=True, cwd=Path(__file__).resolve().parents[2])
        key = KeyRing(arm / "tmp" / "data" / "keys.json").mint()
        hands = [sys.executable, str(Path(__file__).with_name("hands.py")), key, "begin", "turn"]
        done = subprocess.run(hands, env={**os.environ, "PORT": str(port)}, capture_output=True, text=True, check=True)
        assert json.loads(done.stdout)["seats"][0]["score"] == 2
