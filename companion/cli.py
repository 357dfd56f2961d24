"""The command line. One function per verb; a verb imports what it needs when it runs, so that each starts fast.

Bad input is one line on standard error and exit code 2; a verb returns its own exit code.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from companion import cli_verbs

__all__ = ["VERBS", "Verb", "main"]

BAD_INPUT = 2


@dataclass(frozen=True, slots=True)
class Verb:
    """One sub-command: `arguments` fills its parser, `run` does it and returns the exit code."""

    name: str
    help: str
    arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, as the verbs do."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {' '.join(message.split())}. See {self.prog} --help.\n")


def _rules_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="id of the game, such as balancing-aliens")


def _rules(args: argparse.Namespace) -> int:
    from companion.games import find  # noqa: PLC0415 - a verb imports what it needs
    from companion.games.line_protocol import Conversation  # noqa: PLC0415 - same

    conversation = Conversation(find(args.game))
    for number, line in enumerate(sys.stdin.buffer, start=1):
        if line.strip():
            print(json.dumps(conversation.answer(line, number), separators=(",", ":")), flush=True)
    return 0


def _scenario_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="scenario files; none: all that are shipped")


def _scenario(args: argparse.Namespace) -> int:
    from companion.table.scenario import run_files, shipped  # noqa: PLC0415 - a verb imports what it needs

    return run_files(args.files or shipped(), print)


VERBS: tuple[Verb, ...] = (
    *(Verb(*verb) for verb in cli_verbs.VERBS),
    Verb("rules", "play a game's rules in JSON lines on standard input and output", _rules_arguments, _rules),
    Verb("scenario", "run scenario files and say which expectations do not hold", _scenario_arguments, _scenario),
)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="companion", description="Scores board games played with real pieces.")
    commands = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    for verb in VERBS:
        sub = commands.add_parser(verb.name, help=verb.help, description=verb.help)
        verb.arguments(sub)
        sub.set_defaults(run=verb.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one verb; its exit code, or 2 with one line on standard error."""
    args = _parser().parse_args(argv)
    try:
        code: int = args.run(args)
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        return 130
    except (OSError, ValueError) as error:
        print(f"companion {args.verb}: {_one_line(error)}", file=sys.stderr)
        return BAD_INPUT
    return code


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


if __name__ == "__main__":
    sys.exit(main())
