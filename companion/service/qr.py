"""QR codes for the page and the terminal."""

from __future__ import annotations

import io

import segno

__all__ = ["svg", "terminal"]


def svg(text: str) -> bytes:
    """Black on white whatever the theme, since phones read that best; sized by its viewBox."""
    out = io.BytesIO()
    code = segno.make(text, error="m")
    code.save(out, kind="svg", scale=8, border=4, dark="#000", light="#fff", omitsize=True, xmldecl=False)
    return out.getvalue()


def terminal(text: str) -> str:
    """The code in half blocks, for a terminal."""
    out = io.StringIO()
    segno.make(text, error="l").terminal(out=out, compact=True, border=2)
    return out.getvalue()
