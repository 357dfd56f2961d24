"""What is printed on the owner's board: for each ring its spaces, counter-clockwise. A survey, never a formula.

A space is written as people say it: "men", "hide 2", "hide roll", "arrow-bottom A 3", "arrow-top A 2". The letter joins the two
halves of an arrow; a number nobody has looked at is "?" or left out, and the table is asked for it when it counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from companion.games.contract import Json, SetUpError
from companion.games.stored import flag, listing, object_of, one_of, only, title, whole

__all__ = [
    "DANGERS",
    "KINDS",
    "MOST_CHIPS",
    "NUMBERED",
    "RINGS",
    "Contradiction",
    "RingBoard",
    "Space",
    "contradictions",
    "parse",
    "read_rings",
]

RINGS = 4
"""Three rings, the fourth behind the gate, and the Spaceship Landing Site in the middle."""
DANGERS = ("men", "gertie", "van", "spacesuit")
PLAIN = ("hide-roll", *DANGERS, "beacon", "costume", "playground")
ARROWS = ("arrow-bottom", "arrow-top")
NUMBERED = ("hide", *ARROWS)
KINDS = ("hide", *PLAIN, *ARROWS)
DIE_FACES = (1, 2, 3)
MOST_CHIPS = 20
LONGEST_STEP = 3
_FEWEST, _MOST = 4, 60
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Space:
    """A printed space: its kind, the number of chips where one is printed and known, and the letter of an arrow."""

    kind: str
    chips: int | None = None
    arrow: str | None = None

    def __str__(self) -> str:
        if self.kind == "hide-roll":
            return "hide roll"
        number = ("?" if self.chips is None else str(self.chips)) if self.kind in NUMBERED else ""
        return " ".join(word for word in (self.kind, self.arrow, number) if word)

    def to_json(self) -> dict[str, Json]:
        """As plain JSON, for the page."""
        return {"kind": self.kind, "chips": self.chips}


@dataclass(frozen=True, slots=True)
class RingBoard:
    """One board file. `rings` from the outermost inwards, each counter-clockwise; an empty one is not surveyed.

    `start` is E.T.'s first space in ring 1. `landing_path` is (space of ring 4, steps) where the Landing Site has a path of
    its own (E31); without it an arrow of ring 4 leads there.
    """

    name: str
    verified: bool
    rings: tuple[tuple[Space, ...], ...]
    start: int = 1
    landing_path: tuple[int, int] | None = None
    die: tuple[int, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every ring is surveyed, so that the companion can follow E.T."""
        return all(self.rings)

    def at(self, ring: int, space: int) -> Space:
        """The space, counted from 1 like the rings."""
        return self.rings[ring - 1][space - 1]

    def size(self, ring: int) -> int:
        """Number of spaces in a ring."""
        return len(self.rings[ring - 1])

    def ahead(self, ring: int, space: int, steps: int) -> int:
        """The space so many steps counter-clockwise; a ring is closed (E21)."""
        return (space - 1 + steps) % self.size(ring) + 1

    def top_of(self, ring: int, space: int) -> int:
        """The space in the next ring that is the top half of this arrow."""
        letter = self.at(ring, space).arrow
        tops = [n for n, found in enumerate(self.rings[ring], start=1) if found.kind == "arrow-top" and found.arrow == letter]
        return tops[0]

    def leads_to_landing(self, ring: int, space: int, steps: int) -> bool:
        """Whether so many steps from here end exactly on the Landing Site, along a path of its own (E31)."""
        if ring != RINGS or self.landing_path is None:
            return False
        gate, length = self.landing_path
        return (gate - space) % self.size(ring) + length == steps

    def to_json(self) -> dict[str, Json]:
        """The board as plain JSON, the form `parse` reads."""
        return {
            "kind": "rings",
            "name": self.name,
            "verified": self.verified,
            "rings": [[str(space) for space in ring] for ring in self.rings],
            "start": self.start,
            "landing_path": list(self.landing_path or ()),
            "die": list(self.die),
        }


def parse(data: Any) -> RingBoard:
    """Read a board from plain JSON or TOML values; SetUpError names the key that cannot be, and every contradiction."""
    row = object_of(data, "board")
    only(row, {"kind", "name", "verified", "rings", "start", "landing_path", "die"}, "")
    rings = read_rings(row.get("rings", []))
    start = whole(row.get("start", 1), "start", 1, max(1, len(rings[0])))
    path = _path(row.get("landing_path", []), len(rings[-1]))
    found = contradictions(rings, path)
    if found:
        raise SetUpError("rings: " + "; ".join(problem.in_words() for problem in found))
    die = _die(row.get("die", []))
    return RingBoard(title(row.get("name"), "name"), flag(row.get("verified", False), "verified"), rings, start, path, die)


def read_rings(data: Json) -> tuple[tuple[Space, ...], ...]:
    """Four rings of spaces, those not surveyed empty; nothing is said yet about contradictions."""
    rows = listing(data, "rings")
    if len(rows) > RINGS:
        raise SetUpError(f"rings: must list {RINGS} rings, the outermost first")
    return tuple(_ring(row, n) for n, row in enumerate([*rows, *[[]] * (RINGS - len(rows))], start=1))


def _ring(data: Json, number: int) -> tuple[Space, ...]:
    row = listing(data, f"ring {number}")
    if row and not _FEWEST <= len(row) <= _MOST:
        raise SetUpError(f"ring {number}: must list {_FEWEST} to {_MOST} spaces, or none while it is not surveyed")
    return tuple(_space(text, f"ring {number} space {n}") for n, text in enumerate(row, start=1))


def _space(text: Json, key: str) -> Space:
    words = text.split() if isinstance(text, str) else []
    if words == ["hide", "roll"]:
        return Space("hide-roll")
    kind: str = one_of(words[0] if words else None, key, KINDS)
    rest = words[1:]
    arrow = str(one_of(rest.pop(0), f"{key}: arrow", tuple(_LETTERS))) if kind in ARROWS and rest else None
    if kind in ARROWS and arrow is None:
        raise SetUpError(f"{key}: an arrow needs its letter, the same for both halves, such as '{kind} A 2'")
    if len(rest) > (kind in NUMBERED):
        raise SetUpError(f"{key}: nobody understands {' '.join(rest)[:40]!r} after {kind!r}")
    return Space(kind, _number(rest, key), arrow)


def _number(rest: Sequence[str], key: str) -> int | None:
    if not rest or rest[0] == "?":
        return None
    if not rest[0].isdecimal():
        raise SetUpError(f"{key}: the number of chips must be from 0 to {MOST_CHIPS}, or '?'")
    return whole(int(rest[0]), f"{key}: chips", 0, MOST_CHIPS)


def _path(data: Json, size: int) -> tuple[int, int] | None:
    row = listing(data, "landing_path")
    if not row:
        return None
    if len(row) != 2:
        raise SetUpError("landing_path: must be [space of ring 4, steps from it], or empty")
    return whole(row[0], "landing_path", 1, max(1, size)), whole(row[1], "landing_path", 1, LONGEST_STEP)


def _die(data: Json) -> tuple[int, ...]:
    faces = tuple(whole(face, "die", DIE_FACES[0], DIE_FACES[-1]) for face in listing(data, "die"))
    if len(faces) not in (0, 3, 6):
        raise SetUpError("die: must list its faces, or none while nobody has looked")
    return faces


# --- what cannot be on the real board


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Something the rulebook says cannot be: a stable code and where it is."""

    code: str
    params: Mapping[str, Json]

    def in_words(self) -> str:
        """One line of English."""
        return _WORDS[self.code].format_map(self.params)


_WORDS = {
    "costume-in-ring-4": "ring {ring} has a costume space, and those are only in the first three rings",
    "top-in-ring-1": "ring 1 has the top half of an arrow ({arrow}), and nothing leads into it",
    "no-way-up": "ring {ring} has no bottom half of an arrow, so E.T. could never leave it",
    "no-way-in": "ring {ring} has no top half of an arrow, so E.T. could never come to it",
    "no-way-home": "ring 4 has neither the bottom half of an arrow nor a landing path, so E.T. could never land",
    "half-missing": "arrow {arrow} has no {half} in ring {ring}",
    "letter-twice": "ring {ring} has {arrow} on two arrows of the same half",
    "arrows-crossed": "the arrows from ring {ring} to the next do not come in the same order on both sides",
    "no-beacon": "rings 1 to 3 have no Transmitter Beacon, so the fourth could never open",
}


def contradictions(rings: Sequence[Sequence[Space]], landing_path: tuple[int, int] | None = None) -> tuple[Contradiction, ...]:
    """Everything that cannot be so on a real board; rings not surveyed yet are left out."""
    found = [*_in_rings(rings), *_between_rings(rings)]
    last = rings[RINGS - 1]
    if last and landing_path is None and not _letters(last, "arrow-bottom"):
        found.append(Contradiction("no-way-home", {}))
    if all(rings[: RINGS - 1]) and not any(space.kind == "beacon" for ring in rings[: RINGS - 1] for space in ring):
        found.append(Contradiction("no-beacon", {}))
    return tuple(found)


def _letters(ring: Sequence[Space], half: str) -> list[str]:
    """The letters of one half of arrows, counter-clockwise."""
    return [str(space.arrow) for space in ring if space.kind == half]


def _in_rings(rings: Sequence[Sequence[Space]]) -> list[Contradiction]:
    found = [Contradiction("top-in-ring-1", {"arrow": letter}) for letter in _letters(rings[0], "arrow-top")]
    for number, ring in enumerate(rings, start=1):
        for half in ARROWS:
            letters = _letters(ring, half)
            twice = sorted({letter for letter in letters if letters.count(letter) > 1})
            found += [Contradiction("letter-twice", {"ring": number, "arrow": letter}) for letter in twice]
    if any(space.kind == "costume" for space in rings[RINGS - 1]):
        found.append(Contradiction("costume-in-ring-4", {"ring": RINGS}))
    return found


def _between_rings(rings: Sequence[Sequence[Space]]) -> list[Contradiction]:
    found = []
    for number, (outer, inner) in enumerate(pairwise(rings), start=1):
        bottoms, tops = _letters(outer, "arrow-bottom"), _letters(inner, "arrow-top")
        if outer and not bottoms:
            found.append(Contradiction("no-way-up", {"ring": number}))
        if inner and not tops:
            found.append(Contradiction("no-way-in", {"ring": number + 1}))
        if outer and inner:
            found += _unpaired(number, bottoms, tops)
    return found


def _unpaired(number: int, bottoms: list[str], tops: list[str]) -> list[Contradiction]:
    """Halves without the other, and arrows that would have to cross: both rings are walked the same way round."""
    found = [
        *(_half(letter, "top half", number + 1) for letter in dict.fromkeys(bottoms) if letter not in tops),
        *(_half(letter, "bottom half", number) for letter in dict.fromkeys(tops) if letter not in bottoms),
    ]
    if not found and bottoms and len(bottoms) == len(tops) == len(set(bottoms)) and not _same_round(bottoms, tops):
        found.append(Contradiction("arrows-crossed", {"ring": number}))
    return found


def _half(letter: str, half: str, ring: int) -> Contradiction:
    return Contradiction("half-missing", {"arrow": letter, "half": half, "ring": ring})


def _same_round(one: list[str], other: list[str]) -> bool:
    first = other.index(one[0])
    return one == other[first:] + other[:first]
