# ruff: noqa: INP001 - a script is no package
"""Prints firmware/vectors.json as C tables for the units' tests. Standard library only."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any


def _bytes(text: str) -> str:
    return "(const uint8_t[]){" + ", ".join(f"0x{b:02x}" for b in bytes.fromhex(text) or b"\0") + "}"


def _frame(row: dict[str, Any]) -> str:
    wire = bytes.fromhex(row["wire"])
    payload = f"{_bytes(row['payload'])}, {len(row['payload']) // 2}"
    return f'    {{"{row["name"]}", {row["type"]}, {wire[2]}, {payload}, {_bytes(row["wire"])}, {len(wire)}}},'


def _stream(row: dict[str, Any]) -> str:
    found = "".join(row["frames"])
    counts = f"{len(row['frames'])}, {row['bad_crc']}, {row['noise_bytes']}, {row['held']}"
    wires = f"{_bytes(row['wire'])}, {len(row['wire']) // 2}, {_bytes(found)}, {len(found) // 2}"
    return f'    {{"{row["name"]}", {wires}, {counts}}},'


def _table(kind: str, name: str, rows: list[str]) -> str:
    return "\n".join([f"static const struct {kind} {name}[] = {{", *rows, "};"])


def _render(vectors: dict[str, Any]) -> str:
    crcs = [f"    {{{_bytes(r['bytes'])}, {len(r['bytes']) // 2}, {r['crc']}}}," for r in vectors["crc"]]
    return "\n\n".join(
        [
            '/* Made from vectors.json; included by tests/vectors.c only. */\n#include "vectors.h"',
            _table("crc_vector", "crcs", crcs),
            _table("frame_vector", "from_node", [_frame(r) for r in vectors["from_node"]]),
            _table("frame_vector", "to_node", [_frame(r) for r in vectors["to_node"]]),
            _table("stream_vector", "streams", [_stream(r) for r in vectors["streams"]]),
        ]
    )


if __name__ == "__main__":
    sys.stdout.write(_render(json.loads((Path(__file__).parents[1] / "vectors.json").read_text())) + "\n")
