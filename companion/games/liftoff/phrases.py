"""What happens in Lift Off!, as people say it in scenario files."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from companion.games.contract import Json
from companion.games.liftoff.board import STARGATE_FACES
from companion.games.phrases import COMMON, NAME, Phrase, seat_of

__all__ = ["PHRASES"]

_POINT = r"(?P<point>p[1-4])"
_CARDS = r"(?P<cards>\d+ (?:fuel|screws?|actions?)(?:,? (?:and )?\d+ (?:fuel|screws?|actions?))*)"
_STEP = r"(?P<was>core|[ep][1-4]|pad[1-4]) to (?P<now>core|[ep][1-4])"
Fields = dict[str, Json]


def _paid(text: str | None) -> Fields:
    """Every "2 screws" of a text."""
    found = re.findall(r"(\d+) (fuel|screw|action)", text or "")
    return {kind: int(number) for number, kind in found}


def _action(kind: str, *fields: str) -> Callable[[re.Match[str], Sequence[str]], Fields]:
    """An action of the named player with the named groups as its fields."""

    def build(match: re.Match[str], names: Sequence[str]) -> Fields:
        groups = match.groupdict()
        paid = _paid(groups.get("cards")) if "cards" in fields else {}
        plain = {name: groups[name] for name in fields if name != "cards" and groups.get(name) is not None}
        return {"type": kind, "seat": seat_of(match["name"], names), **plain, **paid}

    return build


def _card(card: str, *fields: str) -> Callable[[re.Match[str], Sequence[str]], Fields]:
    def build(match: re.Match[str], names: Sequence[str]) -> Fields:
        return {**_action("card", *fields)(match, names), "card": card}

    return build


def _moon_card(match: re.Match[str], names: Sequence[str]) -> Fields:
    return {**_card("move-the-moon")(match, names), "by": 1 if match["way"] == "on" else -1}


def _alien_card(match: re.Match[str], names: Sequence[str]) -> Fields:
    owner = {} if match["owner"] is None else {"owner": seat_of(match["owner"], names)}
    return {**_card("move-your-alien", "was", "now")(match, names), **owner}


def _garglore(match: re.Match[str], names: Sequence[str]) -> Fields:
    return {**_card("garglore")(match, names), "to": match["to"]}


def _rockets(match: re.Match[str], _names: Sequence[str]) -> Fields:
    return {"type": "roll", "value": 0 if match["rockets"] == "an X" else int(match["rockets"].split()[0])}


def _stargate(match: re.Match[str], _names: Sequence[str]) -> Fields:
    return {"type": "roll", "value": STARGATE_FACES.index(match["face"]) + 1}


def _tile(match: re.Match[str], _names: Sequence[str]) -> Fields:
    return {"type": "tile", "point": match["point"], "kind": match["kind"]}


def _launch(match: re.Match[str], _names: Sequence[str]) -> Fields:
    return {"type": "launch", "lifts": match["no"] is None}


def _explodes(match: re.Match[str], _names: Sequence[str]) -> Fields:
    return {"type": "explodes", "explodes": match["holds"] is None}


def _teleport(match: re.Match[str], names: Sequence[str]) -> Fields:
    shares = re.findall(r"([^,:]+?) (\d+) fuel", match["shares"] or "")
    paid = [[seat_of(name.strip(), names), int(count)] for name, count in shares]
    action = _action("attempt", "point")(match, names)
    return {**action, "paid": paid} if paid else action


def _saved(match: re.Match[str], names: Sequence[str]) -> Fields:
    rows = re.findall(r"(\d+) of ([^,]+)", match["rows"])
    aliens = [[seat_of(name.strip(), names), int(count)] for count, name in rows]
    return {"type": "saved", "aliens": aliens, **({"point": match["point"]} if match["point"] else {})}


def _count(match: re.Match[str], names: Sequence[str]) -> Fields:
    return {"type": "count", "seat": seat_of(match["name"], names), "value": int(match["value"])}


def _detail(match: re.Match[str], _names: Sequence[str]) -> Fields:
    return {"type": "detail", "value": match["value"]}


PHRASES: tuple[Phrase, ...] = (
    Phrase(rf"{NAME} goes first", _action("first"), "Ada goes first"),
    Phrase(rf"(?P<kind>[a-z-]+) lies at {_POINT}", _tile, "bonfire lies at p2"),
    Phrase(rf"{NAME} moves {_STEP}", _action("move", "was", "now"), "Ada moves core to e1"),
    Phrase(
        rf"{NAME} stands on {_POINT}(?:, paying {_CARDS})?",
        _action("stand", "point", "cards"),
        "Ada stands on p1, paying 1 fuel, 1 screw",
    ),
    Phrase(rf"{NAME} pays {_CARDS} at {_POINT}", _action("pay", "point", "cards"), "Ada pays 2 screws at p3"),
    Phrase(rf"{NAME} tries {_POINT}(?:: (?P<shares>.+))?", _teleport, "Ada tries p2: Ada 1 fuel, Ben 2 fuel"),
    Phrase(rf"{NAME} trades", _action("trade"), "Ada trades"),
    Phrase(rf"{NAME} ends the turn", _action("end-turn"), "Ada ends the turn"),
    Phrase(rf"{NAME} moves the Moon (?P<way>on|back)", _moon_card, "Ada moves the Moon back"),
    Phrase(
        rf"{NAME} plays move your alien(?: of (?P<owner>[^:]+))?: {_STEP}", _alien_card, "Ada plays move your alien: e1 to p1"
    ),
    Phrase(
        rf"{NAME} plays terraform on {_POINT}(?:: (?P<kind>[a-z-]+))?",
        _card("terraform", "point", "kind"),
        "Ada plays terraform on p1: ufo",
    ),
    Phrase(rf"{NAME} plays garglore to (?P<to>p[1-4]|pool)", _garglore, "Ada plays garglore to p1"),
    *(
        Phrase(rf"{NAME} plays {card.replace('-', ' ')}", _card(card), f"Ada plays {card.replace('-', ' ')}")
        for card in ("supernova", "asteroids", "tornado", "electric-storm")
    ),
    Phrase(r"the die shows (?P<rockets>an X|[1-3] rockets?)", _rockets, "the die shows 2 rockets"),
    Phrase(rf"the Stargate shows (?P<face>{'|'.join(STARGATE_FACES)})", _stargate, "the Stargate shows lift-off"),
    Phrase(r"(?P<no>no )?launch", _launch, "no launch"),
    Phrase(r"the planet (?:explodes|(?P<holds>holds))", _explodes, "the planet holds"),
    Phrase(rf"saved(?: from {_POINT})?: (?P<rows>.+)", _saved, "saved from p2: 2 of Ada, 1 of Ben"),
    Phrase(rf"{NAME} holds (?P<value>\d+) resources", _count, "Ada holds 3 resources"),
    Phrase(r"from now on (?P<value>full|tracker)", _detail, "from now on tracker"),
    *COMMON,
)
