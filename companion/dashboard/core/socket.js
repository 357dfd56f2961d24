/**
 * The one socket down. It never trusts `readyState`: only an answer proves that a socket lives.
 *
 * A round of life: ask /api/health (cheap, and no browser punishes it) -> open -> hello -> snapshot -> ping for ever.
 * Whatever goes wrong ends the round; the next one starts after a short delay that a return to the foreground resets.
 */
import { systemClock } from './clock.js';

/** @typedef {import('./api').ServerFrame} ServerFrame */
/** @typedef {'connecting'|'live'|'stale'|'reconnecting'|'offline'} ConnectionState */
/**
 * @typedef {object} SocketOptions
 * @property {string} url
 * @property {() => string | null} key table key, or null for a watcher
 * @property {() => string | null} [seatKey] the key of this phone's seat
 * @property {(url: string) => any} makeSocket
 * @property {() => Promise<boolean>} isServiceUp
 * @property {(frame: ServerFrame) => void} onFrame
 * @property {(state: ConnectionState, sinceMs: number, rttMs: number | null) => void} onState
 * @property {import('./clock.js').Clock} [clock]
 */

export const TIMES_MS = {
  ping: 3000,
  stale: 9000,
  connect: 5000,
  probe: 1500,
  retryFirst: 250,
  retryMost: 2500,
  offline: 6000,
  jump: 6000,
};

export class LiveSocket {
  /** @param {SocketOptions} options */
  constructor(options) {
    this.options = options;
    this.clock = options.clock || systemClock;
    /** @type {ConnectionState} */
    this.state = 'connecting';
    this.socket = null;
    this.round = 0;
    this.retryMs = TIMES_MS.retryFirst;
    this.lastHeardMs = this.clock.now();
    this.brokenSinceMs = this.clock.now();
    this.pingNumber = 0;
    /** @type {number | null} */
    this.rttMs = null;
    /** @type {Record<string, any>} */
    this.timers = {};
    this.hidden = false;
  }

  start() {
    this._watch();
    this._connect();
  }

  stop() {
    this._drop();
    Object.keys(this.timers).forEach((name) => this._cancel(name));
  }

  /** The page came back (visible, pageshow, online): the old socket is worth nothing until it proves otherwise. */
  wake() {
    this.hidden = false;
    this.retryMs = TIMES_MS.retryFirst;
    this._connect();
  }

  /** The page is hidden: keep the socket, but start no new rounds. */
  sleep() {
    this.hidden = true;
  }

  _later(/** @type {string} */ name, /** @type {number} */ ms, /** @type {() => void} */ fn) {
    this._cancel(name);
    this.timers[name] = this.clock.setTimeout(fn, ms);
  }

  _cancel(/** @type {string} */ name) {
    if (this.timers[name] !== undefined) this.clock.clearTimeout(this.timers[name]);
    delete this.timers[name];
  }

  _drop() {
    this.round += 1;
    const old = this.socket;
    this.socket = null;
    ['connect', 'ping', 'probe', 'retry'].forEach((name) => this._cancel(name));
    if (old) {
      try {
        old.close();
      } catch (error) {
        this.lastError = error;
      }
    }
  }

  async _connect() {
    this._drop();
    const round = this.round;
    this._later('connect', TIMES_MS.connect, () => this._failed(round));
    let up = false;
    try {
      up = await this.options.isServiceUp();
    } catch (error) {
      this.lastError = error;
    }
    if (round !== this.round) return;
    if (up) this._open(round);
    else this._failed(round);
  }

  _open(/** @type {number} */ round) {
    let socket;
    try {
      socket = this.options.makeSocket(this.options.url);
    } catch (error) {
      this.lastError = error;
      this._failed(round);
      return;
    }
    this.socket = socket;
    socket.onopen = () => this._send(round, { type: 'hello', key: this.options.key(), seat_key: this.options.seatKey ? this.options.seatKey() : null });
    socket.onmessage = (/** @type {{data: string}} */ event) => this._heard(round, event.data);
    socket.onclose = () => this._failed(round);
    socket.onerror = () => this._failed(round);
  }

  _send(/** @type {number} */ round, /** @type {import('./api').ClientFrame} */ message) {
    if (round !== this.round || !this.socket) return;
    try {
      this.socket.send(JSON.stringify(message));
    } catch (error) {
      this.lastError = error;
      this._failed(round);
    }
  }

  _heard(/** @type {number} */ round, /** @type {string} */ text) {
    if (round !== this.round) return;
    const frame = /** @type {ServerFrame} */ (JSON.parse(text));
    this.lastHeardMs = this.clock.now();
    if (frame.type === 'hello') this._ping(round);
    if (frame.type === 'pong') this._answered(frame.n);
    if (frame.type === 'snapshot') this._settle();
    this.options.onFrame(frame);
    if (frame.type === 'bye') this._failed(round);
  }

  _settle() {
    this._cancel('connect');
    this.retryMs = TIMES_MS.retryFirst;
    this._become('live');
  }

  _answered(/** @type {number} */ n) {
    if (n !== this.pingNumber || this.pingSentMs === undefined) return;
    this.rttMs = this.clock.now() - this.pingSentMs;
    this._become(this.state === 'stale' ? 'live' : this.state);
  }

  _ping(/** @type {number} */ round) {
    this.pingNumber += 1;
    this.pingSentMs = this.clock.now();
    this._send(round, { type: 'ping', n: this.pingNumber });
    this._later('ping', TIMES_MS.ping, () => this._ping(round));
  }

  _failed(/** @type {number} */ round) {
    if (round !== this.round) return;
    this._drop();
    this._markBroken();
    if (this.hidden) return;
    this._later('retry', this.retryMs, () => this._connect());
    this.retryMs = Math.min(this.retryMs * 2, TIMES_MS.retryMost);
  }

  _markBroken() {
    if (this.state === 'live' || this.state === 'stale' || this.state === 'connecting') this.brokenSinceMs = this.lastHeardMs;
    const age = this.clock.now() - this.brokenSinceMs;
    this._become(age >= TIMES_MS.offline ? 'offline' : 'reconnecting');
  }

  _become(/** @type {ConnectionState} */ state) {
    this.state = state;
    this.options.onState(state, state === 'live' ? this.lastHeardMs : this.brokenSinceMs, this.rttMs);
  }

  /** Once a second: silence makes stale, more silence replaces the socket, a jump of the clock means the machine slept. */
  _watch() {
    const before = this.clock.now();
    this._later('watch', 1000, () => {
      const now = this.clock.now();
      if (now - before > TIMES_MS.jump) this.wake();
      else this._judgeSilence(now);
      this._watch();
    });
  }

  _judgeSilence(/** @type {number} */ now) {
    const silent = now - this.lastHeardMs;
    if (this.state === 'live' && silent >= TIMES_MS.ping + TIMES_MS.probe) {
      this.brokenSinceMs = this.lastHeardMs;
      this._become('stale');
    }
    if (this.state === 'stale' && silent >= TIMES_MS.stale) this._failed(this.round);
    if (this.state === 'reconnecting' && now - this.brokenSinceMs >= TIMES_MS.offline) this._become('offline');
  }
}
