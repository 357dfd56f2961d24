/**
 * The seat this phone has. A claim comes in the fragment (`#c=...`), is good for one use, and is exchanged for a key that is made here
 * and never leaves this phone but as the proof of its seat. It is stored before it is asked for: after a lost answer the same is asked again.
 *
 * @typedef {import('./key.js').Storage} Storage
 * @typedef {import('./api').TakenSeat} TakenSeat
 * @typedef {import('./api').ServerFrame} ServerFrame
 * @typedef {TakenSeat & {key: string}} Held
 * @typedef {'none'|'held'|'out'|'over'} Standing over: the seat was of another game; out: given to another phone
 * @typedef {Standing|'claiming'|'refused'} Phase refused: there was no seat, and the claim gave none
 * @typedef {{phase: Phase, held: Held | null, problem: {code: string, params: Record<string, any>, message: string} | null}} SeatState problem: why the last claim
 *   gave no seat, whatever the phone had before
 */
import { decoded } from './key.js';

const HELD = 'companion.seat';
const WANTED = 'companion.seat.wanted';
/** What has no other answer, however often it is asked. */
const FINAL = new Set([401, 403, 404, 409, 410, 422]);

/** The claim a fragment carries, or null. @param {string} hash */
export function claimIn(hash) {
  const part = hash.replace(/^#/, '').split('&').find((one) => one.startsWith('c='));
  return part ? decoded(part.slice(2)) : null;
}

/** @param {Storage} storage @param {string} name @returns {any} */
function read(storage, name) {
  try {
    return JSON.parse(storage.getItem(name) || 'null');
  } catch (error) {
    return null;
  }
}

export class SeatKeeper {
  /**
   * @param {{storage: Storage, post: (url: string, body: object) => Promise<any>, get: (url: string) => Promise<any>, newKey: () => string,
   *   onChange: (state: SeatState) => void, wake: () => void}} wire wake: prove the seat on a new socket
   */
  constructor(wire) {
    this.wire = wire;
    /** @type {Held | null} */
    this.held = read(wire.storage, HELD);
    /** @type {Standing} */
    this.standing = this.held ? 'held' : 'none';
    /** @type {SeatState['problem']} */
    this.problem = null;
    /** A claim that has no answer yet. */
    this.waits = false;
    this.claiming = false;
    /** Whether this socket's view was asked about, and whether a new socket was asked for. */
    this.asked = false;
    this.woken = false;
    /** @type {SeatState} */
    this.state = { phase: this.standing, held: this.held, problem: null };
  }

  /** The key of the seat, to prove it with. */
  get key() {
    return this.held ? this.held.key : null;
  }

  /** Take a claim out of the address and keep it until it is used. @param {{hash: string}} location @param {(hash: string) => void} rewrite */
  take(location, rewrite) {
    const claim = claimIn(location.hash);
    if (claim === null) return;
    this.wire.storage.setItem(WANTED, JSON.stringify({ claim, key: this.wire.newKey() }));
    rewrite('#/seat');
  }

  /** Use the claim that waits, if any, and one scanned meanwhile; true when this phone has a seat it did not have before. @returns {Promise<boolean>} */
  async claim() {
    const wanted = read(this.wire.storage, WANTED);
    if (!wanted || this.claiming) return false;
    this.claiming = true;
    const taken = await this._use(wanted);
    this.claiming = false;
    const next = read(this.wire.storage, WANTED);
    return next && next.claim !== wanted.claim ? (await this.claim()) || taken : taken;
  }

  /** @param {{claim: string, key: string}} wanted */
  async _use(wanted) {
    this._become({ waits: true, problem: null });
    try {
      const taken = await this.wire.post('/api/claims', wanted);
      this._forget(wanted);
      this._hold({ ...taken, key: wanted.key });
      return true;
    } catch (error) {
      this._refused(wanted, /** @type {any} */ (error));
      return false;
    }
  }

  /** What comes down the socket may say that the seat is another phone's now, or that this is another game. @param {ServerFrame} frame */
  async heard(frame) {
    if (frame.type === 'hello') this.asked = false;
    if (!this.held) return;
    if (frame.type === 'bye' && frame.reason === 'seat-reissued') this._putOut();
    if (frame.type !== 'snapshot') return;
    const number = frame.table.game ? frame.table.game.number : null;
    if (number !== this.held.game) this._become({ standing: 'over' });
    else if (frame.seat === this.held.seat) this._proved();
    else await this._ask();
  }

  _proved() {
    this.woken = false;
    this._become({ standing: 'held' });
  }

  /** A snapshot without our own view may have been on its way before we said who we are: only an answer is certain. Once for each socket. */
  async _ask() {
    if (this.asked) return;
    this.asked = true;
    const { key } = this;
    try {
      await this.wire.get('/api/seat');
      if (key === this.key) this._wakeOnce();
    } catch (error) {
      const { code, problem } = /** @type {any} */ (error);
      if (key === this.key && code === 'wrong-seat-key') this._putOut();
      else this.asked = Boolean(problem && problem.status);
    }
  }

  /** The seat is ours and this socket does not know it: another one will. Not again before that one has shown it. */
  _wakeOnce() {
    if (this.woken) return;
    this.woken = true;
    this.wire.wake();
  }

  _hold(/** @type {Held} */ held) {
    this.wire.storage.setItem(HELD, JSON.stringify(held));
    this._become({ standing: 'held', held, waits: false });
  }

  _putOut() {
    this.wire.storage.setItem(HELD, 'null');
    this._become({ standing: 'out', held: null });
  }

  /** A claim that has its answer; one scanned meanwhile stays. @param {{claim: string}} wanted */
  _forget(wanted) {
    const waiting = read(this.wire.storage, WANTED);
    if (waiting && waiting.claim === wanted.claim) this.wire.storage.setItem(WANTED, 'null');
  }

  /** @param {{claim: string}} wanted @param {any} error */
  _refused(wanted, error) {
    if (!FINAL.has(error.problem ? error.problem.status : 0)) return;
    this._forget(wanted);
    this._become({ waits: false, problem: { code: error.code, params: error.params, message: error.message } });
  }

  /** @param {{standing?: Standing, held?: Held | null, waits?: boolean, problem?: SeatState['problem']}} change */
  _become(change) {
    Object.assign(this, change);
    const { phase, held, problem } = this.state;
    const next = this._phase();
    if (phase === next && held === this.held && problem === this.problem) return;
    this.state = { phase: next, held: this.held, problem: this.problem };
    this.wire.onChange(this.state);
  }

  /** @returns {Phase} */
  _phase() {
    if (this.standing === 'held') return 'held';
    if (this.waits) return 'claiming';
    return this.problem && this.standing === 'none' ? 'refused' : this.standing;
  }
}
