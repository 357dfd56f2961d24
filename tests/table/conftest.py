"""A table with its real journal, driven by hand: a clock that stands still, and shorthand for what people and ship do."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.events import Fell, Lifted, Live, Moved, Placed, Removed, Rolled, Spot
from companion.service.schema import TableView
from companion.table.journal import Journal
from companion.table.table import Table

MASS_G = 8.0


class StillClock:
    """Moves only when told."""

    def __init__(self) -> None:
        self.t_s = 1000.0

    def now_s(self) -> float:
        """Monotonic seconds."""
        return self.t_s

    def wall(self) -> datetime:
        """An evening in November."""
        return datetime(2026, 11, 30, 20, 0, tzinfo=UTC)

    def is_set(self) -> bool:
        """Somebody has set it."""
        return True


def spot(ring: int, sector: int, n: int = 0) -> Spot:
    """A spot with a position well inside its area; `n` tells apart aliens in the same area."""
    radius_mm, angle = 30 + 20 * (ring - 0.5), math.radians(90 * (sector - 1) + 20 + 17 * n)
    return Spot(ring, sector, (round(radius_mm * math.cos(angle), 1), round(radius_mm * math.sin(angle), 1)))


class Evening:
    """One table over one journal file. Every step checks that the published view is the snapshot and fits the schema."""

    def __init__(self, folder: Path) -> None:
        self.clock = StillClock()
        self.path = folder / "journal.sqlite"
        self.now_s = 10.0
        self.seen: list[tuple[int, Mapping[str, Any]]] = []
        self._keys = 0
        self.table = self._open()

    def _open(self) -> Table:
        table = Table(Journal(self.path), self.clock)
        self.seen = []
        table.subscribe(lambda seq, view: self.seen.append((seq, view)))
        return table

    def restart(self) -> None:
        """End the service without a goodbye and start it again; the sensor starts again, too."""
        self.table.journal._db.close()
        self.now_s = 10.0
        self.table = self._open()

    def close(self) -> None:
        """End of the evening."""
        self.table.journal.close()

    # --- people

    def do(self, kind: str, key: str | None = None, **fields: Any) -> Any:
        """A command from a tablet; its reply."""
        self._keys += 1
        return self.table.submit({"type": kind, **fields}, f"key-{self._keys}" if key is None else key)

    def new_game(
        self, names: Sequence[str] = ("Ann", "Bob"), mode: str = "ship", *, game: str = "balancing-aliens", **options: Any
    ) -> None:
        """Start a game; the first of `names` is the first to roll."""
        self.do("new-game", game=game, names=list(names), mode=mode, options=options)
        if mode != "follow":
            self.table.skip_start_rolls()
        if mode != "manual":
            self.ship()

    def await_id(self, kind: str) -> str:
        """The id of what is awaited of this kind."""
        return next(a["id"] for a in self.view["awaits"] if a["kind"] == kind)

    def act(self, kind: str, **fields: Any) -> Any:
        """Tap an action that is awaited."""
        return self.do("act", await_id=self.await_id(kind), action={"type": kind, **fields})

    def answer(self, option: str) -> Any:
        """Answer the open question."""
        return self.do("answer", question=self.question["id"], option=option)

    # --- the world

    def later(self, seconds: float) -> None:
        """Time passes, with nothing to be felt."""
        self.now_s += seconds
        self.clock.t_s += seconds

    def roll(self, value: int) -> None:
        """The die comes to rest."""
        self.later(0.5)
        self.table.rolled(Rolled(value, self.now_s))

    def ship(self, state: str = "resting", load_g: float | None = None, lean_deg: tuple[float, float] = (0.0, 0.0)) -> None:
        """A look at the ship."""
        self.later(0.05)
        load_g = MASS_G * len(self.view["inventory"]) if load_g is None else load_g
        self.table.live(Live(self.now_s, state, load_g, (0.0, 0.0), lean_deg))  # type: ignore[arg-type]

    def rest(self, load_g: float | None = None, seconds: float = 1.5, lean_deg: tuple[float, float] = (0.0, 0.0)) -> None:
        """The ship stands still for a while."""
        for _ in range(round(seconds / 0.05)):
            self.ship("resting", load_g, lean_deg)

    def put(self, ring: int, sector: int, n: int = 0, **fields: Any) -> None:
        """A hand places an alien and the ship calls it a second later; `at_s` overrides the moment of release."""
        self.later(1.0)
        at_s = fields.pop("at_s", self.now_s - 1.0)
        self.table.felt(Placed(self.now_s, at_s, spot(ring, sector, n), fields.pop("odds", 0.97), mass_g=MASS_G, **fields))

    def take(self, ring: int, sector: int, n: int = 0, **fields: Any) -> None:
        """A hand takes an alien off."""
        self.later(1.0)
        at_s = fields.pop("at_s", self.now_s - 1.0)
        self.table.felt(Removed(self.now_s, at_s, spot(ring, sector, n), fields.pop("odds", 0.97), **fields))

    def drop(self, *gone: Spot, count: int | None = None, **fields: Any) -> None:
        """Aliens fall."""
        self.later(1.0)
        at_s = fields.pop("at_s", self.now_s - 1.0)
        count = len(gone) if count is None else count
        self.table.felt(Fell(self.now_s, at_s, count, gone, fields.pop("odds", 0.95), **fields))

    def slide(self, was: Spot, now: Spot) -> None:
        """An alien is pushed."""
        self.later(1.0)
        self.table.felt(Moved(self.now_s, self.now_s - 1.0, was, now, 0.95))

    def lift(self, *, down: bool) -> None:
        """The ship is lifted, or stands again."""
        self.later(1.0)
        self.table.felt(Lifted(self.now_s, self.now_s, down))

    # --- what the table says

    @property
    def view(self) -> dict[str, Any]:
        """The snapshot; checked against the schema and against what was published last."""
        view = self.table.view()
        assert not self.seen or self.seen[-1][1] == view
        return TableView.model_validate(view).model_dump()

    @property
    def scores(self) -> list[int]:
        """Points by seat."""
        return [seat["score"] for seat in self.view["seats"]]

    @property
    def question(self) -> dict[str, Any]:
        """The one open question."""
        (question,) = self.view["questions"]
        return question

    @property
    def aboard(self) -> list[list[int]]:
        """What the score has aboard."""
        return self.view["state"]["aboard"]

    @property
    def standing(self) -> list[list[int]]:
        """What the ship feels aboard."""
        return sorted([alien["ring"], alien["sector"]] for alien in self.view["inventory"])

    def log(self, *, undone: bool = False) -> list[tuple[str, int | None, int]]:
        """Code, seat and points of the log lines."""
        return [(e["code"], e["seat"], e["points"]) for e in self.view["events"] if undone or not e["undone"]]

    def notice(self, code: str) -> dict[str, Any]:
        """The one notice of this code."""
        (notice,) = [n for n in self.view["notices"] if n["code"] == code]
        return notice

    def notices(self) -> list[str]:
        """The codes of all notices."""
        return [n["code"] for n in self.view["notices"]]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """A table in the lobby."""
    evening = Evening(tmp_path)
    yield evening
    evening.close()


@pytest.fixture
def evenings() -> Callable[[Path], Evening]:
    """Makes evenings in folders of one's own."""
    return Evening


@pytest.fixture
def at() -> Callable[..., Spot]:
    """Makes spots with positions."""
    return spot
