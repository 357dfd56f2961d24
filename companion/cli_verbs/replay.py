"""`companion replay`: the calls of a recorded evening, the scores they make, or pictures of what happened."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from companion.cli_verbs.console import say
from companion.ship import replay
from companion.ship.plot import Story, Truth, pictures, tell
from companion.ship.truth import beside, read_truth

__all__ = ["run", "write_pictures"]

_DAMAGED = 2


def write_pictures(story: Story, folder: Path, truth: Truth | None = None) -> list[Path]:
    """Write all pictures of a story into a folder, which is made; what else lies there stays."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, picture in pictures(story, truth):
        path = folder / f"{name}.svg"
        path.write_text(picture, encoding="utf-8")
        written.append(path)
    return written


def run(args: argparse.Namespace) -> int:
    """Print calls or scores, or draw."""
    if args.truth and not args.plot:
        raise ValueError("--truth belongs to --plot: say where the pictures shall go")
    if args.plot:
        return _draw(args)
    return _score(args.file) if args.score else replay.run(args.file)


def _score(file: Path) -> int:
    from companion.cli_verbs.score import print_scores  # noqa: PLC0415 - the table is needed for scores only

    return print_scores(file)


def _draw(args: argparse.Namespace) -> int:
    """Pictures of all that could be read; then, for a damaged file, the one error."""
    at = args.truth or beside(args.file)
    truth = None if at is None else _truth(at)
    story = tell(args.file)
    written = write_pictures(story, args.plot, truth)
    _report(args, story, written)
    if story.error is None:
        return _score(args.file) if args.score else 0
    sys.stdout.flush()
    sys.stderr.write(f"{args.file}: {story.error}\n")
    return _DAMAGED


def _report(args: argparse.Namespace, story: Story, written: list[Path]) -> None:
    for line in [json.dumps(row) for row in story.printed] if args.json else map(str, written if not args.score else ()):
        say(line)


def _truth(path: Path) -> list[dict[str, object]]:
    try:
        return read_truth(path.read_text(encoding="utf-8").splitlines())
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error
