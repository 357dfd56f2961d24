"""The bundle on an emulated arm64 Debian: the installer puts the code in place, and the whole Python stack serves a game."""

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

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
PACKAGES = ("bash", "coreutils", "findutils", "grep", "gzip", "libstdc++6", "python3", "sed", "tar")
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


@contextlib.contextmanager
def _serving(root: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    command = ["chroot", str(root), "/opt/companion/current/bin/companion", "serve", "--data", "/tmp/data"]
    process = subprocess.Popen([*command, "--host", "127.0.0.1", "--port", str(port)], stdout=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        assert process.wait(60) == 0


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_the_whole_stack_plays_a_turn_on_arm64(arm: Path, bundle: Path, machine: Any) -> None:
    """Installed from the bundle without a network, it starts, takes a turn over HTTP, and stops when asked."""
    shutil.copytree(bundle, arm / "media" / "bundle")
    slow = ["env", "PIP_NO_COMPILE=1"]  # emulated, compiling what is never imported takes minutes
    machine.run([*slow, "unshare", "--net", "chroot", arm, "/media/bundle/companion-setup", "prepare"], timeout_s=600)
    told = machine.run(["chroot", arm, "/opt/companion/current/bin/python", "-c", "import platform; print(platform.machine())"])
    assert told.stdout.strip() == "aarch64"
    port = _free_port()
    with _serving(arm, port):
        wait = ["chroot", arm, "/opt/companion/current/bin/companion", "wait", "--seconds", "180", "--port", str(port)]
        machine.run(wait)
        key = machine.run(["chroot", arm, "/opt/companion/current/bin/companion", "key", "--data", "/tmp/data"])
        hands = [sys.executable, str(Path(__file__).with_name("hands.py")), key.stdout.splitlines()[0], "begin", "turn"]
        done = subprocess.run(hands, env={**os.environ, "PORT": str(port)}, capture_output=True, text=True, check=True)
        assert json.loads(done.stdout)["seats"][0]["score"] == 2
