/** A table to show components with: two players, a few aliens, one of everything. */

/** @typedef {import('../core/api').TableView} TableView */

/** @type {import('../core/api').BoardView} */
export const BOARD = { kind: 'ship', name: 'sample', verified: false, side: 'balancing', ring_edges_mm: [30, 50, 70, 90, 110, 130, 150], points: [1, 2, 3, 4, 5, 6], sectors: 4, foot_radius_mm: 6, aliens: 10 };

/** Names of players are the players' own: they are the same in every language. */
const NAMES = ['Noor', 'Bram', 'Saskia', 'Teun', 'Fatima', 'Joris', 'Mila', 'Kasper'];

/** @type {import('../core/api').SeatView[]} */
export const SEATS = NAMES.map((name, seat) => ({ seat, name, mark: seat, score: [14, 9, 21, 3, 17, 8, 11, 6][seat], present: seat !== 3, turn: seat === 1, phone: null }));

/** @type {import('../core/api').Standing[]} */
export const STANDING = [
  { id: 1, ring: 3, sector: 1, xy_mm: [48, 62], scored: true },
  { id: 2, ring: 5, sector: 2, xy_mm: [-88, 80], scored: true },
  { id: 3, ring: 4, sector: 3, xy_mm: [-70, -66], scored: false },
  { id: 4, ring: 6, sector: 4, xy_mm: [96, -98], scored: true },
];

/** @type {import('../core/api').Source} */
const SHIP = { kind: 'ship', odds: 0.97, name: null };
const PLAIN = { game: 'balancing-aliens', ruling: false, undone: false, undoable: true, disputable: false };

/** @type {import('../core/api').EventView[]} */
export const EVENTS = [
  { ...PLAIN, seq: 5, code: 'placed', params: { ring: 5, sector: 2 }, seat: 1, points: 5, source: SHIP, disputable: true },
  { ...PLAIN, seq: 4, code: 'fell', params: { count: 2 }, seat: 0, points: -4, source: { kind: 'tablet', odds: null, name: null }, ruling: true },
  { ...PLAIN, seq: 3, code: 'rolled', params: { value: 2 }, seat: 1, points: 0, source: { kind: 'die', odds: null, name: null }, undone: true },
];

/** @type {TableView} */
const BASE = {
  phase: 'playing',
  game: { number: 7, id: 'balancing-aliens', mode: 'ship', options: {}, board: BOARD, started_at: '2026-01-01T00:00:00Z' },
  seats: SEATS.slice(0, 2),
  state: { phase: 'sending', turn: 1, roll: 3, aboard: STANDING.map(({ ring, sector }) => [ring, sector]), blame: 1 },
  awaits: [],
  outcome: null,
  inventory: STANDING,
  questions: [],
  queued: 0,
  held_roll: null,
  events: EVENTS,
  notices: [],
  undo: null,
  redo: null,
  devices: [],
  resumable: [],
};

/** @param {string} kind @param {Record<string, any>} domain @returns {TableView} */
const waiting = (kind, domain) => ({ ...BASE, awaits: [{ id: `1.${kind}`, kind, seat: 1, domain }] });

export const ROLLING = waiting('roll', { die: 'd6', purpose: 'turn' });
export const PLACING = waiting('place', { sectors: [3], rings: [1, 2, 3, 4, 5, 6], why: 'roll' });
export const OVER = { ...BASE, phase: /** @type {const} */ ('over'), outcome: { ranking: [[0], [1]], reason: 'all-returned' }, state: { phase: 'over' } };

/** @type {import('../core/api').Option[]} */
const OPTIONS = [
  { id: 'a', code: 'spot', params: {}, ring: 4, sector: 3, xy_mm: [-60, -88], odds: 0.61 },
  { id: 'b', code: 'spot', params: {}, ring: 3, sector: 3, xy_mm: [-50, -72], odds: 0.34 },
  { id: 'c', code: 'nothing', params: {}, ring: null, sector: null, xy_mm: null, odds: null },
];

/** @type {TableView} */
export const ASKING = { ...BASE, held_roll: 2, questions: [{ id: 'q', code: 'which-spot', params: {}, felt_seq: 9, options: OPTIONS }] };

/** @type {TableView} */
export const TROUBLED = {
  ...BASE,
  queued: 1,
  notices: [{ id: 'n', code: 'not-scored', params: { ring: 4, sector: 3 }, actions: ['score-it', 'take-it-off'] }],
  devices: [{ device: 'plate', kind: 'ship', state: 'lost', code: 'ship-unplugged', params: {} }],
};

const ROWS = ['. 1 M M 2 .', '3 4 o 5 6 7', '8 9 10 11 o 12', 'o 13 14 15 16 17', '. 18 T T 19 .'];
const [FIRST, SECOND] = ['tower', 11].map((at, seat) => ({ seat, at, present: true, destination: 'ship', departure: 'tower', marks: 'paper', circled: 0, owed: 0, free: 0 }));
const NEXT = [[2, 3], 5, 6, 9, [3, 5], 14, 15];

/** Close Encounters on a small grid: in the middle of a move, and after a trap. @type {TableView} */
export const MOVING = {
  ...BASE,
  game: { .../** @type {any} */ (BASE.game), id: 'close-encounters', board: { kind: 'grid', name: 'sample', verified: false, values: { rows: ROWS } } },
  state: { phase: 'play', turn: 1, left: 4, path: [18, 14, 11], chips: [[10, 0]], entered: 11, trapped: null, landed: null, seats: [FIRST, SECOND] },
  awaits: [{ id: '1.step', kind: 'step', seat: 1, domain: { to: NEXT, left: 4 } }],
};

/** @type {TableView} */
export const TRAPPED = { ...MOVING, state: { ...MOVING.state, left: null, path: [], chips: [[10, 0], [16, 1], [16, 0]], trapped: { seat: 1, square: 16, by: [0] } }, awaits: [] };
