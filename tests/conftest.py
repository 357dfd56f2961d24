"""Fixtures every room's tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of recorded evenings and rulebooks beside the checkout (or COMPANION_SHARED); skips where it is absent."""
    folder = Path(os.environ.get("COMPANION_SHARED", _ROOT.parent / "shared"))
    if not folder.is_dir():
        pytest.skip(f"no recorded evenings at {folder} (set COMPANION_SHARED)")
    return folder
