"""Bytes written to the disk per hour of play: `python tests/bench/card_writes.py`.

An evening on a real file, as the service writes it: rolls, aliens that the ship felt, some falls, an undo now and then. What
the kernel counts as sent to the disk for this process is put at the pace of people.
Needs a folder on a real disk (the first argument; default: the current folder).
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

from _beside import load

from companion.table.journal import Journal
from companion.table.table import Table

STEPS = 600
SECONDS_A_STEP = 7.5  # a roll, a hand, a moment to look: people take about a quarter of a minute for a turn of two steps


def _written() -> int:
    """Bytes that this process has caused to be sent to the disk."""
    lines = dict(line.split(": ") for line in Path("/proc/self/io").read_text().splitlines())
    return int(lines["write_bytes"])


def main(folder: Path) -> None:
    """Play, and print the figures."""
    kill_test = load("kill_test", Path(__file__).resolve().parents[1] / "table" / "kill_test.py")
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        path = Path(scratch) / "journal.sqlite"
        table = Table(Journal(path))
        player = kill_test.Player(table, random.Random(7))
        before = _written()
        for _ in range(STEPS):
            player.step()
        playing = _written() - before
        table.journal.close()
        whole, size = _written() - before, path.stat().st_size
    hours = STEPS * SECONDS_A_STEP / 3600
    print(f"{STEPS} steps, {hours:.2f} h at {SECONDS_A_STEP:g} s a step")
    print(f"written while playing   {playing / hours / 1e6:7.2f} MB/h   {playing / STEPS / 1e3:7.1f} kB a step")
    print(f"with the fold at stop   {whole / hours / 1e6:7.2f} MB/h")
    print(f"left on the disk        {size / hours / 1e6:7.2f} MB/h")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path())
