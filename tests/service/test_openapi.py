"""The document that the page's types are generated from."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from companion.service.openapi import document

ROOT = Path(__file__).resolve().parent.parent.parent


def test_it_names_every_message_in_both_directions() -> None:
    """Socket frames and commands are among the schemas, each variant with its required tag."""
    schemas = document()["components"]["schemas"]
    for union in ("ServerFrame", "ClientFrame", "Command", "BenchCommand"):
        variants = schemas[union]["oneOf"]
        assert len(variants) >= 2
        for variant in variants:
            name = variant["$ref"].rsplit("/", 1)[1]
            tags = [field for field, shape in schemas[name]["properties"].items() if "const" in shape or "enum" in shape]
            assert set(tags) & set(schemas[name]["required"]), name


def test_what_is_sent_always_has_every_field() -> None:
    """A page needs no guards for fields of a snapshot."""
    schemas = document()["components"]["schemas"]
    for name in ("SnapshotFrame", "TableView", "Question", "Option", "EventView", "Problem"):
        assert set(schemas[name]["required"]) == set(schemas[name]["properties"]), name


def test_every_reference_leads_somewhere() -> None:
    """No schema points to one that is not there."""
    text = json.dumps(document())
    schemas = document()["components"]["schemas"]
    wanted = {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert wanted <= set(schemas)


def test_the_module_prints_it_sorted_and_touches_nothing(tmp_path: Path) -> None:
    """Two runs print the same, and no data folder appears."""
    command = [sys.executable, "-m", "companion.service.openapi"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    out = subprocess.run(command, env=env, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60).stdout
    found = json.loads(out)
    assert found == json.loads(json.dumps(document()))
    assert list(found) == sorted(found)
    assert list(tmp_path.iterdir()) == []
