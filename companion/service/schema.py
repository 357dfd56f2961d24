"""Every message between service and tablet. The page's types are generated from these models; texts live in the page.

Down the socket: `ServerFrame`. Up the socket: `ClientFrame` (hello, ping). Up by POST /api/commands: `Command`.
A snapshot is always whole: a client is right as soon as it has the newest one. Sensor frames are latest-wins.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Json = Any
Point = tuple[float, float]
Mode = Literal["ship", "follow", "manual"]


class Model(BaseModel):
    """Strict base: unknown keys are refused. What is sent always carries every field, so the page's types say so."""

    model_config = ConfigDict(extra="forbid", json_schema_serialization_defaults_required=True)


# --- down: the table ---------------------------------------------------------------------------------------------


class BoardView(Model):
    """A ship. `verified` false is shown as such; `side` is the printed side of the disc that lies above."""

    kind: Literal["ship"] = "ship"
    name: str
    verified: bool
    side: str = "balancing"
    ring_edges_mm: list[float]
    points: list[int]
    sectors: int
    foot_radius_mm: float
    aliens: int


class OtherBoardView(Model):
    """A board of any other kind ("none": the game has none), with the values of its board file by name."""

    kind: str
    name: str
    verified: bool
    values: dict[str, Json]


AnyBoardView = BoardView | OtherBoardView


class SeatView(Model):
    """One player. `mark` picks colour and shape together (0..7), so colour is never alone.

    `phone`: whether a phone has this seat; null where nothing is secret.
    """

    seat: int
    name: str
    mark: int
    score: int
    present: bool
    turn: bool
    phone: bool | None = None


class AwaitView(Model):
    """One thing the table may do now; commands cite `id`."""

    id: str
    kind: str
    seat: int | None
    domain: dict[str, Json]


class Standing(Model):
    """An alien the ship feels aboard. `scored` false: it stands there but no live entry accounts for it."""

    id: int
    ring: int
    sector: int
    xy_mm: Point | None
    scored: bool


class Option(Model):
    """One answer to a question. `code` names it for the catalogue ("spot", "fell", "move-it", "count-anyway", "nothing")."""

    id: str
    code: str
    params: dict[str, Json] = {}
    ring: int | None = None
    sector: int | None = None
    xy_mm: Point | None = None
    odds: float | None = None


class Question(Model):
    """To settle. `code`: "which-spot", "which-left", "how-many-fell", "who-bumped", "does-not-fit" or "what-changed"."""

    id: str
    code: str
    params: dict[str, Json] = {}
    felt_seq: int | None
    options: list[Option]


class Source(Model):
    """Where an event came from, always shown with it."""

    kind: Literal["ship", "die", "button", "tablet", "table", "phone"]
    odds: float | None = None
    name: str | None = None


class EventView(Model):
    """One line of the log. `game`, `code` and `params` are worded by the page; `points` is what it changed for `seat`."""

    seq: int
    game: str = ""
    code: str
    params: dict[str, Json]
    seat: int | None
    points: int
    source: Source
    ruling: bool = False
    undone: bool = False
    undoable: bool = False
    disputable: bool = False


class Notice(Model):
    """A remark with its buttons, of a `code`.

    "not-scored", "ship-disagrees", "put-back", "lifted", "wood-aboard", "rules-changed",
    "seat-reissued" or "cards-were-open"; from the sense of weight: "cell-stuck", "plate-blind", "ring-moved" or "needs-dot".
    """

    id: str
    code: str
    params: dict[str, Json] = {}
    actions: list[str] = []


class DeviceView(Model):
    """A device and how it is. `code` is an entry of the fault dictionary."""

    device: str
    kind: Literal["ship", "die", "buttons", "tilt", "machine"]
    state: Literal["ok", "searching", "silent", "lost", "fault"]
    code: str | None = None
    params: dict[str, Json] = {}


class GameInfo(Model):
    """The running game. `mode`: ship (felt events, rolls from die or tablet), follow (no taps), manual (no sensor)."""

    number: int
    id: str
    mode: Mode
    options: dict[str, Json]
    board: AnyBoardView
    started_at: str


class OutcomeView(Model):
    """The end: seats best first, ties together."""

    ranking: list[list[int]]
    reason: str


class UndoView(Model):
    """What Undo (or Redo) would take next."""

    seq: int
    game: str = ""
    code: str
    params: dict[str, Json] = {}


class TableView(Model):
    """Everything a tablet shows of the table. `state` is the game's own view."""

    phase: Literal["lobby", "playing", "over"]
    game: GameInfo | None = None
    seats: list[SeatView] = []
    state: dict[str, Json] = {}
    awaits: list[AwaitView] = []
    outcome: OutcomeView | None = None
    inventory: list[Standing] = []
    questions: list[Question] = []
    queued: int = 0
    held_roll: int | None = None
    events: list[EventView] = []
    notices: list[Notice] = []
    undo: UndoView | None = None
    redo: UndoView | None = None
    devices: list[DeviceView] = []
    resumable: list[int] = []


# --- down: frames ------------------------------------------------------------------------------------------------


class HelloFrame(Model):
    """First frame: who serves. A new `boot` means the service restarted."""

    type: Literal["hello"] = "hello"
    protocol: int = 1
    boot: str
    version: str
    heartbeat_ms: int
    role: Literal["watch", "control"]
    demo: bool = False


class SnapshotFrame(Model):
    """The whole table; `seq` grows within one `boot`. `seat`: whose own view it is; null: what everybody may see."""

    type: Literal["snapshot"] = "snapshot"
    boot: str
    seq: int
    seat: int | None = None
    table: TableView


class SensorFrame(Model):
    """The ship now; `age_ms` is the age of the newest sample inside when it was sent."""

    type: Literal["sensor"] = "sensor"
    t_s: float
    age_ms: float
    state: Literal["absent", "empty", "resting", "rocking", "touched", "rim", "lifted", "fault"]
    load_g: float
    cop_mm: Point
    lean_deg: Point


class PongFrame(Model):
    """Answer to a ping, with its number."""

    type: Literal["pong"] = "pong"
    n: int


class ByeFrame(Model):
    """The service closes this socket: "restarting", "resync" (too slow: connect again), "key-revoked", "seat-reissued"."""

    type: Literal["bye"] = "bye"
    reason: str


ServerFrame = Annotated[HelloFrame | SnapshotFrame | SensorFrame | PongFrame | ByeFrame, Field(discriminator="type")]


# --- up ----------------------------------------------------------------------------------------------------------


class ClientHello(Model):
    """First message of a client; `key` only where it may control, `seat_key` only on the phone that has a seat."""

    type: Literal["hello"] = "hello"
    key: str | None = None
    seat_key: str | None = None


class ClientPing(Model):
    """Heartbeat."""

    type: Literal["ping"] = "ping"
    n: int


ClientFrame = Annotated[ClientHello | ClientPing, Field(discriminator="type")]

Name = Annotated[str, Field(min_length=1, max_length=24)]


class NewGame(Model):
    """Start a game; `board` names a stored board file (None: the sample), `options` are house-rule switches.

    `mode` None is the usual way of this game: "ship" where there is one, else "manual".
    """

    type: Literal["new-game"] = "new-game"
    game: str
    names: list[Name] = Field(min_length=1, max_length=8)
    options: dict[str, Json] = {}
    mode: Mode | None = None
    board: str | None = None


class Act(Model):
    """A rule action answering an await. With `"ruling": true` in it ("it happened anyway") it may cite any await."""

    type: Literal["act"] = "act"
    await_id: str
    action: dict[str, Json]


class Answer(Model):
    """The answer to a question."""

    type: Literal["answer"] = "answer"
    question: str
    option: str


class Undo(Model):
    """Take entry `seq` out."""

    type: Literal["undo"] = "undo"
    seq: int


class Redo(Model):
    """Put entry `seq` back."""

    type: Literal["redo"] = "redo"
    seq: int


class Replace(Model):
    """Put `action` in the place of entry `seq`; `preview` true only tells what would change (reply.effects)."""

    type: Literal["replace"] = "replace"
    seq: int
    action: dict[str, Json]
    preview: bool = False


class Correct(Model):
    """On the table it is so: set a fact of the game. `seq` is the newest entry the sender has seen."""

    type: Literal["correct"] = "correct"
    seq: int
    fact: str
    value: Json


class TakeNotice(Model):
    """Press a notice's button."""

    type: Literal["notice"] = "notice"
    notice: str
    action: str


class SetMode(Model):
    """Change how the game is fed."""

    type: Literal["mode"] = "mode"
    mode: Mode


class PressButton(Model):
    """A tablet button that stands for a physical one ("six", "pass", "end-turn", "undo", "number-1" to "number-3")."""

    type: Literal["press"] = "press"
    button: str


class EndGame(Model):
    """Finish or abandon the running game and go back to the lobby."""

    type: Literal["end-game"] = "end-game"


class Resume(Model):
    """Go on with an unfinished game."""

    type: Literal["resume"] = "resume"
    number: int


Command = Annotated[
    NewGame | Act | Answer | Undo | Redo | Replace | Correct | TakeNotice | SetMode | PressButton | EndGame | Resume,
    Field(discriminator="type"),
]


class CommandReply(Model):
    """The command was taken: the snapshot `seq` that shows it, the entries it made, and for previews what would change."""

    seq: int
    entries: list[int] = []
    effects: list[EventView] = []


class Problem(Model):
    """RFC 9457 problem details. `code` and `params` are worded by the page; `detail` is one line saying what to do."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    code: str
    params: dict[str, Json] = {}
