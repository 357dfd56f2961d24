"""Every decision of a game's page and every value of every house rule is shown by a scenario that is shipped."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

import companion.games
from companion.games import GAMES, boards, find
from companion.games.contract import Game, Illegal
from companion.games.reasons import in_words, reasons_of

FOLDER = Path(companion.games.__file__).parent
CODE = {
    "balancing-aliens": ("ship_play", "aliens"),
    "aliens-dance": ("ship_play", "dance"),
    "et-board": ("etboard",),
    "et-cards": ("etcards",),
    "close-encounters": ("encounters",),
    "lift-off": ("liftoff",),
}
"""The folders with each game's rules."""
games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def page(game: Game) -> str:
    """The game's page."""
    return (FOLDER / f"{game.id.replace('-', '_')}.md").read_text(encoding="utf-8")


def scenarios(game: Game) -> list[dict[str, Any]]:
    """Its shipped scenarios."""
    return [
        yaml.safe_load(path.read_text(encoding="utf-8")) for path in sorted((FOLDER / "scenarios" / game.id).glob("*.yaml"))
    ]


def said(value: Any) -> str:
    """A value as scenario files write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@games
def test_every_decision_is_shown(game: Game) -> None:
    """The ids of the page's table of decisions, one by one."""
    decisions = re.findall(r"^\| ([A-Z]+\d+) \|", page(game), re.MULTILINE)
    shown = {id_ for scenario in scenarios(game) for id_ in scenario["shows"]}
    assert decisions
    assert set(decisions) - shown == set()
    assert {id_ for id_ in shown if "=" not in id_} <= set(decisions)


def test_balancing_aliens_decides_b1_to_b33() -> None:
    """The page answers every question that was found."""
    found = re.findall(r"^\| (B\d+) \|", page(find("balancing-aliens")), re.MULTILINE)
    assert found == [f"B{n}" for n in range(1, 34)]


def test_the_dance_decides_b1_to_b13_and_d1_to_d13() -> None:
    """The page answers every question that concerns this game."""
    found = re.findall(r"^\| ([BD]\d+) \|", page(find("aliens-dance")), re.MULTILINE)
    assert found == [f"{letter}{n}" for letter in "BD" for n in range(1, 14)]


@games
def test_every_value_of_every_house_rule_is_shown(game: Game) -> None:
    """A number needs its default and at least one other value."""
    shown = {id_ for scenario in scenarios(game) for id_ in scenario["shows"] if "=" in id_}
    for switch in game.switches:
        if switch.values:
            assert {f"{switch.id}={said(value)}" for value in switch.values} <= shown
        else:
            assert f"{switch.id}={switch.default}" in shown
            assert len([id_ for id_ in shown if id_.startswith(f"{switch.id}=")]) > 1


@games
def test_a_scenario_that_claims_to_show_a_value_plays_by_it(game: Game) -> None:
    """The claim is the set-up's own value, or the default."""
    defaults = {switch.id: switch.default for switch in game.switches}
    for scenario in scenarios(game):
        rules = defaults | scenario["setup"].get("house rules", {})
        claims = [id_.split("=") for id_ in scenario["shows"] if "=" in id_]
        assert [(id_, said(rules[id_])) for id_, _ in claims] == [(id_, value) for id_, value in claims], scenario["title"]


@games
def test_the_page_lists_every_switch_fact_refusal_and_field(game: Game) -> None:
    """What a stranger would write an adapter from is complete."""
    text = page(game)
    state = game.start(["A", "B"], {}, boards.sample_json(game))
    awaited = {a.kind for a in game.awaits(state)}
    names = [switch.id for switch in game.switches] + [fact.name for fact in game.facts]
    names += [*game.to_json(state), *game.view(state, None), *awaited, *(set(reasons_of(game.id)) - {"nothing-to-undo"})]
    assert [name for name in names if f"`{name}`" not in text] == []


@games
def test_every_refusal_of_the_rules_has_words(game: Game) -> None:
    """A code without a sentence would break the line protocol."""
    sources = [FOLDER / "refusal.py", *(path for folder in CODE[game.id] for path in (FOLDER / folder).glob("*.py"))]
    codes = {code for path in sources for code in re.findall(r'refuse\(\s*"([a-z-]+)"', path.read_text(encoding="utf-8"))}
    assert codes
    assert codes - set(reasons_of(game.id)) == set()


@games
def test_every_refusal_a_scenario_shows_can_be_put_in_words(game: Game) -> None:
    """The words ask for no parameter that the refusal does not have."""
    for code, words in reasons_of(game.id).items():
        params = dict.fromkeys(re.findall(r"{(\w+)}", words), 1)
        assert "{" not in in_words(Illegal(code, params))


def test_a_code_means_the_same_in_every_game() -> None:
    """Codes are worded by themselves, so two games may not mean different things by one."""
    worded = {(code, words) for game in GAMES for code, words in reasons_of(game.id).items()}
    codes = [code for code, _ in worded]
    assert sorted(codes) == sorted(set(codes))
