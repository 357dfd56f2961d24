"""The verbs around the service. `VERBS` describes them lightly; each one's module is imported only when it runs."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Callable
from pathlib import Path

__all__ = ["VERBS"]

Arguments = Callable[[argparse.ArgumentParser], None]
Run = Callable[[argparse.Namespace], int]


def _data(parser: argparse.ArgumentParser) -> None:
    help_text = "data folder (else COMPANION_DATA, else ~/.local/share/tabletop-companion)"
    parser.add_argument("--data", metavar="FOLDER", help=help_text)


def _listening(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", help="address to listen on (else the settings file, else all)")
    parser.add_argument("--port", type=int, help="port to listen on (else the settings file, else 8080); 0 takes a free one")


def _serve(parser: argparse.ArgumentParser) -> None:
    _data(parser)
    _listening(parser)
    parser.add_argument("--capture", type=Path, metavar="FILE", help="play a recorded evening as if it came from the plate")
    parser.add_argument("--speed", type=float, default=1.0, help="how many times as fast as it was recorded (default 1)")
    parser.add_argument("--safe", action="store_true", help="open no device; games are tapped")


def _demo(parser: argparse.ArgumentParser) -> None:
    _listening(parser)
    parser.add_argument("--seed", type=int, default=1, help="which virtual ship")


def _key(parser: argparse.ArgumentParser) -> None:
    _data(parser)
    parser.add_argument("--new", action="store_true", help="revoke every key handed out so far")


def _file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path)
    _data(parser)


def _support(parser: argparse.ArgumentParser) -> None:
    _file(parser)
    parser.add_argument("--log", type=Path, metavar="FILE", help="a part of the system's log to put in, without its keys")


def _doctor(parser: argparse.ArgumentParser) -> None:
    _data(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def _wait(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=float, default=90.0, help="how long at most (default 90)")
    _data(parser)
    parser.add_argument("--host", help="where it listens (else as the settings say)")
    parser.add_argument("--port", type=int, help="and on which port (else as the settings say)")


def _record(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="the capture to write; gzipped where its name ends in .gz")
    _data(parser)
    parser.add_argument("--seconds", type=float, help="how long (default: until Ctrl-C)")
    parser.add_argument("--virtual", action="store_true", help="a virtual plate, to try it")


def _calibrate(parser: argparse.ArgumentParser) -> None:
    _data(parser)
    parser.add_argument("--mass", type=float, default=200.0, metavar="GRAMS", help="the known mass (default 200)")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="only see with one alien whether the plate reads as it was taught")
    what.add_argument(
        "--difficulty", type=int, choices=range(1, 21), metavar="RING", help="note how far out one alien can stand"
    )


def _die_test(parser: argparse.ArgumentParser) -> None:
    _data(parser)
    parser.add_argument("--rolls", type=int, default=10_000, help="how many (default 10000)")
    parser.add_argument("--sides", type=int, default=6, choices=range(2, 13), metavar="2..12", help="faces (default 6)")


def _replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="a capture, plain or gzipped")
    parser.add_argument("--plot", type=Path, metavar="FOLDER", help="draw what happened as SVG pictures, and print their names")
    parser.add_argument("--truth", type=Path, metavar="FILE", help="what really happened (else the .truth.jsonl beside it)")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--json", action="store_true", help="print the calls, one JSON object a line (the default)")
    what.add_argument("--score", action="store_true", help="play the calls with the marked rolls and print the scores")


def _later(module: str, function: str = "run") -> Run:
    def run(args: argparse.Namespace) -> int:
        code: int = getattr(importlib.import_module(f"companion.cli_verbs.{module}"), function)(args)
        return code

    return run


VERBS: tuple[tuple[str, str, Arguments, Run], ...] = (
    ("serve", "score games from the plate and show them to tablets", _serve, _later("serve")),
    ("demo", "the whole thing on a virtual ship, nothing kept", _demo, _later("demo")),
    ("replay", "say what was felt in a recorded evening, its scores, or draw it", _replay, _later("replay")),
    ("record", "write what the plate tells into a capture", _record, _later("record")),
    ("calibrate", "teach the plate what weighs what, step by step", _calibrate, _later("calibrate")),
    ("die-test", "roll the electronic die many times and judge its fairness", _die_test, _later("die_test")),
    ("key", "print a further table key; --new revokes all others", _key, _later("key")),
    ("backup", "save history, boards and calibration to a zip, also while the service runs", _file, _later("backup", "backup")),
    ("restore", "bring a backup back; what was there is kept beside it", _file, _later("backup", "restore")),
    (
        "support",
        "write a bundle for a bug report: no keys, no names, nothing that is still secret",
        _support,
        _later("support"),
    ),
    ("wait", "wait until the service on this machine answers", _wait, _later("wait")),
    ("doctor", "look at everything and say what needs a hand", _doctor, _later("doctor")),
)
