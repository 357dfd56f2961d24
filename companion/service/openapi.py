"""The OpenAPI document with the socket's messages merged in: `python -m companion.service.openapi` prints it, keys sorted.

The page's types are generated from it, so it names every message in both directions.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Literal

from pydantic import TypeAdapter

from companion.service import resources, schema

__all__ = ["document", "merged"]

_REF = "#/components/schemas/{model}"
_Mode = Literal["serialization", "validation"]
_UNIONS: dict[str, tuple[Any, _Mode]] = {
    "ServerFrame": (schema.ServerFrame, "serialization"),
    "ClientFrame": (schema.ClientFrame, "validation"),
    "Command": (schema.Command, "validation"),
    "BenchCommand": (resources.BenchCommand, "validation"),
    "CalibrationPress": (resources.CalibrationPress, "validation"),
    "SurveyBoard": (resources.SurveyBoard, "validation"),
    "SurveyOther": (resources.SurveyOther, "validation"),
    "SeatCommand": (resources.SeatCommand, "validation"),
    "TakeSeat": (resources.TakeSeat, "validation"),
}


def merged(plain: dict[str, Any]) -> dict[str, Any]:
    """`plain` with the socket's and the bodies' messages among its schemas."""
    schemas = plain.setdefault("components", {}).setdefault("schemas", {})
    for name, (kind, mode) in _UNIONS.items():
        body = TypeAdapter(kind).json_schema(ref_template=_REF, mode=mode)
        for inner, definition in body.pop("$defs", {}).items():
            schemas.setdefault(inner, _tagged(definition))
        schemas[name] = body
    return plain


def _tagged(definition: dict[str, Any]) -> dict[str, Any]:
    """A constant tells messages apart, so it is required even where our own models can do without."""
    tags = [name for name, field in definition.get("properties", {}).items() if "const" in field]
    if tags:
        definition["required"] = sorted({*definition.get("required", []), *tags})
    return definition


def document() -> dict[str, Any]:
    """The document of a service with every route, the demo's included; nothing is started or written."""
    from companion.service.app import create_app  # noqa: PLC0415 -- app imports this module
    from companion.service.paper import paper_runtime  # noqa: PLC0415 -- same

    runtime = paper_runtime(Path("unused"))
    return create_app(runtime.settings, runtime).openapi()


if __name__ == "__main__":
    json.dump(document(), sys.stdout, indent=1, sort_keys=True)
    sys.stdout.write("\n")
