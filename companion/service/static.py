"""The page's files. The index is always fresh and points below /ui/<version>/, whose files never change and are kept."""

from __future__ import annotations

import hashlib
from pathlib import Path

from fastapi import APIRouter
from starlette.responses import FileResponse, HTMLResponse, Response

from companion import __version__
from companion.service.problems import ProblemError

__all__ = ["DASHBOARD", "routes", "ui_version"]

DASHBOARD = Path(__file__).resolve().parent.parent / "dashboard"

# Spelt out: a slim system knows no type for some of these, and `nosniff` then blocks them.
_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".html": "text/html; charset=utf-8",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
}
_KEPT = "public, max-age=31536000, immutable"
_FRESH = "no-cache"


def ui_version(folder: Path = DASHBOARD) -> str:
    """Package version and a mark of the files as they are now, so an edited file is never hidden by a cache."""
    mark = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.suffix in _TYPES:
            status = path.stat()
            mark.update(f"{path.relative_to(folder)} {status.st_size} {status.st_mtime_ns}\n".encode())
    return f"{__version__}-{mark.hexdigest()[:8]}"


def routes(folder: Path = DASHBOARD) -> APIRouter:
    """`/` and `/ui/<version>/...` from `folder`."""
    router = APIRouter(include_in_schema=False)

    @router.get("/")
    def index() -> Response:
        page = _file(folder, "index.html").read_text(encoding="utf-8")
        return HTMLResponse(page.replace("/ui/dev/", f"/ui/{ui_version(folder)}/"), headers={"Cache-Control": _FRESH})

    @router.get("/ui/{version}/{path:path}")
    def asset(version: str, path: str) -> Response:
        file = _file(folder, path)
        kept = version == ui_version(folder)
        return FileResponse(file, media_type=_TYPES[file.suffix], headers={"Cache-Control": _KEPT if kept else _FRESH})

    @router.get("/favicon.ico")
    def icon() -> Response:
        return Response(status_code=204, headers={"Cache-Control": _KEPT})

    return router


def _file(folder: Path, path: str) -> Path:
    try:
        file = (folder / path).resolve()
        ours = file.is_relative_to(folder.resolve()) and file.suffix in _TYPES and file.is_file()
    except (OSError, ValueError):  # a name no file can have: too long, or with a zero byte
        ours = False
    if not ours:
        raise ProblemError(404, "not-found", "There is no such file. Reload the page.")
    return file
