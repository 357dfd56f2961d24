"""The page's types follow the service's messages."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path


def test_page_types_are_those_of_the_service(
    root: Path, openapi_typescript: Callable[[Path, Path], str], tmp_path: Path
) -> None:
    """api.d.ts is what the service's messages give now; `./run types` makes it again."""
    document = tmp_path / "openapi.json"
    made = subprocess.run([sys.executable, "-m", "companion.service.openapi"], check=True, capture_output=True, cwd=root)
    document.write_bytes(made.stdout)
    fresh = tmp_path / "api.d.ts"
    openapi_typescript(document, fresh)
    assert fresh.read_text() == (root / "companion/dashboard/core/api.d.ts").read_text()
