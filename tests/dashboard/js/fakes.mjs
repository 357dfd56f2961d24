/** A clock that tests turn, and a socket that tests speak for. */

export class FakeClock {
  constructor() {
    this.time = 1000;
    this.timers = new Map();
    this.next = 1;
  }

  now() {
    return this.time;
  }

  setTimeout(fn, ms) {
    this.timers.set(this.next, { fn, at: this.time + ms });
    return this.next++;
  }

  clearTimeout(id) {
    this.timers.delete(id);
  }

  /** Let time pass, one timer after the other, and let promises settle in between. */
  async pass(ms) {
    const end = this.time + ms;
    for (;;) {
      await settle();
      const due = [...this.timers].filter(([, timer]) => timer.at <= end).sort((a, b) => a[1].at - b[1].at)[0];
      if (!due) break;
      this.timers.delete(due[0]);
      this.time = Math.max(this.time, due[1].at);
      due[1].fn();
    }
    this.time = end;
    await settle();
  }

  /** The machine slept: the clock jumps, and nothing ran meanwhile. */
  jump(ms) {
    this.time += ms;
  }
}

export const settle = () => new Promise((resolve) => setImmediate(resolve));

export class FakeSocket {
  constructor(url) {
    this.url = url;
    this.sent = [];
    this.closed = false;
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.closed = true;
  }

  hear(frame) {
    this.onmessage({ data: JSON.stringify(frame) });
  }

  /** Answer every ping so far. */
  pong() {
    this.sent.filter((message) => message.type === 'ping').forEach((ping) => this.hear({ type: 'pong', n: ping.n }));
  }
}

export const hello = (boot = 'b1', more = {}) => ({ type: 'hello', protocol: 1, boot, version: '1', heartbeat_ms: 3000, role: 'control', demo: false, ...more });

export const table = (more = {}) => ({
  phase: 'playing',
  game: { number: 1, id: 'balancing-aliens', mode: 'ship', options: {}, board: board(), started_at: '' },
  seats: [],
  state: {},
  awaits: [],
  outcome: null,
  inventory: [],
  questions: [],
  queued: 0,
  held_roll: null,
  events: [],
  notices: [],
  undo: null,
  redo: null,
  devices: [],
  resumable: [],
  ...more,
});

export const board = () => ({ name: 's', verified: true, ring_edges_mm: [30, 50, 70, 90, 110, 130, 150], points: [1, 2, 3, 4, 5, 6], sectors: 4, foot_radius_mm: 6, aliens: 10 });

export const snapshot = (seq, more = {}, boot = 'b1') => ({ type: 'snapshot', boot, seq, table: table(more) });

export const event = (seq, code = 'placed', more = {}) => ({ seq, code, params: {}, seat: 0, points: 0, source: { kind: 'ship' }, ruling: false, undone: false, ...more });
