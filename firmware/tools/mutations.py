# ruff: noqa: INP001 - a script is no package
"""Breaks one thing at a time in a copy of the tree and checks that the named test notices.

Run from the repository: python firmware/tools/mutations.py [NAME ...]; exit 1 when a mutant survives.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_SHIP = "tests/firmware/test_ship_node.py"
_UNIT = "tests/firmware/test_units.py::test_unit"


@dataclass(frozen=True)
class Mutation:
    """In `path`, `was` becomes `now`; the test `killer` must fail then, and passes without it."""

    name: str
    path: str
    was: str
    now: str
    killer: str


MUTATIONS = (
    Mutation(
        "no-sign-extension",
        "firmware/ship/cell.c",
        "    if (raw & 0x800000)\n        raw |= 0xFF000000;\n",
        "",
        f"{_UNIT}[counts_are_signed]",
    ),
    Mutation(
        "one-pulse-less",
        "firmware/ship/hx711.c",
        "#define GAIN_128_PULSES 1",
        "#define GAIN_128_PULSES 0",
        f"{_SHIP}::test_raw_counts_in_are_counts_out",
    ),
    Mutation(
        "one-pulse-more",
        "firmware/ship/hx711.c",
        "#define GAIN_128_PULSES 1",
        "#define GAIN_128_PULSES 2",
        f"{_SHIP}::test_raw_counts_in_are_counts_out",
    ),
    Mutation(
        "a-bit-less-read",
        "firmware/ship/hx711.c",
        "#define READ_PULSES 24",
        "#define READ_PULSES 23",
        f"{_SHIP}::test_raw_counts_in_are_counts_out",
    ),
    Mutation(
        "node-takes-any-crc",
        "firmware/common/frame.c",
        "return crc16(frame + 1, size - 3) == sent;",
        "return sent || !sent;",
        f"{_UNIT}[streams_are_understood_as_in_the_vectors]",
    ),
    Mutation(
        "host-takes-any-crc",
        "companion/link/framing.py",
        'if crc16(wire[1:-2]) != int.from_bytes(wire[-2:], "little"):',
        "if not wire:",
        f"{_SHIP}::test_noise_on_the_line_costs_readings_but_never_falsifies_one",
    ),
    Mutation(
        "node-without-wrap",
        "firmware/common/elapsed.h",
        "return now - then;",
        "return now > then ? now - then : 0xFFFFFFFF;",
        f"{_UNIT}[nothing_is_late_across_the_wrap_of_the_clock]",
    ),
    Mutation(
        "node-without-wrap-in-the-simulator",
        "firmware/common/elapsed.h",
        "return now - then;",
        "return now > then ? now - then : 0xFFFFFFFF;",
        f"{_SHIP}::test_the_wrap_of_the_clock_goes_unnoticed",
    ),
    Mutation(
        "host-without-wrap",
        "companion/link/clock.py",
        "endless_us = raw_us + round((expected_us - raw_us) / _WRAP_US) * _WRAP_US",
        "endless_us = raw_us",
        f"{_SHIP}::test_the_wrap_of_the_clock_goes_unnoticed",
    ),
    Mutation(
        "no-late-flag",
        "firmware/ship/cell.c",
        "out->late = c->this_late;",
        "out->late = false;",
        f"{_SHIP}::test_a_late_conversion_is_flagged",
    ),
    Mutation(
        "pulse-length-not-checked",
        "firmware/ship/cell.c",
        "read->longest_pulse_us > PULSE_LIMIT_US",
        "false",
        f"{_SHIP}::test_a_long_pulse_discards_that_reading_only",
    ),
    Mutation(
        "faces-by-remainder",
        "firmware/die/entropy.c",
        "        if (drawn < sides) {\n            *face = drawn + 1;",
        "        {\n            *face = drawn % sides + 1;",
        f"{_UNIT}[every_face_is_equally_likely]",
    ),
    Mutation(
        "roll-said-once",
        "firmware/die/rolls.c",
        "if (roll->said && elapsed(now_ms, roll->said_ms) < ROLL_REPEAT_MS)",
        "if (roll->said)",
        "tests/firmware/test_die_node.py::test_a_roll_is_repeated_until_it_is_acknowledged_and_then_never_again",
    ),
)


def _copy(to: Path) -> None:
    skip = shutil.ignore_patterns("build", "__pycache__", ".*", "dashboard", "node_modules")
    for name in ("companion", "firmware"):
        shutil.copytree(_ROOT / name, to / name, ignore=skip)
    for name in ("firmware", "link"):
        shutil.copytree(_ROOT / "tests" / name, to / "tests" / name, ignore=skip)
    shutil.copy(_ROOT / "pyproject.toml", to)


def _mutate(tree: Path, mutation: Mutation) -> None:
    path = tree / mutation.path
    text = path.read_text()
    if text.count(mutation.was) != 1:
        raise SystemExit(f"{mutation.name}: its text occurs {text.count(mutation.was)} times in {mutation.path}")
    path.write_text(text.replace(mutation.was, mutation.now))


def _run(tree: Path, *tests: str) -> subprocess.CompletedProcess[str]:
    """The outcome of these tests on that tree; SystemExit where they tell nothing."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-o", "timeout=120", *tests]
    env = {"PYTHONPATH": str(tree), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(command, cwd=tree, env=env, capture_output=True, check=False, text=True)  # noqa: S603 - pytest, our own tests
    last = done.stdout.strip().splitlines()[-1:]
    if done.returncode not in (0, 1) or not last or "skipped" in last[0] or "error" in last[0]:
        raise SystemExit(f"{tests} could not be judged:\n{done.stdout}{done.stderr}")
    return done


def _is_caught(mutation: Mutation) -> bool:
    with tempfile.TemporaryDirectory(prefix="companion-mutant-") as folder:
        tree = Path(folder)
        _copy(tree)
        _mutate(tree, mutation)
        return _run(tree, mutation.killer).returncode != 0


def main(names: list[str]) -> int:
    """Try the mutations of these names, or all; how many were not caught."""
    chosen = [mutation for mutation in MUTATIONS if not names or mutation.name in names]
    with tempfile.TemporaryDirectory(prefix="companion-sane-") as folder:
        _copy(Path(folder))
        said = _run(Path(folder), *sorted({mutation.killer for mutation in chosen}))
        if said.returncode:
            raise SystemExit(f"the tests fail without any mutation:\n{said.stdout}")
    survivors = 0
    for mutation in chosen:
        caught = _is_caught(mutation)
        survivors += not caught
        sys.stdout.write(f"{'caught  ' if caught else 'SURVIVED'} {mutation.name}: {mutation.killer}\n")
        sys.stdout.flush()
    return survivors


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1:]), 1))
