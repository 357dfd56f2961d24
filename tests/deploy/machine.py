"""A real Debian with a real systemd in a container without a network, for tests of the installer."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

PACKAGES = ("systemd", "systemd-sysv", "dbus", "udev", "python3")  # no pip, no venv: the bundle brings what it needs
TOOLS = {"mmdebstrap": "mmdebstrap", "systemd-nspawn": "systemd-container", "nsenter": "util-linux"}
KEPT = Path(tempfile.gettempdir()) / "companion-test-roots"
BOOT_S = 90.0
# systemd-nspawn gives a container the host's old control groups where there are such; systemd of Debian 13 wants the new ones.
ENVIRONMENT = {**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"}


def need(tools: dict[str, str]) -> None:
    """Skip, with the reason, on a machine that cannot do this."""
    if os.geteuid() != 0:
        pytest.skip("a container with a real systemd needs root")
    for tool, package in tools.items():
        if shutil.which(tool) is None:
            pytest.skip(f"no {tool} on this machine (Debian package {package})")


def run(command: Sequence[str | Path], timeout_s: float = 300.0) -> subprocess.CompletedProcess[str]:
    """Run it to its end, with what it said."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout_s, check=False, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, f"{command}: {done.returncode}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done


def root_of(suite: str, *options: str, packages: Sequence[str] = PACKAGES) -> Path:
    """A fresh system, made once and kept on this machine; skips where no mirror answers or the system may not be made."""
    kept = KEPT / suite
    if kept.is_dir():
        return kept
    KEPT.mkdir(exist_ok=True)
    fresh = KEPT / f"{suite}.new"
    shutil.rmtree(fresh, ignore_errors=True)
    command = ["mmdebstrap", *options, f"--include={','.join(packages)}", suite.partition("-")[0], str(fresh)]
    made = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, timeout=280)
    if made.returncode:
        pytest.skip(f"no {suite} system could be made here: {made.stderr.strip().splitlines()[-1]}")
    fresh.rename(kept)
    return kept


@dataclass(frozen=True)
class Machine:
    """A booted container. `leader` is its first process, as this system numbers it."""

    root: Path
    leader: int

    def attempt(self, *command: str, timeout_s: float = 300.0) -> subprocess.CompletedProcess[str]:
        """Run a command inside; whatever comes of it."""
        inside = [
            "nsenter",
            "--target",
            str(self.leader),
            "--all",
            "--",
            "env",
            "-i",
            "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        ]
        return subprocess.run(
            [*inside, *command], capture_output=True, text=True, timeout=timeout_s, check=False, stdin=subprocess.DEVNULL
        )

    def do(self, *command: str, timeout_s: float = 300.0) -> str:
        """Run a command inside that must succeed; what it printed."""
        done = self.attempt(*command, timeout_s=timeout_s)
        assert done.returncode == 0, f"{command}: {done.returncode}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}\n{self.log()}"
        return done.stdout.strip()

    def log(self) -> str:
        """The last lines of the service's log."""
        return self.attempt("journalctl", "-u", "companion", "-n", "40", "--no-pager").stdout

    def has(self, path: str) -> bool:
        """Whether there is such a path inside."""
        return os.path.lexists(self.root / path.lstrip("/"))


@contextlib.contextmanager
def booted(system: Path) -> Iterator[Machine]:
    """The system, copied and running, without any network but loopback; gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="companion-machine-", dir="/var/tmp"))  # noqa: S108 - the copy is no secret
    root = folder / "root"
    try:
        run(["cp", "-a", "--reflink=auto", system, root])
        log = folder / "boot.log"
        command = ["systemd-nspawn", "--quiet", "-D", str(root), "--register=no", "--keep-unit", "--private-network", "--boot"]
        with (
            log.open("w") as out,
            subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, env=ENVIRONMENT) as container,
        ):
            try:
                yield _up(container, root, log)
            finally:
                _down(container)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _up(container: subprocess.Popen[bytes], root: Path, log: Path) -> Machine:
    end_s = time.monotonic() + BOOT_S
    while time.monotonic() < end_s:
        if container.poll() is not None:
            said = log.read_text(errors="replace").strip().splitlines()[-1:]
            pytest.skip(f"systemd-nspawn does not start here: {''.join(said)}")
        leader = _child(container.pid)
        if leader is not None:
            machine = Machine(root, leader)
            state = machine.attempt("systemctl", "is-system-running").stdout.strip()
            if state in ("running", "degraded"):
                return machine
        time.sleep(0.5)
    raise AssertionError(f"the system did not boot in {BOOT_S:g} s:\n{log.read_text(errors='replace')[-2000:]}")


def _child(pid: int) -> int | None:
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except FileNotFoundError:
        return None
    return int(children[0]) if children else None


def _down(container: subprocess.Popen[bytes]) -> None:
    """At once: nothing of it is kept."""
    container.kill()
    container.wait(30)
