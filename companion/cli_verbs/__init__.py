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


def _demo(parser: argparse.ArgumentParser) -> None:
    _listening(parser)
    parser.add_argument("--seed", type=int, default=1, help="which virtual ship")


def _key(parser: argparse.ArgumentParser) -> None:
    _data(parser)
    parser.add_argument("--new", action="store_true", help="revoke every key handed out so far")


def _file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path)
    _data(parser)


def _doctor(parser: argparse.ArgumentParser) -> None:
    _data(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


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
    ("key", "print a further table key; --new revokes all others", _key, _later("key")),
    ("backup", "save history, boards and calibration to a zip, also while the service runs", _file, _later("backup", "backup")),
    ("restore", "bring a backup back; what was there is kept beside it", _file, _later("backup", "restore")),
    ("doctor", "look at everything and say what needs a hand", _doctor, _later("doctor")),
)
