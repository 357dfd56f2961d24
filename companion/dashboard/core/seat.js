/**
 * The seat this phone has. A claim comes in the fragment (`#c=...`), is good for one use, and is exchanged for a key that is made here
 * and never leaves this phone but as the proof of its seat. It is stored before it is asked for: after a lost answer the same is asked again.
 *
 * @typedef {import('./key.js').Storage} Storage
 * @typedef {import('./api').TakenSeat} TakenSeat
 * @typedef {import('./api').ServerFrame} ServerFrame
 * @typedef {TakenSeat & {key: string}} Held
 * @typedef {'none'|'claiming'|'held'|'refused'|'out'|'over'} Phase over: the seat was of another game; out: given to another phone
 * @typedef {{phase: Phase, held: Held | null, problem: {code: string, params: Record<string, any>, message: string} | null}} SeatState
 */
const HELD = 'companion.seat';
const WANTED = 'companion.seat.wanted';
/** What has no other answer, however often it is asked. */
const FINAL = new Set([401, 403, 404, 409, 410, 422]);

/** The claim a fragment carries, or null. @param {string} hash */
export function claimIn(hash) {
  const part = hash.replace(/^#/, '').split('&').find((one) => one.startsWith('c='));
  return part ? decodeURIComponent(part.slice(2)) || null : null;
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
   *   onChange: (state: SeatState) => void}} wire
   */
  constructor(wire) {
    this.wire = wire;
    /** @type {Held | null} */
    const held = read(wire.storage, HELD);
    /** @type {SeatState} */
    this.state = { phase: held ? 'held' : 'none', held, problem: null };
    this.asking = false;
  }

  /** The key of the seat, to prove it with. */
  get key() {
    return this.state.held ? this.state.held.key : null;
  }

  /** Take a claim out of the address and keep it until it is used. @param {{hash: string}} location @param {(hash: string) => void} rewrite */
  take(location, rewrite) {
    const claim = claimIn(location.hash);
    if (claim === null) return;
    this.wire.storage.setItem(WANTED, JSON.stringify({ claim, key: this.wire.newKey() }));
    rewrite('#/seat');
  }

  /** Use the claim that waits, if any; true when this phone has a seat it did not have before. @returns {Promise<boolean>} */
  async claim() {
    const wanted = read(this.wire.storage, WANTED);
    if (!wanted || this.asking) return false;
    this.asking = true;
    this._become({ phase: 'claiming', held: this.state.held, problem: null });
    try {
      const taken = await this.wire.post('/api/claims', wanted);
      this._hold({ ...taken, key: wanted.key });
      return true;
    } catch (error) {
      this._refused(/** @type {any} */ (error));
      return false;
    } finally {
      this.asking = false;
    }
  }

  /** What comes down the socket may say that the seat is another phone's now, or that this is another game. @param {ServerFrame} frame */
  async heard(frame) {
    const { held } = this.state;
    if (!held) return;
    if (frame.type === 'bye' && frame.reason === 'seat-reissued') this._putOut();
    if (frame.type !== 'snapshot') return;
    const number = frame.table.game ? frame.table.game.number : null;
    if (number !== held.game) this._become({ phase: 'over', held, problem: null });
    else if (frame.seat === held.seat) this._become({ phase: 'held', held, problem: null });
    else await this._ask();
  }

  /** A snapshot without our own view may have been on its way before we said who we are: only an answer is certain. */
  async _ask() {
    if (this.asking) return;
    this.asking = true;
    try {
      await this.wire.get('/api/seat');
    } catch (error) {
      if (/** @type {any} */ (error).code === 'wrong-seat-key') this._putOut();
    } finally {
      this.asking = false;
    }
  }

  _hold(/** @type {Held} */ held) {
    this.wire.storage.setItem(HELD, JSON.stringify(held));
    this.wire.storage.setItem(WANTED, 'null');
    this._become({ phase: 'held', held, problem: null });
  }

  _putOut() {
    this.wire.storage.setItem(HELD, 'null');
    this._become({ phase: 'out', held: null, problem: null });
  }

  _refused(/** @type {any} */ error) {
    const { held } = this.state;
    if (!FINAL.has(error.problem ? error.problem.status : 0)) return;
    this.wire.storage.setItem(WANTED, 'null');
    const problem = { code: error.code, params: error.params, message: error.message };
    this._become({ phase: held ? 'held' : 'refused', held, problem });
  }

  _become(/** @type {SeatState} */ state) {
    const { phase, held, problem } = this.state;
    if (phase === state.phase && held === state.held && problem === state.problem) return;
    this.state = state;
    this.wire.onChange(state);
  }
}
