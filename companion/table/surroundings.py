"""What the table knows of the world besides the journal: the sensor's time, what goes on on the ship, how devices are."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from companion.events import Felt, Health, Lifted, Live, Noted, Rolled
from companion.table.clock import Clock
from companion.table.flow import Contact, Now
from companion.table.moments import SensorTime
from companion.table.recovery import Watch, is_empty
from companion.table.refusal import Refused
from companion.table.remarks import Remarks

__all__ = ["Surroundings"]

FRESH_S = 1.0
"""A look at the ship that is no older than this tells how it is now: nobody places an alien and lets go so quickly."""


class Surroundings:
    """Kept in memory only: after a restart the world is looked at again."""

    def __init__(self, clock: Clock) -> None:
        self.time = SensorTime(clock, uuid.uuid4().hex[:8])
        self.bumped_at_s: float | None = None
        self._contact = Contact()
        self._watch = Watch()
        self._last: Live | None = None
        self._health: dict[str, Health] = {}
        self._numbers: dict[str, int] = {}
        self._remarks = Remarks()
        self.alien_g: tuple[float, ...] = ()

    def now(self) -> Now:
        """The moment, and what goes on on the ship."""
        return Now(self.time.now_s(), self.time.session, self._contact)

    def devices(self) -> Iterable[Health]:
        """The devices as they reported last."""
        return self._health.values()

    def report(self, health: Health) -> bool:
        """A device reports; whether that is news."""
        news = self._health.get(health.device) != health
        self._health[health.device] = health
        return news

    def felt(self, felt: Felt) -> None:
        """A call was made: what still rocks is its echo. A ship that stands again is compared with the inventory."""
        self.time.heard(felt.t_s)
        self._contact = self._contact.called()
        if isinstance(felt, Lifted) and felt.down:
            self.check_ship()

    def notices(self) -> list[dict[str, Any]]:
        """What the sense says about the ship and its plate."""
        return self._remarks.notices(self.time.session)

    def put_away(self, command: Mapping[str, Any]) -> bool:
        """Press the button of one of the sense's notices; False where the command is about another's. Refused as any."""
        id_, action = str(command.get("notice", "")), str(command.get("action", ""))
        if not self._remarks.owns(id_):
            return False
        if not self._remarks.put_away(id_, action):
            raise Refused("no-such-action", {"action": action}, 422, f"it has no button {action!r}")
        return True

    def noted(self, noted: Noted) -> bool:
        """The sense remarks something; a knock matters for who pays for a fall. Whether there is another notice to show."""
        self.time.heard(noted.t_s)
        if noted.code == "bump":
            self.bumped_at_s = float(noted.params.get("at_s", noted.t_s))
        if noted.code == "ship-disagrees":
            self._watch = self._watch.baffled()
        return self._remarks.heard(noted, self.time.session)

    def live(self, live: Live) -> None:
        """The ship is seen."""
        self.time.heard(live.t_s)
        self._contact = self._contact.seen(live)
        self._watch = self._watch.seen(live)
        self._last = live

    def is_repeat(self, rolled: Rolled) -> bool:
        """Whether this very roll was heard before, by the die's own number."""
        if rolled.number is None:
            return False
        before = self._numbers.get(rolled.source)
        self._numbers[rolled.source] = rolled.number
        return before == rolled.number

    def check_ship(self) -> None:
        """Compare ship and inventory at the next quiet second."""
        self._watch = Watch(wanted=True)

    def begin(self) -> None:
        """A game begins: the ship is compared as ever. What comes on one that was just seen empty is no wood from before."""
        self._watch = Watch(wanted=True, met=self._seen_empty())
        self._remarks.begin()

    def _seen_empty(self) -> bool:
        last = self._last
        return last is not None and is_empty(last) and self.time.now_s() - last.t_s < FRESH_S

    def ship_is_empty(self) -> None:
        """Somebody has just seen that nothing stands on the ship: it need not be compared."""
        self._watch = Watch()

    @property
    def is_first_look(self) -> bool:
        """Whether the ship, which had to be compared, was not seen at rest yet."""
        return self._watch.is_first_look

    def quiet(self) -> Live | None:
        """The ship over that second, once it has come."""
        seen = self._watch.average()
        if seen is not None:
            self._watch = Watch()
        return seen
