"""Before play: the four tiles are placed, and somebody goes first, by the best story or by the number die."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.games.contract import Json, SetUpError
from companion.games.liftoff.agenda import begin_turn
from companion.games.liftoff.board import KINDS, MoonBoard
from companion.games.liftoff.reading import read_seat
from companion.games.liftoff.state import PLACES, HouseRules, Player, Point, State, set_player
from companion.games.liftoff.variants import FIRST_GAME
from companion.games.refusal import read_int, refuse

__all__ = ["begin", "begin_if_settled", "box", "choose_first", "new_game", "start_roll", "sun_at_start", "waiting"]

TEAM_SEATS = 4
NUMBER_DIE = (1, 2, 3, 4, 5, 6)
"""What the number die may show as long as nobody has looked at it."""


def new_game(names: Sequence[str], rules: HouseRules, board: MoonBoard) -> State:
    """All aliens on the core, Moon on the Star, Garglore in his pool; tiles and first player still to be told."""
    preset = rules.preset
    if preset.teams and len(names) != TEAM_SEATS:
        raise SetUpError("names: Let's Team Up needs 4 players; those opposite each other are a team")
    hand = preset.hand if rules.count_cards else None
    core = (preset.aliens, *(0 for _ in PLACES[1:]))
    tiles = FIRST_GAME if rules.set_up == "first-game" else ()
    return State(
        rules=rules,
        board=board,
        players=tuple(Player(name, core, cards=hand) for name in names),
        points=tuple(Point(kind) for kind in tiles) or (None,) * 4,
        sun=sun_at_start(rules, board, len(names)),
        detail=rules.detail,
    )


def sun_at_start(rules: HouseRules, board: MoonBoard, players: int) -> int | None:
    """The Sun's first spot. "Later" is nearer to the explosion, or by house rule farther (L50)."""
    spot = board.first_day(players)
    if spot is None:
        return None
    later = rules.preset.days_later if rules.later_means == "nearer" else -rules.preset.days_later
    return max(0, min(spot + later, board.day_spots - 1))


def box(state: State, replacing: int | None = None, *, may_return: bool = False) -> tuple[str, ...]:
    """The kinds of tiles in the game box; with `may_return` the replaced one is among them."""
    in_play = {tile.kind for n, tile in enumerate(state.points) if tile is not None and not (may_return and n == replacing)}
    return tuple(kind for kind in KINDS if kind not in in_play and kind not in state.gone)


def number_faces(state: State) -> tuple[int, ...]:
    """What the number die can show."""
    return tuple(sorted(set(state.board.number_die or NUMBER_DIE)))


def start_roll(state: State, action: Mapping[str, Json], *, ruling: bool) -> State:
    """A roll of the number die for the first turn."""
    owing, faces = waiting(state), number_faces(state)
    value = read_int(action.get("value"), "value", faces[0], faces[-1])
    seat = read_seat(state, action) if "seat" in action else next(iter(owing), None)
    if seat is None or (seat not in owing and not ruling):
        refuse("not-awaited", "L46", kind="roll")
    player = state.players[seat]
    return begin_if_settled(set_player(state, seat, replace(player, start_rolls=(*player.start_rolls, value))))


def choose_first(state: State, action: Mapping[str, Json], *, ruling: bool) -> State:
    """The best story about being stranded goes first; no die needed."""
    if state.phase != "start" and not ruling:
        refuse("not-awaited", "rulebook: Starting the Game", kind="first")
    seat = read_seat(state, action)
    if state.phase != "start":
        return begin_turn(replace(state, order=_order(seat, len(state.players))), seat)
    return begin_if_settled(replace(state, order=_order(seat, len(state.players))))


def waiting(state: State) -> tuple[int, ...]:
    """Seats that still owe a start roll: everybody once, then those tied for the highest among themselves (L46)."""
    if state.order:
        return ()
    rolls = {seat: player.start_rolls for seat, player in enumerate(state.players) if player.present}
    owing = tuple(seat for seat, mine in rolls.items() if not mine)
    if owing or len(rolls) < 2:
        return owing if len(rolls) > 1 else ()
    best = max(rolls.values())
    level = {seat: mine for seat, mine in rolls.items() if best[: len(mine)] == mine}
    fewest = min(len(mine) for mine in level.values())
    return tuple(seat for seat, mine in level.items() if len(mine) == fewest) if len(level) > 1 else ()


def begin_if_settled(state: State) -> State:
    """Play begins once the tiles lie and somebody goes first."""
    if state.phase != "start" or waiting(state) or None in state.points:
        return state
    return begin(state)


def begin(state: State) -> State:
    """The first turn; whoever rolled highest, where nobody was named."""
    order = state.order or _order(_highest(state), len(state.players))
    seat = next((seat for seat in order if state.players[seat].present), None)
    return begin_turn(replace(state, phase="play", order=order), seat)


def _highest(state: State) -> int:
    present = [seat for seat, player in enumerate(state.players) if player.present] or [0]
    return max(present, key=lambda seat: (state.players[seat].start_rolls, -seat))


def _order(seat: int, players: int) -> tuple[int, ...]:
    """Counter-clockwise: names are given clockwise, as round every table of this companion, so play runs down the list."""
    return tuple((seat - n) % players for n in range(players))
