// Generated from companion/service/schema.py by tests/dashboard/make_types.py: change that, not this.

/** A rule action answering an await. */
export interface Act {
  type: "act";
  await_id: string;
  action: Record<string, any>;
}

/** The answer to a question. */
export interface Answer {
  type: "answer";
  question: string;
  option: string;
}

/** One thing the table may do now; commands cite `id`. */
export interface AwaitView {
  id: string;
  kind: string;
  seat: number | null;
  domain: Record<string, any>;
}

/** The board in use. `verified` false is shown as such. */
export interface BoardView {
  name: string;
  verified: boolean;
  ring_edges_mm: number[];
  points: number[];
  sectors: number;
  foot_radius_mm: number;
  aliens: number;
}

/** The service closes this socket: "restarting", "resync" (too slow: connect again), "key-revoked". */
export interface ByeFrame {
  type: "bye";
  reason: string;
}

/** First message of a client; `key` only where it may control. */
export interface ClientHello {
  type: "hello";
  key?: string | null;
}

/** Heartbeat. */
export interface ClientPing {
  type: "ping";
  n: number;
}

/** The command was taken: the snapshot `seq` that shows it, the entries it made, and for previews what would change. */
export interface CommandReply {
  seq: number;
  entries: number[];
  effects: EventView[];
}

/** On the table it is so: set a fact of the game. `seq` is the newest entry the sender has seen. */
export interface Correct {
  type: "correct";
  seq: number;
  fact: string;
  value: any;
}

/** A device and how it is. `code` is an entry of the fault dictionary. */
export interface DeviceView {
  device: string;
  kind: "ship" | "die" | "buttons" | "tilt";
  state: "ok" | "searching" | "silent" | "lost" | "fault";
  code: string | null;
  params: Record<string, any>;
}

/** Finish or abandon the running game and go back to the lobby. */
export interface EndGame {
  type: "end-game";
}

/** One line of the log. `code` + `params` are worded by the page; `points` is what it changed for `seat`. */
export interface EventView {
  seq: number;
  code: string;
  params: Record<string, any>;
  seat: number | null;
  points: number;
  source: Source;
  ruling: boolean;
  undone: boolean;
  undoable: boolean;
  disputable: boolean;
}

/** The running game. `mode`: ship (felt events, rolls from die or tablet), follow (no taps), manual (no sensor). */
export interface GameInfo {
  number: number;
  id: string;
  mode: "ship" | "follow" | "manual";
  options: Record<string, any>;
  board: BoardView;
  started_at: string;
}

/** First frame: who serves. A new `boot` means the service restarted. */
export interface HelloFrame {
  type: "hello";
  protocol: number;
  boot: string;
  version: string;
  heartbeat_ms: number;
  role: "watch" | "control";
  demo: boolean;
}

/** Start a game; `board` names a stored board file (None: the sample), `options` are house-rule switches. */
export interface NewGame {
  type: "new-game";
  game: string;
  names: string[];
  options?: Record<string, any>;
  mode?: "ship" | "follow" | "manual";
  board?: string | null;
}

/** A standing remark with its own buttons: "not-scored", "ship-disagrees", "put-back", "rules-changed". */
export interface Notice {
  id: string;
  code: string;
  params: Record<string, any>;
  actions: string[];
}

/** One answer to a question. `code` names it for the catalogue ("spot", "fell", "move-it", "count-anyway", "nothing"). */
export interface Option {
  id: string;
  code: string;
  params: Record<string, any>;
  ring: number | null;
  sector: number | null;
  xy_mm: [number, number] | null;
  odds: number | null;
}

/** The end: seats best first, ties together. */
export interface OutcomeView {
  ranking: number[][];
  reason: string;
}

/** Answer to a ping, with its number. */
export interface PongFrame {
  type: "pong";
  n: number;
}

/** A tablet button that stands for a physical one ("six", "pass"). */
export interface PressButton {
  type: "press";
  button: string;
}

/** RFC 9457 problem details. `code` and `params` are worded by the page; `detail` is one line saying what to do. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  params: Record<string, any>;
}

/** Something the table must settle. `code`: "which-spot", "which-left", "how-many-fell", "does-not-fit", "what-changed". */
export interface Question {
  id: string;
  code: string;
  params: Record<string, any>;
  felt_seq: number | null;
  options: Option[];
}

/** Put entry `seq` back. */
export interface Redo {
  type: "redo";
  seq: number;
}

/** Put `action` in the place of entry `seq`; `preview` true only tells what would change (reply.effects). */
export interface Replace {
  type: "replace";
  seq: number;
  action: Record<string, any>;
  preview?: boolean;
}

/** Go on with an unfinished game. */
export interface Resume {
  type: "resume";
  number: number;
}

/** One player. `mark` picks colour and shape together (0..7), so colour is never alone. */
export interface SeatView {
  seat: number;
  name: string;
  mark: number;
  score: number;
  present: boolean;
  turn: boolean;
}

/** The ship now; `age_ms` is the age of the newest sample inside when it was sent. */
export interface SensorFrame {
  type: "sensor";
  t_s: number;
  age_ms: number;
  state: "absent" | "empty" | "resting" | "rocking" | "touched" | "rim" | "lifted" | "fault";
  load_g: number;
  cop_mm: [number, number];
  lean_deg: [number, number];
}

/** Change how the game is fed. */
export interface SetMode {
  type: "mode";
  mode: "ship" | "follow" | "manual";
}

/** The whole table; `seq` grows within one `boot`. */
export interface SnapshotFrame {
  type: "snapshot";
  boot: string;
  seq: number;
  table: TableView;
}

/** Where an event came from, always shown with it. */
export interface Source {
  kind: "ship" | "die" | "button" | "tablet" | "table";
  odds: number | null;
  name: string | null;
}

/** An alien the ship feels aboard. `scored` false: it stands there but no live entry accounts for it. */
export interface Standing {
  id: number;
  ring: number;
  sector: number;
  xy_mm: [number, number] | null;
  scored: boolean;
}

/** Everything a tablet shows of the table. `state` is the game's own view. */
export interface TableView {
  phase: "lobby" | "playing" | "over";
  game: GameInfo | null;
  seats: SeatView[];
  state: Record<string, any>;
  awaits: AwaitView[];
  outcome: OutcomeView | null;
  inventory: Standing[];
  questions: Question[];
  queued: number;
  held_roll: number | null;
  events: EventView[];
  notices: Notice[];
  undo: UndoView | null;
  redo: UndoView | null;
  devices: DeviceView[];
  resumable: number[];
}

/** Press a notice's button. */
export interface TakeNotice {
  type: "notice";
  notice: string;
  action: string;
}

/** Take entry `seq` out. */
export interface Undo {
  type: "undo";
  seq: number;
}

/** What Undo (or Redo) would take next. */
export interface UndoView {
  seq: number;
  code: string;
  params: Record<string, any>;
}

export type ServerFrame = HelloFrame | SnapshotFrame | SensorFrame | PongFrame | ByeFrame;
export type ClientFrame = ClientHello | ClientPing;
export type Command = NewGame | Act | Answer | Undo | Redo | Replace | Correct | TakeNotice | SetMode | PressButton | EndGame | Resume;
