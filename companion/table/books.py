"""The two books, as pure functions of the journal's rows.

What the ship felt, with the table's corrections, folds to the inventory; the live entries, in playing order, fold to the
state (`replay.py`). `Ledger.apply` is that fold one row at a time; `fold(rows)` is the same thing from the start.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.events import Felt, Lifted, Press, Rolled, Spot, felt_from_json
from companion.table.journal import Row
from companion.table.phones import Phones
from companion.table.wood import Alien, Wood, inventory, read_spots

__all__ = ["Entry", "Item", "Ledger", "Origin", "QuestionRow", "fold"]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an entry came from: shown with it, always."""

    kind: str
    odds: float | None = None
    name: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The journal's and the page's form."""
        return {"kind": self.kind, "odds": self.odds, "name": self.name}


@dataclass(frozen=True, slots=True)
class Entry:
    """A rule action in the book. `item` is the felt or input row it answers; entries of one item are undone together.

    `seat` and `points` are whom it concerned and what it changed for them when it was written. `at_s` is the moment it
    belongs to, on the sensor's clock of `session` (the run of the service that wrote it).
    """

    seq: int
    action: Mapping[str, Any]
    origin: Origin
    item: int | None = None
    at_s: float = 0.0
    session: str = ""
    replaces: int | None = None
    seat: int | None = None
    points: int = 0


@dataclass(frozen=True, slots=True)
class Item:
    """Something that happened and must find its place in the rules: a felt event, a die roll, a button."""

    seq: int
    what: Felt | Rolled | Press
    at_s: float
    session: str


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """A question as it was put; `item` is what it is about, if about one thing."""

    seq: int
    code: str
    params: Mapping[str, Any]
    item: int | None
    options: tuple[Mapping[str, Any], ...]


@dataclass(slots=True)
class Ledger:
    """Everything the rows of one game say. Only `apply` changes it."""

    order: list[int] = field(default_factory=list)
    entries: dict[int, Entry] = field(default_factory=dict)
    out: list[int] = field(default_factory=list)
    redoable: list[list[int]] = field(default_factory=list)
    items: dict[int, Item] = field(default_factory=dict)
    pending: list[int] = field(default_factory=list)
    wood: list[Wood] = field(default_factory=list)
    reading_rows: list[Mapping[str, Any]] = field(default_factory=list)
    questions: dict[int, QuestionRow] = field(default_factory=dict)
    settled: dict[int, str] = field(default_factory=dict)
    mode: str = "ship"
    closed: bool = False
    lifted: bool = False
    putting_back: tuple[Spot, ...] = ()
    empty_first: bool = False
    found: int | None = None
    base: int = 0
    base_state: Mapping[str, Any] | None = None
    changed_rules: Mapping[str, Any] | None = None
    phones: Phones = field(default_factory=Phones)
    last_seq: int = 0
    last_entry: int = 0

    def copy(self) -> Ledger:
        """A draft to try rows on."""
        return Ledger(
            order=list(self.order),
            entries=dict(self.entries),
            out=list(self.out),
            redoable=list(self.redoable),
            items=dict(self.items),
            pending=list(self.pending),
            wood=list(self.wood),
            reading_rows=list(self.reading_rows),
            questions=dict(self.questions),
            settled=dict(self.settled),
            mode=self.mode,
            closed=self.closed,
            lifted=self.lifted,
            putting_back=self.putting_back,
            empty_first=self.empty_first,
            found=self.found,
            base=self.base,
            base_state=self.base_state,
            changed_rules=self.changed_rules,
            phones=self.phones,
            last_seq=self.last_seq,
            last_entry=self.last_entry,
        )

    def live(self) -> tuple[Entry, ...]:
        """The entries that count, in playing order: neither taken out nor replaced by one that is not taken out."""
        gone = set(self.out)
        gone |= {e.replaces for e in self.entries.values() if e.replaces is not None and e.seq not in gone}
        return tuple(self.entries[seq] for seq in self.order if seq not in gone)

    @property
    def readings(self) -> dict[int, Mapping[str, Any]]:
        """How the table reads felt rows; a reading that came with an entry lasts as long as that entry counts."""
        live = {entry.seq for entry in self.live()}
        return {row["felt"]: row for row in self.reading_rows if row.get("entry") is None or row["entry"] in live}

    def aliens(self, before: int | None = None) -> dict[int, Alien]:
        """The inventory now, or as it was just before felt row `before`."""
        facts = self.wood if before is None else [fact for fact in self.wood if fact.seq < before]
        return inventory(facts, self.readings)

    def apply(self, row: Row) -> None:
        """Take one more row in."""
        _HANDLERS[row.kind](self, row.seq, row.data)
        self.last_seq = row.seq


def _unpend(book: Ledger, item: int | None) -> None:
    if item in book.pending:
        book.pending.remove(item)


def _felt(book: Ledger, seq: int, data: Mapping[str, Any]) -> None:
    felt = felt_from_json(data["felt"])
    book.items[seq] = Item(seq, felt, felt.at_s, data.get("session", ""))
    book.wood.append(Wood(seq, felt))
    book.pending.append(seq)
    if isinstance(felt, Lifted):
        book.lifted = not felt.down


def _input(book: Ledger, seq: int, data: Mapping[str, Any]) -> None:
    at_s, source = data.get("at_s", 0.0), data["source"]
    what = Press(data["button"], at_s, source) if "button" in data else Rolled(data["value"], at_s, source, data.get("number"))
    book.items[seq] = Item(seq, what, at_s, data.get("session", ""))
    book.pending.append(seq)


def _entry(book: Ledger, seq: int, data: Mapping[str, Any]) -> None:
    replaces, before = data.get("replaces"), data.get("before")
    book.entries[seq] = Entry(
        seq,
        data["action"],
        Origin(**data["origin"]),
        data.get("item"),
        data.get("at_s", 0.0),
        data.get("session", ""),
        replaces,
        data.get("seat"),
        data.get("points", 0),
    )
    book.redoable.clear()
    if replaces is not None:
        book.order.insert(book.order.index(replaces) + 1, seq)
    elif before is not None:
        book.order.insert(book.order.index(before), seq)
    else:
        book.order.append(seq)
    book.last_entry = seq
    _unpend(book, data.get("item"))


def _take_out(book: Ledger, _seq: int, data: Mapping[str, Any]) -> None:
    book.out.extend(data["entries"])
    book.redoable.append(data["entries"])


def _put_back(book: Ledger, _seq: int, data: Mapping[str, Any]) -> None:
    book.out = [seq for seq in book.out if seq not in data["entries"]]
    book.redoable = [group for group in book.redoable if group != data["entries"]]


def _asked(book: Ledger, seq: int, data: Mapping[str, Any]) -> None:
    book.questions[seq] = QuestionRow(seq, data["code"], data["params"], data.get("item"), tuple(data["options"]))


def _answered(book: Ledger, _seq: int, data: Mapping[str, Any]) -> None:
    book.questions.pop(data["question"], None)


def _settled(book: Ledger, _seq: int, data: Mapping[str, Any]) -> None:
    book.settled[data["item"]] = data["how"]
    _unpend(book, data["item"])


def _reading(book: Ledger, _seq: int, data: Mapping[str, Any]) -> None:
    book.reading_rows.append(data)


def _aboard(book: Ledger, seq: int, data: Mapping[str, Any]) -> None:
    book.wood.append(Wood(seq, None, data))


def _mode(book: Ledger, _seq: int, data: Mapping[str, Any]) -> None:
    book.mode = data["mode"]


def _closed(book: Ledger, _seq: int, _data: Mapping[str, Any]) -> None:
    book.closed = True


def _opened(book: Ledger, _seq: int, _data: Mapping[str, Any]) -> None:
    book.closed = False


def _putting_back(book: Ledger, _seq: int, data: Mapping[str, Any]) -> None:
    book.putting_back = read_spots(data["spots"])
    book.empty_first = data.get("empty_first", False)
    book.found = data.get("found")


def _kept(book: Ledger, _seq: int, _data: Mapping[str, Any]) -> None:
    book.changed_rules = None


def _phone(book: Ledger, _seq: int, data: Mapping[str, Any]) -> None:
    book.phones = book.phones.apply(data)


def _base(book: Ledger, _seq: int, data: Mapping[str, Any]) -> None:
    book.base, book.base_state, book.changed_rules = data["entry"], data["state"], data.get("changed")


_HANDLERS = {
    "felt": _felt,
    "input": _input,
    "entry": _entry,
    "taken-out": _take_out,
    "put-back": _put_back,
    "asked": _asked,
    "answered": _answered,
    "settled": _settled,
    "reading": _reading,
    "aboard": _aboard,
    "mode": _mode,
    "closed": _closed,
    "opened": _opened,
    "putting-back": _putting_back,
    "kept": _kept,
    "base": _base,
    "phone": _phone,
}


def fold(rows: Iterable[Row], mode: str = "ship") -> Ledger:
    """The ledger that these rows make."""
    ledger = Ledger(mode=mode)
    for row in rows:
        ledger.apply(row)
    return ledger
