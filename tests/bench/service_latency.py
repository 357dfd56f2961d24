"""How quick the live page is: `./run bench tests/bench/service_latency.py` prints its figures; about two minutes.

A server process runs the demo (virtual ship, tracker, table, journal); this process is its tablets. Both read the same
monotonic clock, so ages and delays are measured from the sample's own moment and from the end of the commit.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

from companion.service.app import create_app
from companion.service.compose import demo_runtime
from companion.service.server import Server, bind
from companion.service.settings import Settings
from companion.table.journal import Journal
from companion.table.table import Table

ROOT = Path(__file__).resolve().parent.parent.parent
CLIENTS = 8
ROUNDS = 3
COMMANDS_PER_S = 6.0
AIM_AGE_MS, AIM_FRAME_MS, AIM_FACTOR = 30.0, 50.0, 1.5


def p(values: list[float], part: float) -> float:
    """The part-quantile, NaN for nothing."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else float("nan")


# --- the server's side ------------------------------------------------------------------------------------------------


@dataclass
class Log:
    """What the server notes while it runs; printed as one JSON line at the end."""

    began_s: float = 0.0
    commits: dict[int, float] = field(default_factory=dict)
    lags: list[tuple[float, float]] = field(default_factory=list)
    fits: list[tuple[float, float]] = field(default_factory=list)
    cpu: list[dict[str, float]] = field(default_factory=list)


def _notice_commits(log: Log) -> None:
    """Remember when each published view's commit had ended, and when each felt event was being fitted."""
    plain_commit, plain_publish, plain_felt = Journal.commit, Table._publish, Table.felt
    ended = [0.0]

    def commit(self: Any, batch: Any) -> None:
        plain_commit(self, batch)
        ended[0] = time.monotonic()

    def publish(self: Any) -> None:
        log.commits[self._seq + 1] = ended[0]
        plain_publish(self)
        ended[0] = 0.0  # what is published without a commit (a device's health) counts for nothing

    def felt(self: Any, what: Any, memory: Any = None) -> Any:
        now_s = time.monotonic()
        log.fits.append((now_s - (what.t_s - what.at_s), now_s))
        return plain_felt(self, what, memory)

    Journal.commit, Table._publish, Table.felt = commit, publish, felt  # type: ignore[method-assign]


async def _lag(log: Log) -> None:
    while True:
        before_s = time.monotonic()
        await asyncio.sleep(0.005)
        log.lags.append((before_s, (time.monotonic() - before_s - 0.005) * 1000))


def _cpu() -> dict[str, float]:
    """Processor seconds of each thread so far, and of the process."""
    spent = {"process": time.process_time(), "at": time.monotonic()}
    for thread in threading.enumerate():
        if thread.ident is not None:
            with contextlib.suppress(OSError):
                spent[thread.name] = time.clock_gettime(time.pthread_getcpuclockid(thread.ident))
    for child in multiprocessing.active_children():
        ticks = Path(f"/proc/{child.pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
        spent[f"{child.name} process"] = sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")
    return spent


def _rss_mb(pid: int | str = "self") -> float:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def serve(notes: Path) -> None:
    """The child: a demo with a notebook that is written to `notes` at the end."""
    log = Log()
    _notice_commits(log)
    listener = bind("127.0.0.1", 0)

    def clock() -> float:
        now_s = time.monotonic()
        log.began_s = log.began_s or now_s
        return now_s

    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(Path(folder), "127.0.0.1", int(listener.getsockname()[1]))
        runtime = demo_runtime(settings, clock=clock)
        app = create_app(settings, runtime)

        async def notebook() -> None:
            while True:
                children = sum(_rss_mb(child.pid or 0) for child in multiprocessing.active_children())
                log.cpu.append(_cpu() | {"rss_mb": _rss_mb(), "children_mb": children})
                await asyncio.sleep(1.0)

        tasks: list[asyncio.Task[None]] = []

        def ready() -> None:
            tasks.extend([asyncio.ensure_future(_lag(log)), asyncio.ensure_future(notebook())])
            say = {"url": f"http://127.0.0.1:{settings.port}", "key": runtime.own_key(), "began_s": log.began_s}
            print(json.dumps(say), flush=True)

        Server(app, runtime.hub, ready).run(sockets=[listener])
    notes.write_text(json.dumps({"commits": log.commits, "lags": log.lags, "fits": log.fits, "cpu": log.cpu}))


# --- the tablets' side ------------------------------------------------------------------------------------------------


@dataclass
class Heard:
    """What one run of the tablets measured."""

    ages_ms: list[float] = field(default_factory=list)
    arrived: list[tuple[int, float]] = field(default_factory=list)


async def _tablet(ws: str, began_s: float, heard: Heard, until_s: float) -> None:
    async with connect(ws, proxy=None) as live:
        await live.send('{"type":"hello"}')
        n, first = 0, True
        while time.monotonic() < until_s:
            try:
                async with asyncio.timeout(1.0):
                    frame = json.loads(await live.recv())
            except TimeoutError:
                continue
            now_s = time.monotonic()
            if frame["type"] == "sensor":
                heard.ages_ms.append((now_s - began_s - frame["t_s"]) * 1000)
            elif frame["type"] == "snapshot" and first:
                first = False  # as the table stood: it was committed before this client came
            elif frame["type"] == "snapshot":
                heard.arrived.append((frame["seq"], now_s))
            n += 1
            if n % 60 == 0:
                await live.send(json.dumps({"type": "ping", "n": n}))


async def _deaf(ws: str, until_s: float) -> None:
    """A client that shakes hands and never reads."""
    host, port = ws.removeprefix("ws://").removesuffix("/ws").split(":")
    reader, writer = await asyncio.open_connection(host, int(port), limit=1024)
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    writer.write(f"GET /ws HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{key}\r\n".encode())
    writer.transport.pause_reading()
    await asyncio.sleep(max(0.0, until_s - time.monotonic()))
    writer.transport.abort()
    del reader


async def _tap(url: str, key: str, until_s: float) -> None:
    """A scripted game on the bench, and corrections in between, as things that are scored."""
    headers = {"Authorization": f"Bearer {key}"}
    async with httpx.AsyncClient(base_url=url, headers=headers, trust_env=False, timeout=10) as http:
        n = time.monotonic_ns()
        game = {"type": "new-game", "game": "balancing-aliens", "names": ["Ada", "Bo"], "mode": "ship"}
        await http.post("/api/commands", headers={"Idempotency-Key": f"{n}"}, json=game)
        await http.post("/api/bench", json={"do": "script"})
        while time.monotonic() < until_s:
            n += 1
            view = (await http.get("/api/snapshot")).json()["table"]
            newest = max((e["seq"] for e in view["events"]), default=0)
            correct = {"type": "correct", "seq": newest, "fact": "score", "value": [n % 2, n % 40]}
            await http.post("/api/commands", headers={"Idempotency-Key": f"{n}"}, json=correct)
            await asyncio.sleep(1 / COMMANDS_PER_S)
        await http.post("/api/commands", headers={"Idempotency-Key": f"{n + 1}"}, json={"type": "end-game"})


async def _round(server: dict[str, Any], for_s: float, heard: Heard, *deaf: bool) -> None:
    until_s = time.monotonic() + for_s
    ws = server["url"].replace("http", "ws", 1) + "/ws"
    tablets = [_tablet(ws, server["began_s"], heard, until_s) for _ in range(CLIENTS)]
    await asyncio.gather(*tablets, *[_deaf(ws, until_s) for _ in deaf], _tap(server["url"], server["key"], until_s))


@contextlib.contextmanager
def _server(notes: Path) -> Iterator[tuple[dict[str, Any], subprocess.Popen[str]]]:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, __file__, "--serve", str(notes)]
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield json.loads(process.stdout.readline()), process
        finally:
            if process.poll() is None:
                process.kill()


def main(for_s: float) -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder, _server(notes := Path(folder) / "notes.json") as (server, process):
        time.sleep(min(10.0, for_s))
        idle_until_s = time.monotonic()
        plain, deaf = Heard(), Heard()
        for _ in range(ROUNDS):  # in turns, so that what else the machine does meets both alike
            asyncio.run(_round(server, for_s / ROUNDS, plain))
            asyncio.run(_round(server, for_s / ROUNDS, deaf, True))
        process.terminate()
        code = process.wait(10)
        log = json.loads(notes.read_text())
    load = os.getloadavg()[0]
    print(f"load average {load:.1f} on {os.cpu_count()} cores; {CLIENTS} clients, {for_s:g} s each; exit code {code}")
    _print_round("all read", plain, log)
    _print_round("one never reads", deaf, log)
    _print_lag(log)
    _print_cpu(log, idle_until_s)


def _delays(heard: Heard, log: dict[str, Any]) -> list[float]:
    commits = {int(seq): at for seq, at in log["commits"].items()}
    return [(at - commits[seq]) * 1000 for seq, at in heard.arrived if commits.get(seq) and at - commits[seq] < 5]


def _print_round(name: str, heard: Heard, log: dict[str, Any]) -> None:
    ages, delays = heard.ages_ms, _delays(heard, log)
    print(f"{name}: age of newest sample in each sensor frame: p50 {p(ages, 0.5):.1f} p99 {p(ages, 0.99):.1f} ms", end=" ")
    print(f"(aim {AIM_AGE_MS:g}, {len(ages)} frames)")
    print(
        f"{name}: commit to frame: p50 {p(delays, 0.5):.1f} p99 {p(delays, 0.99):.1f} ms (aim {AIM_FRAME_MS:g}, {len(delays)})"
    )


def _print_lag(log: dict[str, Any]) -> None:
    fitted = [lag for at, lag in log["lags"] if any(start <= at <= end for start, end in log["fits"])]
    every = [lag for _, lag in log["lags"]]
    print(f"loop lag: p99 {p(every, 0.99):.1f} ms; while an event is fitted: p99 {p(fitted, 0.99):.1f} ms", end=" ")
    print(f"({len(log['fits'])} events, {len(fitted)} probes)")


def _print_cpu(log: dict[str, Any], until_s: float) -> None:
    idle = [row for row in log["cpu"] if row["at"] < until_s]
    if len(idle) < 2:
        return
    first, last = idle[0], idle[-1]
    wall_s = last["at"] - first["at"]
    names = (name for name in last if name in first and name not in ("at", "rss_mb", "children_mb"))
    parts = {name: 100 * (last[name] - first[name]) / wall_s for name in names}
    print(
        f"RSS {idle[-1]['rss_mb']:.0f} MB and tracker {idle[-1]['children_mb']:.0f} MB; idle processor time, % of a core:",
        end=" ",
    )
    print(", ".join(f"{name} {share:.1f}" for name, share in sorted(parts.items(), key=lambda item: -item[1])))


if __name__ == "__main__":
    if "--serve" in sys.argv:
        serve(Path(sys.argv[-1]))
    else:
        main(float(sys.argv[1]) if len(sys.argv) > 1 else 30.0)
