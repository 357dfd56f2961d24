"""Scenario files: YAML that somebody who knows the game can write. Read here, played by `scenario.py`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from companion.games import boards, find
from companion.games.contract import Game, SetUpError

__all__ = ["Scenario", "ScenarioError", "Step", "load"]

_KEYS = {"title", "game", "shows", "why", "setup", "steps", "holds"}
_SETUP_KEYS = {"players", "house rules", "board", "mode"}


class ScenarioError(ValueError):
    """The file is no scenario; the message names the file and what to change."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: `verb` says how it reaches the table, `what` is its text or values; `more` what else the step says."""

    number: int
    verb: str
    what: Any
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario file. `shows` lists decision ids and house-rule values ("aliens.fallen=out")."""

    name: str
    title: str
    game: Game
    shows: tuple[str, ...]
    why: str
    players: tuple[str, ...]
    options: Mapping[str, Any]
    board: Mapping[str, Any]
    mode: str
    steps: tuple[Step, ...]
    holds: Mapping[str, Any]


def load(path: Path, verbs: Sequence[str], extras: Sequence[str]) -> Scenario:
    """Read a scenario file whose steps begin with one of `verbs` and may also say `extras`."""
    if not path.is_file():
        raise ScenarioError(f"{path}: {'is a folder; name the files in it' if path.is_dir() else 'there is no such file'}")
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, yaml.YAMLError, RecursionError) as error:
        why = "nested too deeply" if isinstance(error, RecursionError) else error
        raise ScenarioError(f"{path.name}: cannot be read: {why}") from error
    try:
        return _scenario(path.name, _mapping(data, "the file", _KEYS), verbs, extras)
    except (SetUpError, ScenarioError, LookupError) as error:
        raise ScenarioError(f"{path.name}: {error}") from error


def _scenario(name: str, data: Mapping[str, Any], verbs: Sequence[str], extras: Sequence[str]) -> Scenario:
    for key in ("title", "game", "why", "setup", "steps"):
        if not data.get(key):
            raise ScenarioError(f"{key} is missing or empty")
    setup = _mapping(data["setup"], "setup", _SETUP_KEYS)
    game = find(_game_id(str(data["game"])))
    steps = _list(data["steps"], "steps")
    return Scenario(
        name=name,
        title=str(data["title"]),
        game=game,
        shows=tuple(str(id_) for id_ in _list(data.get("shows", []), "shows")),
        why=str(data["why"]).strip(),
        players=tuple(_player(player) for player in _list(setup.get("players"), "players")),
        options=_mapping(setup.get("house rules", {}), "house rules", None),
        board=boards.sample_json(game, _mapping(setup.get("board", {}), "board", None)),
        mode=str(setup.get("mode", "manual")),
        steps=tuple(_step(number, row, verbs, extras) for number, row in enumerate(steps, start=1)),
        holds=_mapping(data.get("holds", {}), "holds", None),
    )


def _game_id(told: str) -> str:
    """The game's id, also where its title is told: "Lift Off!" is lift-off."""
    return re.sub(r"[^a-z0-9]+", "-", told.lower()).strip("-")


def _player(name: Any) -> str:
    """A name as it will be written in sentences; YAML reads an unquoted Yes or 7 as something else."""
    if not isinstance(name, str):
        raise ScenarioError(f"players: write {str(name)!r} in quotes, for YAML it is no text")
    return name


def _step(number: int, row: Any, verbs: Sequence[str], extras: Sequence[str]) -> Step:
    """A sentence alone is something that was done; else exactly one verb, and what else there is to say."""
    if isinstance(row, str):
        return Step(number, "do", row)
    if not isinstance(row, Mapping):
        raise ScenarioError(f"step {number} must be a sentence or a table")
    unknown = [str(key) for key in row if key not in verbs and key not in extras]
    if unknown:
        raise ScenarioError(f"step {number}: unknown key {unknown[0]!r}; known are {', '.join([*verbs, *extras])}")
    used = [key for key in row if key in verbs]
    if len(used) > 1 or (not used and "then" not in row):
        raise ScenarioError(f"step {number} must have exactly one of {', '.join(verbs)}")
    verb = used[0] if used else "look"
    return Step(number, verb, row.get(verb), {key: value for key, value in row.items() if key != verb})


def _mapping(value: Any, name: str, known: set[str] | None) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ScenarioError(f"{name} must be a table")
    for key in value:
        if known is not None and key not in known:
            raise ScenarioError(f"{name}: unknown key {str(key)!r}; known are {', '.join(sorted(known))}")
    return value


def _list(value: Any, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise ScenarioError(f"{name} must be a list")
    return value
