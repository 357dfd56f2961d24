"""Messages of the plain HTTP resources beside the live socket: rules, boards, history, set-up, the demo's bench."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from companion.service.schema import Act, AnyBoardView, EventView, Mode, Model, OutcomeView, Point, TableView, Undo

Json = Any
GAME_MAX = 2**53


class DeviceReport(Model):
    """How a device is, in numbers: `noise` and `drift_per_min` in counts per load cell.

    `node` is its own name, `others` those of plates that are connected and not used.
    """

    device: str
    kind: Literal["ship", "die", "buttons", "tilt", "machine"]
    state: Literal["ok", "searching", "silent", "lost", "fault"]
    code: str | None = None
    node: str | None = None
    others: list[str] = Field(default_factory=list)
    age_ms: float | None = None
    sps: float | None = None
    noise: list[float] = Field(default_factory=list)
    drift_per_min: list[float] | None = None
    counts: dict[str, int] = Field(default_factory=dict)


class HealthView(Model):
    """The cheap answer a page asks for before it opens its socket, with each device's numbers."""

    ok: bool = True
    boot: str
    version: str
    demo: bool
    clients: int
    dropped: int
    devices: list[DeviceReport] = Field(default_factory=list)


class SwitchView(Model):
    """A house rule. Numeric ones give `bounds` and no values."""

    id: str
    default: Json
    decision: str
    values: list[Json]
    bounds: tuple[float, float] | None


class FactView(Model):
    """A fact that `correct` may set; `shape` says in words what its value looks like."""

    name: str
    shape: str


class GameRules(Model):
    """A game that can be started. `modes`: how it can be fed, the usual way first; `board_kind`: which boards it takes."""

    id: str
    modes: list[Mode]
    board_kind: str
    rules_version: int
    seats: tuple[int, int]
    senses: list[str]
    switches: list[SwitchView]
    facts: list[FactView]
    sample_board: str


class RulesView(Model):
    """All games."""

    games: list[GameRules]


class StoredBoard(Model):
    """A board a game can be started with.

    `name` None is the sample of `game`; `side` of a ship is its printed side; `problem` says why a file cannot be used.
    """

    name: str | None
    game: str | None = None
    board: AnyBoardView | None
    side: str | None = None
    problem: str | None = None


class BoardsView(Model):
    """The sample and the owner's own boards."""

    boards: list[StoredBoard]


class PlayersView(Model):
    """Names that have played, the latest first."""

    names: list[str]


class ForgetPlayer(Model):
    """A name that is no longer to be offered; the games it played keep it."""

    name: str = Field(min_length=1, max_length=200)


class PastGame(Model):
    """One game of the history; `scores` by seat, in the order of `names`. `clock_set` false: an unset clock dated it."""

    number: int
    id: str
    started_at: str
    clock_set: bool = True
    names: list[str]
    scores: list[int]
    state: Literal["open", "over", "abandoned"]
    outcome: OutcomeView | None = None


class SeatClaim(Model):
    """A seat's claim, good for one use: the address that carries it, and its QR code as SVG."""

    seat: int
    url: str
    svg: str


class TakeSeat(Model):
    """A phone uses a claim, and brings the key it will keep: 128 random bits as 32 hex digits, made on the phone."""

    claim: str = Field(min_length=1, max_length=64)
    key: str = Field(pattern="^[0-9a-f]{32}$")


SeatCommand = Annotated[Act | Undo, Field(discriminator="type")]
"""What a seat's phone may ask: its own secret things, and to take back the newest of them."""


class TakenSeat(Model):
    """The seat that key now has, for as long as this game lasts."""

    game: int
    seat: int
    name: str


class GamesView(Model):
    """A page of the history, the latest first; `more`: there are older ones, to be asked for with `before`."""

    games: list[PastGame]
    more: bool = False


class PastGameView(Model):
    """One game with its whole log and its last picture."""

    game: PastGame
    events: list[EventView]
    table: TableView


class DisputeView(Model):
    """The raw samples around a score were saved; `file` is its name in the data folder's `disputes`."""

    file: str
    samples: int


class SurveyBoard(Model):
    """What the ship survey posts: the printed ship as measured. `side` names which printed side of the disc it is."""

    name: Annotated[str, Field(min_length=1, max_length=40)]
    side: Annotated[str, Field(max_length=40)] = ""
    ring_edges_mm: Annotated[list[float], Field(min_length=2, max_length=16)]
    points: Annotated[list[int], Field(min_length=1, max_length=15)]
    sectors: Annotated[int, Field(ge=1, le=12)] = 4
    foot_radius_mm: Annotated[float, Field(gt=0, le=50)]
    aliens: Annotated[int, Field(ge=1, le=60)]


class SurveyOther(Model):
    """What a survey of another kind of board posts: the values of its board file; null: nobody has looked."""

    name: Annotated[str, Field(min_length=1, max_length=40)]
    values: dict[str, Json]


class PowerView(Model):
    """The machine is going down; wait for its light before pulling the plug."""

    going_down: bool = True


CalibrationButton = Literal["start", "check", "ready", "back", "use", "stop", "note"]
LEAST_MASS_G, MOST_MASS_G, USUAL_MASS_G = 20.0, 2000.0, 200.0


class CalibrationPress(Model):
    """Press a button: "start" a calibration with a mass of `grams`, "check" a kept one with one alien, "use" a finished one.

    "note" keeps how far out (`ring`) so many `aliens` can stand on the empty ship, which tells how hard it is set.
    """

    press: CalibrationButton
    grams: float = Field(default=USUAL_MASS_G, ge=LEAST_MASS_G, le=MOST_MASS_G)
    ring: int = Field(default=1, ge=1, le=20)
    aliens: int = Field(default=1, ge=1, le=10)


class DifficultyView(Model):
    """So many aliens can stand that far out on the empty ship."""

    ring: int
    aliens: int


class CalibrationView(Model):
    """Where the guide stands. `code` and `params` say what to do now; `left_s` counts down while it measures.

    `found` are figures measured so far: place_mm of the mass off its marks, spread_g of it put down again,
    ship_g, alien_g, fit_mm, off_mm.
    `calibrated`: the plate has a calibration in use, which can be checked.
    """

    running: bool
    calibrated: bool = False
    difficulty: DifficultyView | None = None
    kind: Literal["calibration", "check"] = "calibration"
    step: int = 0
    of: int = 0
    code: str = ""
    params: dict[str, Json] = Field(default_factory=dict)
    phase: Literal["prepare", "hold", "done", "failed"] = "prepare"
    left_s: float = 0.0
    problem: str | None = None
    cell: int | None = None
    missing: str | None = None
    found: dict[str, float] = Field(default_factory=dict)


# --- the demo's bench --------------------------------------------------------------------------------------------


class BenchPlace(Model):
    """Take an alien from the bag and put it there."""

    do: Literal["place"]
    xy_mm: Point


class BenchRemove(Model):
    """Take alien `id` off the ship or the deck into the bag."""

    do: Literal["remove"]
    id: int


class BenchMove(Model):
    """Lift alien `id` and put it there."""

    do: Literal["move"]
    id: int
    xy_mm: Point


class BenchNudge(Model):
    """Push alien `id` along."""

    do: Literal["nudge"]
    id: int
    dxy_mm: Point


class BenchTurn(Model):
    """Turn the ship on its foot."""

    do: Literal["turn"]
    deg: float


class BenchLean(Model):
    """Rest a finger on the ship."""

    do: Literal["lean"]
    xy_mm: Point
    grams: float
    s: float = 1.0


class BenchDie(Model):
    """Throw the virtual die: `value` None is a chance throw, else a face of the die that it is now."""

    do: Literal["die"]
    value: Annotated[int, Field(ge=0, le=6)] | None = None


class BenchPress(Model):
    """Press one of the virtual buttons."""

    do: Literal["press"]
    button: Literal["six", "pass", "end-turn", "undo", "number-1", "number-2", "number-3"]


class BenchPlain(Model):
    """Commands without parameters."""

    do: Literal["bump", "lift", "put-back", "unplug", "replug", "script", "calibrate-again"]


BenchCommand = Annotated[
    BenchPlace | BenchRemove | BenchMove | BenchNudge | BenchTurn | BenchLean | BenchDie | BenchPress | BenchPlain,
    Field(discriminator="do"),
]


class BenchAlien(Model):
    """A virtual alien: in the bag (neither), aboard the ship, or lying on the deck."""

    id: int
    xy_mm: Point | None
    aboard: bool
    on_deck: bool


class ScriptStep(Model):
    """How far the scripted game is."""

    step: int
    of: int


class BenchView(Model):
    """The virtual table as it stands."""

    aliens: list[BenchAlien]
    bag: int
    plugged: bool
    lifted: bool
    yaw_deg: float
    lean_deg: Point
    script: ScriptStep | None = None
