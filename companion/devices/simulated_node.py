"""A node's real firmware on a simulated chip, with a real serial port: for tests, and to try things without hardware.

Needs Debian's avr-gcc and simavr (firmware/debian-packages.txt). Can be told to misbehave: see firmware/README.md.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

__all__ = ["FIRMWARE", "NodeKind", "SimulatedNode", "ToolchainMissingError", "build_firmware"]

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
NodeKind = Literal["ship", "die"]
_TOOLS = ("make", "gcc", "avr-gcc", "avr-size")
_SIMULATOR_HEADER = Path("/usr/include/simavr/sim_avr.h")


class ToolchainMissingError(Exception):
    """The firmware cannot be built or simulated here; the message names what is missing."""


def _missing() -> list[str]:
    tools = [tool for tool in _TOOLS if shutil.which(tool) is None]
    return tools if _SIMULATOR_HEADER.exists() else [*tools, "libsimavr-dev"]


def build_firmware(*targets: str, folder: Path = FIRMWARE) -> str:
    """Make the targets (default: both firmwares and the simulator) and return what make said."""
    if not (folder / "Makefile").exists():
        raise ToolchainMissingError(f"needs the firmware's sources, which are not at {folder}")
    if missing := _missing():
        raise ToolchainMissingError(f"needs {', '.join(missing)}: apt-get install $(cat firmware/debian-packages.txt)")
    command = ["make", "-C", str(folder), *(targets or ("all", "sim"))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own Makefile
    if done.returncode:
        raise RuntimeError(f"make failed:\n{done.stdout}{done.stderr}")
    return done.stdout


class SimulatedNode:
    """A running simulation. `port` is where the host finds it; `tell` gives the simulator's commands."""

    def __init__(
        self,
        kind: NodeKind,
        *,
        identity: str | None = "sim-0001",
        clock_us: int | None = None,
        free: bool = False,
        folder: Path = FIRMWARE,
    ) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="companion-node-")
        self.port = str(Path(self._folder.name) / "tty")
        options = ["--link", self.port]
        options += ["--identity", identity] if identity else []
        options += ["--clock", str(clock_us)] if clock_us is not None else []
        options += ["--free"] if free else []
        options += ["--die"] if kind == "die" else []
        command = [str(folder / "build" / "sim"), *options, str(folder / "build" / f"{kind}.elf")]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # noqa: S603 - ours
        self.report()

    def tell(self, *commands: str) -> None:
        """Give commands, one a line; they are taken in order within half a millisecond of simulated time."""
        assert self._process.stdin is not None
        self._process.stdin.write("".join(f"{command}\n" for command in commands))
        self._process.stdin.flush()

    def report(self) -> Mapping[str, Any]:
        """What the simulated parts saw so far: conversions, pulses per reading, power-downs, bytes, lights."""
        self.tell("report")
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("{"):
                found: Mapping[str, Any] = json.loads(line)
                return found
        raise RuntimeError("the simulator has ended")

    def close(self) -> None:
        """End the simulation; a second call does nothing."""
        if self._process.poll() is None:
            self._process.terminate()
        self._process.communicate(timeout=10)
        self._folder.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
