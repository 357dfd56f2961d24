"""Restart, lift, an empty ship the next day, and rules that changed meanwhile."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.events import Noted
from companion.games import balancing_aliens
from companion.games.contract import Game
from companion.table.journal import Journal, JournalError
from companion.table.table import Refused, Table

Evening = Any


def _four(evening: Evening) -> None:
    evening.new_game()
    for ring, sector in ((5, 3), (4, 2), (6, 1), (3, 4)):
        evening.roll(sector)
        evening.put(ring, sector)


def test_an_unfinished_game_is_on_the_table_after_a_restart(evening: Evening) -> None:
    """Killed and started again, the service shows the very same game."""
    _four(evening)
    before = evening.view
    evening.restart()
    assert evening.view == before


def test_a_restart_with_the_ship_as_it_was_goes_on(evening: Evening) -> None:
    """After a second of quiet, weight and inventory agree: nothing is asked."""
    _four(evening)
    evening.restart()
    evening.rest(4 * 8.0)
    assert evening.view["questions"] == []
    assert evening.notices() == []
    evening.roll(3)
    evening.put(1, 3)
    assert evening.scores == [5 + 6 + 1, 4 + 3]


def test_one_alien_gone_meanwhile_is_asked_and_then_judged_like_any_event(evening: Evening) -> None:
    """One event explains the difference: the table says which, the inventory follows, and the rules have their say."""
    _four(evening)
    evening.restart()
    evening.rest(3 * 8.0)
    question = evening.question
    assert question["code"] == "what-changed"
    gone = next(o for o in question["options"] if o["code"] == "spot")
    evening.answer(gone["id"])
    assert len(evening.standing) == 3
    assert evening.question["code"] == "does-not-fit"
    evening.answer("not-scored")
    assert evening.notice("ship-disagrees")["params"] == {"ring": gone["ring"], "sector": gone["sector"]}


def test_the_lean_tells_which_alien_left(evening: Evening, at: Any) -> None:
    """Of the aliens that may have left, those whose absence explains the lean come first."""
    _four(evening)
    left = at(6, 1)
    rest = [at(5, 3), at(4, 2), at(3, 4)]
    lean = (sum(s.xy_mm[0] for s in rest) / 40, sum(s.xy_mm[1] for s in rest) / 40)
    evening.restart()
    evening.rest(3 * 8.0, lean_deg=lean)
    first = evening.question["options"][0]
    assert (first["ring"], first["sector"]) == (left.ring, left.sector)


def test_the_next_day_the_empty_ship_is_filled_as_in_the_picture(evening: Evening) -> None:
    """An empty ship: what belongs aboard is listed, ticked off as the ship feels it, and then the game goes on."""
    _four(evening)
    scores = evening.scores
    evening.restart()
    evening.rest(0.0)
    notice = evening.notice("put-back")
    assert notice["params"]["left"] == 4
    assert all(s["xy_mm"] for s in notice["params"]["spots"])
    evening.put(6, 1)
    evening.put(5, 3)
    assert [s["done"] for s in evening.notice("put-back")["params"]["spots"]].count(True) == 2
    evening.put(4, 2)
    evening.put(3, 4)
    assert evening.notices() == []
    assert evening.scores == scores
    evening.roll(3)
    evening.put(1, 3)
    assert evening.scores == [scores[0] + 1, scores[1]]


def test_an_alien_put_back_in_the_wrong_place_is_shown(evening: Evening) -> None:
    """While the ship is filled again, an alien in a wrong area is asked about and stays listed as missing."""
    _four(evening)
    evening.restart()
    evening.rest(0.0)
    evening.put(2, 1)
    assert evening.question["code"] == "does-not-fit"
    evening.answer("move-it")
    evening.take(2, 1)
    assert evening.notice("put-back")["params"]["left"] == 4
    assert evening.notices() == ["put-back"]


def test_several_gone_meanwhile_means_empty_and_fill_again(evening: Evening) -> None:
    """Two of four are gone and nobody can tell which: take all off first, then fill the ship as in the picture."""
    _four(evening)
    scores = evening.scores
    evening.restart()
    evening.rest(2 * 8.0)
    notice = evening.notice("put-back")
    assert (notice["params"]["left"], notice["params"]["empty_first"]) == (4, True)
    evening.take(5, 3)
    evening.take(4, 2)
    assert evening.view["questions"] == []
    evening.rest(0.0)
    assert not evening.notice("put-back")["params"]["empty_first"]
    for ring, sector in ((5, 3), (4, 2), (6, 1), (3, 4)):
        evening.put(ring, sector)
    assert evening.notices() == []
    assert evening.scores == scores


def test_putting_back_can_be_ended_by_hand(evening: Evening) -> None:
    """The button "done" ends the picture; what is still missing is shown as differences."""
    _four(evening)
    evening.restart()
    evening.rest(0.0)
    evening.put(5, 3)
    evening.do("notice", notice="put-back", action="done")
    assert evening.notices() == ["ship-disagrees"] * 3


def test_lifted_and_put_back_scores_nothing(evening: Evening) -> None:
    """While the ship is up nothing scores; put back as it was, nothing is asked."""
    _four(evening)
    before = evening.scores
    evening.lift(down=False)
    assert evening.notices() == ["lifted"]
    evening.take(5, 3)
    evening.lift(down=True)
    evening.table.check_ship()
    assert evening.scores == before
    evening.rest(3 * 8.0)
    assert evening.notice("ship-disagrees")["params"] == {"ring": 5, "sector": 3}


def test_lifted_and_put_back_unchanged_asks_nothing(evening: Evening) -> None:
    """The same aliens stand after the lift."""
    _four(evening)
    before = evening.view["inventory"]
    evening.lift(down=False)
    evening.lift(down=True)
    evening.rest(4 * 8.0)
    assert evening.view["inventory"] == before
    assert evening.notices() == []
    assert evening.view["questions"] == []


def test_a_game_put_aside_is_resumed_by_its_number(evening: Evening) -> None:
    """Ending an unfinished game leaves it resumable; resumed, it is as it was."""
    _four(evening)
    before = evening.view
    evening.do("end-game")
    assert evening.view["phase"] == "lobby"
    assert evening.view["resumable"] == [1]
    evening.restart()
    assert evening.view["phase"] == "lobby"
    evening.do("resume", number=1)
    assert evening.view == before
    with pytest.raises(Refused, match="end the running game"):
        evening.do("resume", number=1)


def test_the_lobby_is_a_whole_view(evening: Evening) -> None:
    """Between games a tablet gets every field of the view, empty, so that no page needs to guess."""
    assert set(evening.table.view()) == set(evening.view)
    assert evening.view["phase"] == "lobby"


def test_history_has_every_game_with_its_log(evening: Evening) -> None:
    """Games are listed newest first, with scores, state and the whole log."""
    _four(evening)
    evening.do("end-game")
    evening.new_game(names=("Cem", "Dora"))
    newest, oldest = evening.table.games()
    assert (newest["number"], newest["state"], newest["names"]) == (2, "open", ["Cem", "Dora"])
    assert (oldest["number"], oldest["state"], oldest["scores"]) == (1, "abandoned", [11, 7])
    log = evening.table.game(1)["events"]
    assert [e["points"] for e in log if e["code"] == "placed"] == [5, 4, 6, 3]
    assert evening.table.players()[:2] == ["Cem", "Dora"]
    with pytest.raises(Refused):
        evening.table.game(99)


def _generous(game: Game) -> Game:
    """An update of the rules that pays one point more for every placement."""

    def act(state: Any, action: Any) -> Any:
        after = game.act(state, action)
        if action.get("type") != "place" or not hasattr(after, "players"):
            return after
        players = tuple(replace(p, score=p.score + (seat == state.turn)) for seat, p in enumerate(after.players))
        return replace(after, players=players)

    return replace(game, act=act, rules_version=2)


def test_an_update_that_would_change_an_open_game_says_so(evening: Evening) -> None:
    """The open game keeps the scores it was left with, goes on, and offers a recount."""
    _four(evening)
    evening.table.journal.close()
    table = Table(Journal(evening.path), evening.clock, games=(_generous(balancing_aliens.GAME),))
    view = table.view()
    assert [s["score"] for s in view["seats"]] == [11, 7]
    (notice,) = [n for n in view["notices"] if n["code"] == "rules-changed"]
    assert notice["params"]["scores"] == [11, 7]
    assert notice["params"]["recounted"] == [13, 9]
    with pytest.raises(Refused, match="before a change"):
        table.submit({"type": "undo", "seq": view["events"][-1]["seq"]}, "")
    table.submit({"type": "notice", "notice": "rules-changed", "action": "recount"}, "")
    assert [s["score"] for s in table.view()["seats"]] == [13, 9]
    assert table.view()["notices"] == []
    table.journal.close()
    evening.table = Table(Journal(evening.path), evening.clock, games=(_generous(balancing_aliens.GAME),))
    assert [s["score"] for s in evening.table.view()["seats"]] == [13, 9]


def test_an_update_can_be_left_out_of_an_open_game(evening: Evening) -> None:
    """Keeping goes on from the state the game was left in, also after another restart; new entries are by the new rules."""
    _four(evening)
    games = (_generous(balancing_aliens.GAME),)
    evening.table.journal.close()
    table = Table(Journal(evening.path), evening.clock, games=games)
    table.submit({"type": "notice", "notice": "rules-changed", "action": "keep"}, "")
    assert table.view()["notices"] == []
    table.journal.close()
    evening.table = Table(Journal(evening.path), evening.clock, games=games)
    evening.seen = []
    evening.roll(3)
    evening.put(2, 3)
    assert [s["score"] for s in evening.table.view()["seats"]] == [14, 7]


def test_a_journal_of_another_kind_is_refused(tmp_path: Path) -> None:
    """A file that is no journal gives one clear error and stays as it is."""
    path = tmp_path / "notes.txt"
    path.write_text("These are my notes, and they are longer than a SQLite header could ever be. " * 20)
    before = path.read_bytes()
    with pytest.raises(JournalError, match=r"notes\.txt"):
        Journal(path)
    assert path.read_bytes() == before


def test_a_ship_that_was_put_back_while_nobody_looked_stands_again(evening: Evening) -> None:
    """Lifted, unplugged, put back, plugged in: a ship that is quiet on the plate is not in the air any more."""
    _four(evening)
    evening.lift(down=False)
    assert "lifted" in evening.notices()
    evening.table.check_ship()
    evening.rest(4 * 8.0)
    assert evening.notices() == []
    evening.roll(3)
    evening.put(1, 3)
    assert evening.scores == [5 + 6 + 1, 4 + 3]


def _wood_aboard(evening: Evening, names: tuple[str, str] = ("Cem", "Dora")) -> Any:
    """A game with three aliens aboard is put aside, and the next one begins on the same ship."""
    evening.new_game()
    for ring, sector in ((5, 3), (4, 2), (6, 1)):
        evening.roll(sector)
        evening.put(ring, sector)
    evening.do("end-game")
    evening.do("new-game", game="balancing-aliens", names=list(names))
    return evening.notice("wood-aboard")


def test_wood_from_the_game_before_is_said_at_once_and_counted_in(evening: Evening) -> None:
    """A new game on a ship that is not empty says how many stand there; counted in, they are its own and score nothing."""
    notice = _wood_aboard(evening)
    assert (notice["params"]["count"], notice["actions"]) == (3, ["count-in", "go-on"])
    evening.do("notice", notice="wood-aboard", action="count-in")
    assert evening.notices() == []
    assert sorted(map(tuple, evening.view["state"]["aboard"])) == [(4, 2), (5, 3), (6, 1)]
    assert all(alien["scored"] for alien in evening.view["inventory"])
    assert evening.scores == [0, 0]


def test_wood_taken_off_at_the_start_is_no_removal(evening: Evening) -> None:
    """While the ship is being cleared nothing is asked and nothing scores; once it is empty, the remark is gone."""
    _wood_aboard(evening)
    evening.take(5, 3)
    evening.drop(count=1)
    assert evening.view["questions"] == []
    evening.table.know_mass(8.0)
    evening.rest(8.0)
    assert evening.notice("wood-aboard")["params"]["count"] == 1
    evening.rest(0.0, seconds=3.0)
    assert (evening.notices(), evening.view["inventory"], evening.scores) == ([], [], [0, 0])


def test_wood_that_nobody_knows_is_weighed_and_may_be_tapped_in(evening: Evening) -> None:
    """A first game on a ship with wood: how many stand there is known by weight, where they stand is tapped in."""
    evening.table.know_mass(8.0)
    evening.do("new-game", game="balancing-aliens", names=["Ann", "Bob"])
    evening.rest(2 * 8.0)
    notice = evening.notice("wood-aboard")
    assert (notice["params"]["count"], notice["actions"]) == (2, ["go-on"])
    evening.do("correct", seq=max((e["seq"] for e in evening.view["events"]), default=0), fact="aboard", value=[[2, 1], [3, 4]])
    assert evening.notices() == []
    assert [(alien["ring"], alien["sector"]) for alien in evening.view["inventory"]] == [(2, 1), (3, 4)]


def test_what_the_sense_finds_at_its_first_look_is_wood_from_before(evening: Evening) -> None:
    """An alien that the sense calls before it has seen the ship at rest was not placed by anybody in this game."""
    evening.do("new-game", game="balancing-aliens", names=["Ann", "Bob"])
    evening.ship("touched", 8.0)
    evening.put(3, 4, odds=0.9, ask=True)
    evening.rest(8.0)
    assert evening.view["questions"] == []
    assert evening.notice("wood-aboard")["params"] == {"count": 1}
    evening.do("notice", notice="wood-aboard", action="count-in")
    assert evening.view["state"]["aboard"] == [[3, 4]]


def _at_once(evening: Evening, load_g: float, waits_s: float, **how: Any) -> None:
    """The ship is seen with this load, a game begins, and an alien stands there before the ship is seen at rest again."""
    evening.ship("resting", load_g)
    evening.later(waits_s)
    evening.do("new-game", game="balancing-aliens", names=["Ann", "Bob"])
    evening.table.skip_start_rolls()
    evening.roll(3)
    evening.ship("touched", 4.0)
    evening.put(5, 3, **how)


def test_an_alien_placed_right_after_the_start_on_an_empty_ship_counts(evening: Evening) -> None:
    """The ship was seen empty a moment ago, so whatever stands there now was placed in this game."""
    _at_once(evening, 0.0, 0.2)
    assert evening.scores == [5, 0]
    evening.rest(8.0)
    assert evening.notices() == []


def test_where_the_sense_is_not_sure_of_it_the_table_is_asked(evening: Evening) -> None:
    """A question, and not a remark about wood that stood there before; the answer scores it."""
    _at_once(evening, 0.0, 0.2, odds=0.6, ask=True)
    evening.rest(8.0)
    assert "wood-aboard" not in evening.notices()
    evening.answer(evening.question["options"][0]["id"])
    assert evening.scores == [5, 0]


@pytest.mark.parametrize(("load_g", "waits_s"), [(8.0, 0.2), (0.0, 30.0)])
def test_where_nobody_knows_that_the_ship_was_empty_the_table_says_what_it_is(
    evening: Evening, load_g: float, waits_s: float
) -> None:
    """Something stood there, or the last look was long ago: it is said, and taken off or counted in."""
    _at_once(evening, load_g, waits_s)
    evening.rest(8.0)
    assert evening.scores == [0, 0]
    assert evening.notice("wood-aboard")["params"]["count"] == 1


def test_wood_that_the_sense_cannot_explain_is_said_too(evening: Evening) -> None:
    """Where the sense never calls the ship quiet, a steady weight for some seconds says that wood stands there."""
    evening.do("new-game", game="balancing-aliens", names=["Ann", "Bob"])
    evening.table.noted(Noted(evening.now_s, "ship-disagrees", {"grams": 24.0}))
    for _ in range(40):
        evening.ship("touched", 24.0)
    assert "wood-aboard" not in evening.notices()
    for _ in range(40):
        evening.ship("touched", 24.0)
    assert evening.notice("wood-aboard")["params"] == {"count": None}
    evening.do("notice", notice="wood-aboard", action="go-on")
    assert evening.notices() == []


def test_a_game_begun_before_the_clock_was_set_says_so(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """A date that cannot be trusted is marked in the history, and the games after it are not."""
    monkeypatch.setattr(evening.clock, "is_set", lambda: False)
    evening.new_game()
    evening.do("end-game")
    monkeypatch.undo()
    evening.new_game()
    assert [game["clock_set"] for game in evening.table.games()] == [True, False]
