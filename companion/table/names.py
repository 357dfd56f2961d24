"""Names as people at a table tell them apart: each can be seen, and no two look alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from companion.games.options import LONGEST_NAME, as_name
from companion.table.refusal import Refused

__all__ = ["refuse_confusing"]


def refuse_confusing(names: Sequence[str], there: Sequence[str] = ()) -> None:
    """Refused for a name that shows nothing or is too long, and for one that looks like another or like one `there`."""
    seen = {_look(name) for name in there}
    for name in names:
        if as_name(name) is None:
            words = f"each name needs 1 to {LONGEST_NAME} characters that can be seen"
            raise Refused("bad-name", {"longest": LONGEST_NAME}, 422, words)
        look = _look(name)
        if look in seen:
            raise Refused("name-taken", {"name": name.strip()}, 422, f'"{name.strip()}" is there twice: give one another name')
        seen.add(look)


def _look(name: str) -> str:
    """The same for names that differ in case, in width, in spaces or in what cannot be seen."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    shown = "".join(letter for letter in plain if unicodedata.category(letter) != "Cf")
    return " ".join(shown.split())
