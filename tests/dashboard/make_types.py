"""Write the page's types from the service's messages: `python tests/dashboard/make_types.py` after changing schema.py."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

_ROOT = Path(__file__).resolve().parent.parent.parent
TYPES = _ROOT / "companion" / "dashboard" / "core" / "api.d.ts"
_HEAD = "// Generated from companion/service/schema.py by tests/dashboard/make_types.py: change that, not this.\n"
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def _of(schema: dict[str, Any]) -> str:
    """The TypeScript type of one JSON schema."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " | ".join(_of(part) for part in schema[key])
    return _of_kind(schema)


def _of_kind(schema: dict[str, Any]) -> str:
    kind = schema.get("type")
    if kind == "array" and "prefixItems" in schema:
        return "[" + ", ".join(_of(part) for part in schema["prefixItems"]) + "]"
    if kind == "array":
        inner = _of(schema.get("items", {}))
        return f"Array<{inner}>" if "|" in inner else f"{inner}[]"
    if kind == "object":
        inner = schema.get("additionalProperties")
        return f"Record<string, {_of(inner if isinstance(inner, dict) else {})}>"
    return _PLAIN.get(str(kind), "any")


def _interface(name: str, schema: dict[str, Any], *, sent: bool) -> str:
    required = set(schema.get("required", []))
    lines = [f"/** {schema['description']} */"] if "description" in schema else []
    lines.append(f"export interface {name} {{")
    for key, part in schema.get("properties", {}).items():
        there = key in required or not sent or key == "type"
        lines.append(f"  {key}{'' if there else '?'}: {_of(part)};")
    return "\n".join([*lines, "}", ""])


def _collect(schema: Any, name: str) -> tuple[dict[str, Any], str]:
    tree = TypeAdapter(getattr(schema, name)).json_schema()
    definitions = dict(tree.get("$defs", {}))
    if "oneOf" in tree:
        return definitions, f"export type {name} = {_of(tree)};\n"
    definitions[name] = {key: value for key, value in tree.items() if key != "$defs"}
    return definitions, ""


def render() -> str:
    """The text of api.d.ts. What the service sends is always whole; what the page sends may leave defaults out."""
    if str(_ROOT) not in sys.path:
        sys.path.insert(0, str(_ROOT))
    from companion.service import schema  # noqa: PLC0415 - after the path is set when run by hand

    blocks: dict[str, str] = {}
    unions: list[str] = []
    for name, sent in (("ServerFrame", False), ("CommandReply", False), ("Problem", False), ("ClientFrame", True), ("Command", True)):
        definitions, union = _collect(schema, name)
        unions.append(union)
        for key, part in definitions.items():
            blocks.setdefault(key, _interface(key, part, sent=sent))
    return _HEAD + "\n" + "\n".join(blocks[key] for key in sorted(blocks)) + "\n" + "".join(unions)


if __name__ == "__main__":
    TYPES.write_text(render(), encoding="utf-8")
