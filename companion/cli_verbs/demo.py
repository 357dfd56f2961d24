"""`companion demo`: everything on a virtual ship, for this machine only, and nothing is kept."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from companion.cli_verbs.serve import listen
from companion.service.compose import demo_runtime
from companion.service.settings import Settings

__all__ = ["run"]


def run(args: argparse.Namespace) -> int:
    """Serve the demo until told to stop."""
    with tempfile.TemporaryDirectory(prefix="companion-demo-") as folder:
        settings = Settings(Path(folder), host=args.host or "127.0.0.1", port=8080 if args.port is None else args.port)
        return listen(settings, lambda bound: demo_runtime(bound, args.seed))
