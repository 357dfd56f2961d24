"""The shelf of board files: the sample in the package and the owner's own, one TOML file each, in the data folder."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.events import ShipShape
from companion.games import GAMES, boards
from companion.games.contract import SetUpError
from companion.service.problems import ProblemError
from companion.service.resources import StoredBoard, SurveyBoard
from companion.service.schema import BoardView
from companion.setup.survey import board_toml

__all__ = ["BoardShelf"]

_UNSAFE = re.compile(r"[^a-z0-9]+")


class BoardShelf:
    """Board files by name; a damaged one is reported, never skipped silently and never changed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def all(self) -> list[StoredBoard]:
        """The sample, then the owner's files by name."""
        samples = [StoredBoard(name=None, board=_view(boards.sample(game))) for game in GAMES if "ship" in game.senses]
        own = [self._stored(path) for path in sorted(self._folder.glob("*.toml"))]
        return [*samples, *own]

    def load(self, name: str) -> boards.Board:
        """A stored board by name; SetUpError when there is none of that name or its file is damaged."""
        path = self._folder / f"{name}.toml"
        if name != _slug(name) or not path.is_file():
            raise SetUpError(f'There is no board file "{name}". Choose one of the list, or survey your ship.')
        return boards.load(path)

    def store(self, survey: SurveyBoard) -> StoredBoard:
        """Write the surveyed ship as a board file; a survey that cannot be a board is refused and nothing is written."""
        try:
            return self._write(survey.name, survey.model_dump())
        except SetUpError as error:
            raise ProblemError(422, "bad-board", str(error), {"why": str(error)}) from None

    def _write(self, name: str, survey: Mapping[str, Any]) -> StoredBoard:
        slug = _slug(name)
        if not slug:
            raise SetUpError("name: needs at least one letter or digit; give the board another name")
        text = board_toml(survey)
        board = boards.parse_toml(text, name)
        self._folder.mkdir(parents=True, exist_ok=True)
        fresh = self._folder / f"{slug}.toml.new"
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(self._folder / f"{slug}.toml")
        return StoredBoard(name=slug, board=_view(board))

    def keep(self, name: str, shape: ShipShape) -> str:
        """Store the ship of a recording, which knows its geometry; the file's name."""
        row = boards.Board(name, True, boards.SIDES[0], shape).to_json()  # noqa: FBT003 -- verified: the recording measured it
        return str(self._write(name, row).name)

    def _stored(self, path: Path) -> StoredBoard:
        try:
            return StoredBoard(name=path.stem, board=_view(boards.load(path)))
        except SetUpError as error:
            return StoredBoard(name=path.stem, board=None, problem=str(error))


def _slug(name: str) -> str:
    return _UNSAFE.sub("-", name.lower()).strip("-")[:40]


def _view(board: boards.Board) -> BoardView:
    shape = board.shape
    return BoardView(
        name=board.name,
        verified=board.verified,
        ring_edges_mm=list(shape.ring_edges_mm),
        points=list(shape.points),
        sectors=shape.sectors,
        foot_radius_mm=shape.foot_radius_mm,
        aliens=shape.aliens,
    )
