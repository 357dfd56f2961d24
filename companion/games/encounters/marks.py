"""Marking cards: which squares a player has circled. Only that player may ever see them (rulebook: Setup 4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.contract import Json
from companion.games.encounters.reading import read_one_of, read_seat
from companion.games.encounters.start import begin_if_settled
from companion.games.encounters.state import Player, State, quota, set_player
from companion.games.refusal import malformed, read_flag, read_int, refuse

__all__ = ["circle", "circleable", "erase", "may_circle", "use_marks"]

Fields = Mapping[str, Json]


def may_circle(state: State, seat: int) -> bool:
    """Whether that player may draw a circle now: one is due, or play has not begun and the card is not full."""
    player = state.players[seat]
    if not player.present or state.phase == "over":
        return False
    due = player.owed + player.free > 0
    return due or (state.phase == "start" and player.marks == "paper")


def circleable(state: State, seat: int) -> tuple[int, ...]:
    """The numbers that may be circled (K15, K17 to K19)."""
    standing = frozenset() if state.rules.circle_under_piece else state.others_at(seat)
    mine = state.players[seat].circles
    cells = state.board.numbers.items()
    return tuple(sorted(n for n, cell in cells if n not in mine and cell not in state.covered and cell not in standing))


def circle(state: State, action: Fields) -> State:
    """A square is circled. Before play a card that nobody knew of becomes one on a phone; the circles due count down."""
    seat, ruling = read_seat(state, action), read_flag(action, "ruling")
    number = _number(state, action)
    if state.phase == "start" and state.players[seat].marks == "paper":
        state = _on_phone(state, seat)
    player = state.players[seat]
    if number in player.circles:
        refuse("circled-already", "K19", square=number)
    if ruling:
        player = replace(player, marks="phone")
    else:
        _refuse_circle(state, seat, number)
    state = set_player(state, seat, _with_circle(player, number))
    return begin_if_settled(replace(state, marking=state.marking + 1))


def _number(state: State, action: Fields) -> int:
    """A printed number; a square without one is safe and cannot be circled (K18)."""
    square = action.get("square")
    if not isinstance(square, int) or isinstance(square, bool):
        malformed("square must be a number printed on the board")
    if square not in state.board.numbers:
        refuse("no-such-square", "K18", square=read_int(square, "square", 1, 999))
    return square


def _refuse_circle(state: State, seat: int, number: int) -> None:
    cell = state.board.numbers[number]
    if cell in state.covered:
        refuse("chip-there", "K17", square=number)
    if not state.rules.circle_under_piece and cell in state.others_at(seat):
        refuse("piece-there", "K15", square=number)
    if not may_circle(state, seat):
        refuse("no-circle-due", "rulebook: Devil's Tower and the Mother Ship", seat=seat)


def _with_circle(player: Player, number: int) -> Player:
    """One circle more; those owed count down before those that are only allowed."""
    owed, free = player.owed, player.free
    if owed:
        owed -= 1
    elif free:
        free -= 1
    return replace(player, circles=tuple(sorted((*player.circles, number))), owed=owed, free=free)


def erase(state: State, action: Fields) -> State:
    """Before play a circle may be rubbed out and drawn elsewhere; later only as a ruling."""
    seat, ruling = read_seat(state, action), read_flag(action, "ruling")
    number = _number(state, action)
    player = state.players[seat]
    if state.phase != "start" and not ruling:
        refuse("too-late-to-erase", "rulebook: Setup 4")
    if number not in player.circles:
        refuse("not-circled", "rulebook: Setup 4", square=number)
    circles = tuple(n for n in player.circles if n != number)
    return replace(set_player(state, seat, replace(player, circles=circles, owed=player.owed + 1)), marking=state.marking + 1)


def use_marks(state: State, action: Fields) -> State:
    """From now on that player circles on the box's card (the circles are forgotten), or on a phone (they are asked for)."""
    seat, marks = read_seat(state, action), read_one_of(action, "on", ("paper", "phone"))
    if state.players[seat].marks == marks and not read_flag(action, "ruling"):
        refuse("marks-there-already", "the game's page, marking cards", marks=marks)
    state = _on_phone(state, seat) if marks == "phone" else _on_paper(state, seat)
    return begin_if_settled(replace(state, marking=state.marking + 1))


def _on_phone(state: State, seat: int) -> State:
    owed = quota(len(state.players)) if state.phase != "over" else 0
    return set_player(state, seat, replace(state.players[seat], marks="phone", circles=(), owed=owed, free=0))


def _on_paper(state: State, seat: int) -> State:
    return set_player(state, seat, replace(state.players[seat], marks="paper", circles=(), owed=0, free=0))
