"""Names that players could not tell apart, or not see, are refused wherever one is entered."""

from __future__ import annotations

from typing import Any

import pytest

from companion.table.refusal import Refused

BLANK = ["", "   ", "\u200b", "\u3164", "\u2800", "\uffa0 \u115f"]
ALIKE = ["ann", " Ann ", "Ann\u200b", "\uff21\uff4e\uff4e", "ANN"]


def _refused(evening: Any, kind: str, **fields: Any) -> str:
    with pytest.raises(Refused) as caught:
        evening.do(kind, **fields)
    return caught.value.code


@pytest.mark.parametrize(
    ("names", "code"), [*((["Ann", n], "bad-name") for n in BLANK), *((["Ann", n], "name-taken") for n in ALIKE)]
)
def test_a_game_needs_names_that_people_tell_apart(evening: Any, names: list[str], code: str) -> None:
    """Blank ones and those that look alike; nothing is begun."""
    assert _refused(evening, "new-game", game="balancing-aliens", names=names) == code
    assert evening.view["phase"] == "lobby"


@pytest.mark.parametrize(("name", "code"), [("\u3164", "bad-name"), ("bob ", "name-taken")])
def test_so_does_a_player_who_joins_late(evening: Any, name: str, code: str) -> None:
    """The same words; the table stays as it was, and another name is welcome."""
    evening.new_game()
    assert _refused(evening, "act", await_id="", action={"type": "join", "name": name}) == code
    evening.do("act", await_id="", action={"type": "join", "name": "Bobby"})
    assert [seat["name"] for seat in evening.view["seats"]] == ["Ann", "Bob", "Bobby"]


def test_names_that_only_resemble_are_different(evening: Any) -> None:
    """Accents and numbers tell people apart."""
    evening.do("new-game", game="balancing-aliens", names=["José", "Jose", "Ann 1", "Ann 2"])
    assert len(evening.view["seats"]) == 4
