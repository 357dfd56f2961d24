"""The shelf of board files: the sample in the package and the owner's own, one TOML file each, in the data folder."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from companion.events import ShipShape
from companion.games import GAMES, boards
from companion.games.contract import SetUpError
from companion.service.files import write_whole
from companion.service.problems import ProblemError
from companion.service.resources import StoredBoard, SurveyBoard, SurveyOther
from companion.service.schema import AnyBoardView
from companion.setup.survey import board_toml, other_board_toml

__all__ = ["BoardShelf"]

_VIEW: TypeAdapter[AnyBoardView] = TypeAdapter(AnyBoardView)
_UNSAFE = re.compile(r"[^a-z0-9]+")


class BoardShelf:
    """Board files by name; a damaged one is reported, never skipped silently and never changed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def all(self) -> list[StoredBoard]:
        """The sample of every game, then the owner's files by name."""
        samples = [_stored_board(None, boards.sample_json(game), game.id) for game in GAMES]
        own = [self._stored(path) for path in sorted(self._folder.glob("*.toml"))]
        return [*samples, *own]

    def load(self, name: str) -> boards.AnyBoard:
        """A stored board by name; SetUpError when there is none of that name or its file is damaged."""
        path = self._folder / f"{name}.toml"
        if name != _slug(name) or not path.is_file():
            raise SetUpError(f'There is no board file "{name}". Choose one of the list, or survey your own.')
        return boards.load_any(path)

    def store(self, survey: SurveyBoard) -> StoredBoard:
        """Write the surveyed ship as a board file; a survey that cannot be a board is refused and nothing is written."""
        return self._kept(survey.name, "", board_toml(survey.model_dump()))

    def store_other(self, kind: str, survey: SurveyOther) -> StoredBoard:
        """The same for a board of another kind; the kind is part of the file's name, so that no ship is overwritten."""
        return self._kept(survey.name, kind, other_board_toml(kind, survey.name, survey.values))

    def _kept(self, name: str, kind: str, text: str) -> StoredBoard:
        try:
            return self._write(name, kind, text)
        except SetUpError as error:
            raise ProblemError(422, "bad-board", str(error), {"why": str(error)}) from None

    def _write(self, name: str, kind: str, text: str) -> StoredBoard:
        if not _slug(name):
            raise SetUpError("name: needs at least one letter or digit; give the board another name")
        slug = _slug(f"{kind} {name}")
        board = boards.read_toml(text, name).to_json()
        write_whole(self._folder / f"{slug}.toml", text)
        return _stored_board(slug, board)

    def keep(self, name: str, shape: ShipShape) -> str:
        """Store the ship of a recording, which knows its geometry; the file's name."""
        row = boards.Board(name, True, boards.SIDES[0], shape).to_json()  # noqa: FBT003 -- verified: the recording measured it
        return str(self._write(name, "", board_toml(row)).name)

    def _stored(self, path: Path) -> StoredBoard:
        try:
            return _stored_board(path.stem, boards.load_any(path).to_json())
        except SetUpError as error:
            return StoredBoard(name=path.stem, board=None, problem=str(error))


def _slug(name: str) -> str:
    return _UNSAFE.sub("-", name.lower()).strip("-")[:40]


def _stored_board(name: str | None, plain: Mapping[str, Any], game: str | None = None) -> StoredBoard:
    return StoredBoard(name=name, game=game, board=_view(plain), side=plain.get("side"))


def _view(plain: Mapping[str, Any]) -> AnyBoardView:
    return _VIEW.validate_python(boards.shown(plain))
