/**
 * What the page knows. Frames come in, listeners are told; the newest snapshot wins by boot and sequence.
 *
 * @typedef {import('./api').TableView} TableView
 * @typedef {import('./api').SensorFrame} SensorFrame
 * @typedef {import('./api').ServerFrame} ServerFrame
 * @typedef {import('./api').EventView} EventView
 */
import { systemClock } from './clock.js';

/**
 * @typedef {object} Known
 * @property {string | null} boot
 * @property {string | null} version
 * @property {'watch'|'control'} role
 * @property {boolean} demo
 * @property {boolean} outdated the service was updated under this page: reload
 * @property {number} seq
 * @property {TableView | null} table
 * @property {number | null} seat whose own view `table` is; null: what everybody may see
 * @property {SensorFrame | null} sensor
 * @property {import('./socket.js').ConnectionState} connection
 * @property {number} sinceMs when the connection was last known good
 * @property {number | null} rttMs
 */

/** Without a frame for so long, nobody knows any more how the ship stands. */
const SILENT_MS = 2000;
/** A change of the weight aboard that the words of the page may tell. */
const NEWS_G = 2;

/** @returns {Known} */
const nothingKnown = () => ({
  boot: null,
  version: null,
  role: 'watch',
  demo: false,
  outdated: false,
  seq: -1,
  table: null,
  seat: null,
  sensor: null,
  connection: 'connecting',
  sinceMs: 0,
  rttMs: null,
});

/** Events of `now` that `before` did not have, oldest first. */
export function newEvents(/** @type {TableView | null} */ before, /** @type {TableView} */ now) {
  if (!before || !before.game || !now.game || before.game.number !== now.game.number) return [];
  const seen = new Set(before.events.map((event) => event.seq));
  return now.events.filter((event) => !seen.has(event.seq) && !event.undone).sort((a, b) => a.seq - b.seq);
}

export class Store {
  /** @param {import('./clock.js').Clock} [clock] */
  constructor(clock = systemClock) {
    this.clock = clock;
    this.known = nothingKnown();
    /** @type {Set<(known: Known) => void>} */
    this.listeners = new Set();
    /** @type {Set<(frame: SensorFrame | null) => void>} */
    this.sensorListeners = new Set();
    /** @type {Set<(events: EventView[], table: TableView, before: TableView | null) => void>} */
    this.newsListeners = new Set();
    this.gap = true;
    this.toldLoad_g = 0;
  }

  /** @param {(known: Known) => void} listener @returns {() => void} */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Sensor frames come up to 20 times a second; only what draws them listens here. Null: the ship has fallen silent. @param {(frame: SensorFrame | null) => void} listener */
  onSensor(listener) {
    this.sensorListeners.add(listener);
    return () => this.sensorListeners.delete(listener);
  }

  /** What just happened, for sounds and announcements; silent about everything that happened during a gap. @param {(events: EventView[], table: TableView, before: TableView | null) => void} listener */
  onNews(listener) {
    this.newsListeners.add(listener);
    return () => this.newsListeners.delete(listener);
  }

  /** @param {ServerFrame} frame */
  take(frame) {
    if (frame.type === 'hello') this._hello(frame);
    if (frame.type === 'snapshot') this._snapshot(frame);
    if (frame.type === 'sensor') this._sensor(frame);
  }

  /** @param {import('./socket.js').ConnectionState} connection @param {number} sinceMs @param {number | null} rttMs */
  connection(connection, sinceMs, rttMs) {
    if (connection !== 'live') this.gap = true;
    this._set({ connection, sinceMs, rttMs });
  }

  /** @param {import('./api').HelloFrame} frame */
  _hello(frame) {
    this.gap = true;
    const restarted = frame.boot !== this.known.boot;
    const outdated = this.known.version !== null && this.known.version !== frame.version;
    this._set({ outdated, boot: frame.boot, version: frame.version, role: frame.role, demo: frame.demo, ...(restarted ? { seq: -1 } : {}) });
  }

  /** @param {import('./api').SnapshotFrame} frame */
  _snapshot(frame) {
    const known = this.known;
    if (frame.boot === known.boot && frame.seq <= known.seq && !this.gap) return;
    if (frame.boot === known.boot && frame.seq < known.seq) return;
    const before = known.table;
    const fresh = !this.gap;
    this.gap = false;
    this._set({ boot: frame.boot, seq: frame.seq, table: frame.table, seat: frame.seat });
    const events = fresh ? newEvents(before, frame.table) : [];
    this.newsListeners.forEach((listener) => listener(events, frame.table, fresh ? before : null));
  }

  /** @param {SensorFrame} frame */
  _sensor(frame) {
    const before = this.known.sensor;
    this.known = { ...this.known, sensor: frame };
    this.sensorListeners.forEach((listener) => listener(frame));
    this.clock.clearTimeout(this.silence);
    this.silence = this.clock.setTimeout(() => this._silent(), SILENT_MS);
    const heavier = Math.abs(frame.load_g - this.toldLoad_g) >= NEWS_G;
    if (before && before.state === frame.state && !heavier) return;
    this.toldLoad_g = frame.load_g;
    this._tell();
  }

  _silent() {
    this._set({ sensor: null });
    this.sensorListeners.forEach((listener) => listener(null));
  }

  /** @param {Partial<Known>} change */
  _set(change) {
    this.known = { ...this.known, ...change };
    this._tell();
  }

  _tell() {
    this.listeners.forEach((listener) => listener(this.known));
  }
}
