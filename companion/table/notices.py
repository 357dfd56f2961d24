"""Standing remarks: where wood and score differ, what to put back, what changed. Shown until the difference is gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from companion.events import Press, Rolled
from companion.games.contract import Illegal
from companion.table import found as wood_found
from companion.table.books import Origin
from companion.table.refusal import Refused
from companion.table.replay import as_ruling
from companion.table.run import Draft, Run
from companion.table.scene import Scene
from companion.table.wood import Alien, Area, area, surplus

__all__ = ["build", "scored_ids", "take"]

Notice = dict[str, Any]
TABLET = Origin("tablet")


def notice(id_: str, code: str, actions: tuple[str, ...] = (), **params: Any) -> Notice:
    """One notice in the page's form."""
    return {"id": id_, "code": code, "params": params, "actions": list(actions)}


def build(run: Run) -> list[Notice]:
    """All that there is to say about this game now."""
    scene = run.scene
    found = []
    if scene.ledger.changed_rules is not None:
        found.append(notice("rules-changed", "rules-changed", ("keep", "recount"), **scene.ledger.changed_rules))
    names = [seat["name"] for seat in scene.view()["seats"]] if scene.ledger.phones.reissued else []
    found += [
        notice(f"seat-reissued-{seat}", "seat-reissued", ("seen",), seat=seat, name=names[seat])
        for seat in scene.ledger.phones.reissued
    ]
    if scene.ledger.phones.looked:
        found.append(notice("cards-were-open", "cards-were-open", ("seen",)))
    if scene.ledger.lifted:
        found.append(notice("lifted", "lifted"))
    if scene.ledger.mode == "manual" or run.game.outcome(scene.state) is not None:
        return found
    if wood_found.in_the_way(scene.ledger):
        params, actions = wood_found.params(scene.ledger)
        found.append(notice(wood_found.NOTICE, wood_found.NOTICE, actions, **params))
    else:
        found += _put_back(scene) if scene.ledger.putting_back else _missing(scene)
        found += _not_scored(scene)
    return found


def _standing(scene: Scene) -> Counter[Area]:
    return Counter(area(alien.spot) for alien in scene.ledger.aliens().values())


def _put_back(scene: Scene) -> list[Notice]:
    """The aliens that belong aboard, those that stand again ticked off."""
    standing = _standing(scene)
    spots = []
    for spot in scene.ledger.putting_back:
        done = standing[area(spot)] > 0
        standing[area(spot)] -= done
        spots.append(
            {"ring": spot.ring, "sector": spot.sector, "xy_mm": list(spot.xy_mm) if spot.xy_mm else None, "done": done}
        )
    left = sum(not spot["done"] for spot in spots)
    return [notice("put-back", "put-back", ("done",), spots=spots, left=left, empty_first=scene.ledger.empty_first)]


def _missing(scene: Scene) -> list[Notice]:
    """Aliens the score has aboard and the ship does not feel; not while something felt still waits for its verdict."""
    pending = (scene.ledger.items[seq].what for seq in scene.ledger.pending)
    if any(not isinstance(what, Rolled | Press) for what in pending):
        return []
    actions = ("take-out", "it-stands-there")
    return [
        notice(f"missing-{ring}-{sector}-{n}", "ship-disagrees", actions, ring=ring, sector=sector)
        for n, (ring, sector) in enumerate(scene.missing())
    ]


def _not_scored(scene: Scene) -> list[Notice]:
    """Aliens that stand on the ship and that no live entry accounts for."""
    scored = scored_ids(scene)
    waiting = set(scene.ledger.pending)
    return [
        notice(
            f"not-scored-{alien.id}",
            "not-scored",
            ("score-it", "take-it-off"),
            alien=alien.id,
            ring=alien.spot.ring,
            sector=alien.spot.sector,
        )
        for alien in scene.ledger.aliens().values()
        if alien.id not in scored and alien.felt not in waiting
    ]


def scored_ids(scene: Scene) -> set[int]:
    """The standing aliens that the score knows: per area, those whose felt row a live entry cites first."""
    cited = {entry.item for entry in scene.ledger.live()}
    left = Counter(scene.aboard())
    found = set()
    for alien in sorted(scene.ledger.aliens().values(), key=lambda a: (a.felt not in cited, a.id)):
        if left[area(alien.spot)] > 0:
            left[area(alien.spot)] -= 1
            found.add(alien.id)
    return found


def take(draft: Draft, id_: str, action: str, now_s: float) -> None:
    """Press a notice's button."""
    found = next((n for n in build(draft.as_run()) if n["id"] == id_), None)
    if found is None:
        raise Refused("notice-gone", {"notice": id_}, 409, "that remark is no longer there")
    if action not in found["actions"]:
        raise Refused("no-such-action", {"action": action}, 422, f"it has no button {action!r}")
    _ACTIONS[action](draft, found["params"], now_s)


def _alien(draft: Draft, params: Mapping[str, Any]) -> Alien:
    return draft.ledger.aliens()[params["alien"]]


def _score_it(draft: Draft, params: Mapping[str, Any], now_s: float) -> None:
    """Score the alien that stands there; where the rules refuse it now, as a ruling."""
    action = {"type": "place", "ring": params["ring"], "sector": params["sector"]}
    if isinstance(draft.scene.game.act(draft.scene.state, action), Illegal):
        action = as_ruling(action)
        _refuse_impossible(draft, action)
    draft.enter(action, TABLET, now_s, item=_alien(draft, params).felt)


def _refuse_impossible(draft: Draft, action: Mapping[str, Any]) -> None:
    result = draft.scene.game.act(draft.scene.state, action)
    if isinstance(result, Illegal):
        raise Refused(result.code, {**result.params, "rule": result.rule}, 422, f"not even as a ruling: {result.code}")


def _take_it_off(draft: Draft, params: Mapping[str, Any], _now_s: float) -> None:
    """It is off the ship, whatever the ship felt."""
    draft.add("aboard", {"drop": [params["alien"]]})


def _take_out(draft: Draft, params: Mapping[str, Any], now_s: float) -> None:
    """The score has an alien too many: correct what is aboard."""
    spots = surplus(draft.scene.aboard(), [(params["ring"], params["sector"])])
    action = {"type": "correct", "fact": "aboard", "value": [list(spot) for spot in spots]}
    _refuse_impossible(draft, action)
    draft.enter(action, TABLET, now_s)


def _it_stands_there(draft: Draft, params: Mapping[str, Any], _now_s: float) -> None:
    """It stands there, whatever the ship felt."""
    draft.add("aboard", {"add": [[params["ring"], params["sector"]]]})


def _done(draft: Draft, _params: Mapping[str, Any], _now_s: float) -> None:
    """Enough put back: what still differs shows as differences."""
    draft.add("putting-back", {"spots": []})


def _count_in(draft: Draft, _params: Mapping[str, Any], now_s: float) -> None:
    wood_found.count_in(draft, now_s)


def _keep(draft: Draft, _params: Mapping[str, Any], _now_s: float) -> None:
    """Go on from the state the game was left in, whatever the new rules would have made of it."""
    draft.add("kept", {})


def _recount(draft: Draft, _params: Mapping[str, Any], _now_s: float) -> None:
    """Count the whole game again by the new rules."""
    draft.recount()


def _seen(draft: Draft, params: Mapping[str, Any], _now_s: float) -> None:
    """Everybody has seen that the seat was given out anew, or, without a seat, that the cards were uncovered."""
    draft.add("phone", {"what": "seen", "seat": params.get("seat")})


_ACTIONS: Mapping[str, Callable[[Draft, Mapping[str, Any], float], None]] = {
    "score-it": _score_it,
    "take-it-off": _take_it_off,
    "take-out": _take_out,
    "it-stands-there": _it_stands_there,
    "done": _done,
    "go-on": _done,
    "count-in": _count_in,
    "keep": _keep,
    "recount": _recount,
    "seen": _seen,
}
