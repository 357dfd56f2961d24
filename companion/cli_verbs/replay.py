"""`companion replay`: the calls of a recorded evening, or the scores they make."""

from __future__ import annotations

import argparse

from companion.cli_verbs.score import print_scores
from companion.ship import replay

__all__ = ["run"]


def run(args: argparse.Namespace) -> int:
    """Print calls or scores."""
    return print_scores(args.file) if args.score else replay.run(args.file)
