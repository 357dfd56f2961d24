"""What the referee looks at: the game as played so far, when each entry belongs, and what stands on the ship."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.events import Lifted
from companion.games.contract import Action, Await, Game, Illegal
from companion.table.books import Entry, Item, Ledger, Origin
from companion.table.replay import Step, play, replay
from companion.table.wood import Area, area, surplus

__all__ = ["Scene", "aboard"]

PROBE_SEQ = 1 << 60
"""Sequence numbers for what is only tried."""
FALL_LEAD_S = 3.0
"""A fall can be over before the hand lets go of the alien that caused it: by this much."""


def aboard(game: Game, state: Any) -> list[Area]:
    """The areas where the game believes aliens to stand."""
    return [(ring, sector) for ring, sector in game.view(state, None).get("aboard", ())]


@dataclass(frozen=True, slots=True)
class Scene:
    """One moment of a game: everything a verdict may rest on. `origin` is how it began; `start` is where the replay begins."""

    game: Game
    origin: Any
    start: Any
    steps: tuple[Step, ...]
    ledger: Ledger
    options: Mapping[str, Any]
    sectors: range
    bumped_at_s: float | None = None

    @property
    def senses_ship(self) -> bool:
        """Whether this game is played on a ship that can be weighed."""
        return "ship" in self.game.senses

    @property
    def state(self) -> Any:
        """The state now."""
        return self.steps[-1].after if self.steps else self.start

    def state_at(self, position: int) -> Any:
        """The state before step `position`."""
        return self.steps[position - 1].after if position else self.start

    def position(self, item: Item, *, lead_s: float = 0.0) -> int:
        """How many steps had happened at the item's moment; falls up to `lead_s` earlier count as later than it."""
        position = len(self.steps)
        while position and self._later(self.steps[position - 1], item, lead_s):
            position -= 1
        return position

    def _later(self, step: Step, item: Item, lead_s: float) -> bool:
        entry = step.entry
        if entry.session != item.session:
            return False
        return entry.at_s > item.at_s - (lead_s if entry.action["type"] == "fell" else 0.0)

    def fits_at(self, position: int, actions: tuple[Action, ...]) -> bool:
        """Whether these actions are legal there, and everything that came after stays as legal as it was."""
        state = self.state_at(position)
        for action in actions:
            state = self.game.act(state, action)
            if isinstance(state, Illegal):
                return False
        for step in self.steps[position:]:
            again = play(self.game, step.entry, state)
            if again.ruling and not step.ruling:
                return False
            state = again.after
        return True

    def before(self, position: int) -> int | None:
        """The entry that an insertion at `position` comes before; None at the end."""
        return self.steps[position].entry.seq if position < len(self.steps) else None

    def awaits(self, kind: str, position: int | None = None) -> tuple[Await, ...]:
        """What is awaited there of one kind."""
        state = self.state if position is None else self.state_at(position)
        return tuple(a for a in self.game.awaits(state) if a.kind == kind)

    def aboard(self, position: int | None = None) -> list[Area]:
        """Where the game believes aliens to stand there."""
        return aboard(self.game, self.state if position is None else self.state_at(position))

    def unscored(self, before: int | None = None) -> list[Area]:
        """Areas with more wood than the score knows."""
        return surplus(self._standing(before), self.aboard())

    def missing(self, before: int | None = None) -> list[Area]:
        """Areas where the score has an alien and the ship feels none."""
        return surplus(self.aboard(), self._standing(before))

    def last_lift(self, item: Item) -> Item | None:
        """The newest lift or landing of the ship that was felt before this item."""
        items = self.ledger.items.values()
        lifts = [i for i in items if isinstance(i.what, Lifted) and i.seq < item.seq and i.session == item.session]
        return lifts[-1] if lifts else None

    def is_lifted(self, item: Item) -> bool:
        """Whether the ship was up when this item was felt."""
        lift = self.last_lift(item)
        return lift is not None and isinstance(lift.what, Lifted) and not lift.what.down

    def _standing(self, before: int | None) -> list[Area]:
        return [area(alien.spot) for alien in self.ledger.aliens(before).values()]

    def with_ledger(self, ledger: Ledger) -> Scene:
        """The scene after more rows."""
        start = self.origin if ledger.base_state is None else self.game.from_json(ledger.base_state)
        start = self.start if start == self.start else start
        entries = [entry for entry in ledger.live() if entry.seq > ledger.base]
        return replace(self, start=start, steps=replay(self.game, start, entries, self.steps), ledger=ledger)

    def after(self, actions: tuple[Action, ...]) -> Scene:
        """The scene as it would be after these actions, should they be legal."""
        steps = self.steps
        for n, action in enumerate(actions):
            entry = Entry(PROBE_SEQ + n, action, Origin("table"))
            steps = (*steps, play(self.game, entry, steps[-1].after if steps else self.start))
        return replace(self, steps=steps)

    def bumped(self, at_s: float | None) -> Scene:
        """The scene, knowing when the table was knocked last."""
        return replace(self, bumped_at_s=at_s)

    def view(self, position: int | None = None) -> Mapping[str, Any]:
        """The game's public view there."""
        return self.game.view(self.state if position is None else self.state_at(position), None)
