"""Starting the command line for tests, as people do."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import httpx

ROOT = Path(__file__).resolve().parent.parent.parent
STOP_S = 5.0


@dataclass(frozen=True)
class Service:
    """A running service: its process, address and table key."""

    process: subprocess.Popen[str]
    url: str
    key: str

    @property
    def ws(self) -> str:
        """The live socket's address."""
        return self.url.replace("http", "ws", 1) + "/ws"

    def client(self) -> httpx.Client:
        """A client that may control."""
        return httpx.Client(base_url=self.url, headers={"Authorization": f"Bearer {self.key}"}, trust_env=False, timeout=20)

    def stop(self) -> int:
        """Ask it to stop; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(STOP_S)


def companion(*arguments: str, **options: object) -> subprocess.Popen[str]:
    """The command line on the code beside these tests."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    env.pop("JOURNAL_STREAM", None)
    command = [sys.executable, "-W", "error", "-m", "companion.cli", *arguments]
    return subprocess.Popen(command, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)  # type: ignore[call-overload,no-any-return]


@contextlib.contextmanager
def service(*arguments: str) -> Iterator[Service]:
    """A service on a free port of loopback; killed at the end if it still runs."""
    with companion(*arguments, "--host", "127.0.0.1", "--port", "0") as process:
        try:
            first = _line(process.stdout)
            assert first, process.communicate(timeout=5)[1]
            url, _, key = first.partition("/#k=")
            yield Service(process, url, key)
        finally:
            if process.poll() is None:
                process.kill()


def _line(stream: IO[str] | None) -> str:
    assert stream is not None
    return stream.readline().strip()
