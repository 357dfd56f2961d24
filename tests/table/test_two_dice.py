"""Two dice of one electronic die: thrown twice, shown after the first, counted together."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.events import Rolled
from companion.table.dice import die_for
from companion.table.journal import Journal
from companion.table.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A game of Close Encounters, every card on paper."""
    journal = Journal(tmp_path / "journal.sqlite")
    table = Table(journal)
    table.submit({"type": "new-game", "game": "close-encounters", "names": ["Ada", "Ben"]})
    yield table
    journal.close()


def rolls(table: Table) -> list[list[int]]:
    """The start rolls, by seat."""
    return [seat["start_rolls"] for seat in table.view()["state"]["seats"]]


def throw(table: Table, *values: int) -> None:
    """Throw the electronic die."""
    for value in values:
        table.rolled(Rolled(value, table.now_s(), "die"))


def test_two_throws_are_one_roll(table: Table) -> None:
    """The first is shown and counts for nothing yet; with the second their sum is the roll, and the next begins anew."""
    throw(table, 3)
    assert (table.view()["held_roll"], rolls(table)) == (3, [[], []])
    throw(table, 4)
    assert (table.view()["held_roll"], rolls(table)) == (None, [[7], []])
    throw(table, 2, 1)
    assert rolls(table) == [[7], [3]]
    assert table.view()["state"]["phase"] == "play"


def test_a_roll_tapped_in_between_takes_the_first_throws_place(table: Table) -> None:
    """Whoever taps the sum after one throw is not asked for a second: the next throw is a first one again."""
    throw(table, 3)
    awaited: dict[str, Any] = next(a for a in table.view()["awaits"] if a["kind"] == "roll")
    table.submit({"type": "act", "await_id": awaited["id"], "action": {"type": "roll", "value": 9}})
    throw(table, 5)
    assert (table.view()["held_roll"], rolls(table)) == (5, [[9], []])
    throw(table, 5)
    assert rolls(table) == [[9], [10]]


def test_undone_both_throws_are_made_again(table: Table) -> None:
    """Taken back, the roll is gone whole."""
    throw(table, 3, 4)
    undo = table.view()["undo"]
    table.submit({"type": "undo", "seq": undo["seq"]})
    throw(table, 6)
    assert (table.view()["held_roll"], rolls(table)) == (6, [[], []])


def test_the_electronic_die_is_a_plain_one_meanwhile() -> None:
    """No die shows 2 to 12: a plain one is lit."""
    assert die_for({"die": "2d6"}) == "d6"
