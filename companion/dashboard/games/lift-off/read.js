/** What a table of Lift Off says, for those who draw it. Pure: no words, no pictures. */
import { awaiting } from '../../core/prompt.js';

/** @typedef {import('../../core/api').TableView} TableView */

/** The game's own view, as `companion/games/lift_off.md` lists its fields. @param {TableView} table @returns {any} */
export const stateOf = (table) => table.state;

/** What limits an answer. @param {import('../../core/api').AwaitView} task @returns {any} */
export const domainOf = (task) => task.domain;

/** The surface counter-clockwise, as the rules name it: exits and Lift Off Points in turn, the first exit above. */
export const RING = ['e1', 'p1', 'e2', 'p2', 'e3', 'p3', 'e4', 'p4'];
export const POINTS = ['p1', 'p2', 'p3', 'p4'];
export const PLACES = ['core', ...RING];
export const RESOURCES = ['fuel', 'screw', 'action'];

/** Kinds of awaits that the game cannot go on without. */
const ASKED = ['tile', 'first', 'roll', 'launch', 'explodes', 'count'];

/** What the game asks for now; several at the start. @param {TableView} table */
export const questions = (table) => table.awaits.filter((one) => ASKED.includes(one.kind));

/** The place of `n` on a circle of `of`, counter-clockwise from above. @param {number} n @param {number} of @param {number} radius @returns {[number, number]} */
export function onCircle(n, of, radius) {
  const turn = (2 * Math.PI * n) / of;
  return [-radius * Math.sin(turn), -radius * Math.cos(turn)];
}

/** Seats with aliens lying at a place, and how many. @param {TableView} table @param {string} place @returns {Array<[number, number]>} */
export function lyingAt(table, place) {
  const counts = /** @type {number[]} */ ((stateOf(table).aliens || {})[place] || []);
  return counts.map((count, seat) => /** @type {[number, number]} */ ([seat, count])).filter(([, count]) => count > 0);
}

/** Where a tap may take up an alien, and where it may put it down: what the table waits for. @param {TableView} table @returns {Array<[string, string]>} */
export function steps(table) {
  const task = awaiting(table, 'move');
  return task ? /** @type {Array<[string, string]>} */ (domainOf(task).steps) : [];
}

/** Cards of all kinds in a payment. @param {Record<string, number> | null} paid */
export const total = (paid) => (paid ? RESOURCES.reduce((sum, kind) => sum + (paid[kind] || 0), 0) : 0);

/** Whether the next alien that steps on a platform takes off at once. @param {any} tile */
function launchesByStep(tile) {
  if (tile.kind === 'jetpack') return true;
  if (tile.kind === 'slingshot') return tile.standing.length > 0;
  if (tile.kind === 'miracle') return tile.standing.length + 1 >= tile.room;
  return Boolean(tile.missing) && !total(tile.missing) && inPhase(tile);
}

/** @param {any} tile */
const inPhase = (tile) => !tile.launch_phase || tile.launch_phase === tile.moon;

/**
 * What a Lift Off Point waits for. `ready`: it can launch now, by a try, a payment or a step; then `params` are the resources.
 * @param {TableView} table @param {string} name @returns {{code: string, params: Record<string, any>, ready: boolean}}
 */
export function statusOf(table, name) {
  const tile = stateOf(table).points[name];
  const [attempt, stand] = [awaiting(table, 'attempt'), awaiting(table, 'stand')];
  const say = (/** @type {string} */ code, /** @type {Record<string, any>} */ params = {}, ready = false) => ({ code, params, ready });
  if (tile.blocked) return say('blocked');
  if (attempt && name in domainOf(attempt).fees) return say(`try-${tile.tried}`, { ...tile.fee, needed: tile.needed }, true);
  if (tile.missing && total(tile.missing)) return say('missing', tile.missing, tile.standing.length > 0 && inPhase(tile));
  if (stand && name in domainOf(stand).prices && launchesByStep(tile)) return say('step', domainOf(stand).prices[name], true);
  if (!inPhase(tile) && tile.launch_phase) return say('moon', { phase: tile.launch_phase });
  return say(`waits.${tile.kind}`, { needed: tile.needed });
}

/** Every way to pay so many Resource cards of either kind besides what must be fuel or screw. @param {{fuel: number, screw: number, action: number, cards: number}} price */
export function payments(price) {
  return Array.from({ length: price.cards + 1 }, (_, fuel) => ({ fuel: price.fuel + fuel, screw: price.screw + price.cards - fuel, action: price.action }));
}

/**
 * How much Fuel each payer gives: as told, else the player on turn (or the first who may pay) gives all.
 * @param {any} picked @param {number[]} payers @param {number} fuel @param {number} turn @returns {Record<number, number>}
 */
export function sharesOf(picked, payers, fuel, turn) {
  const told = (picked && picked.shares) || {};
  const first = payers.includes(turn) ? turn : payers[0];
  return Object.fromEntries(payers.map((seat) => [seat, seat in told ? told[seat] : seat === first && !Object.keys(told).length ? fuel : 0]));
}

/** The card Move Your Alien; a partner's names its seat. @param {TableView} table @param {{owner: number, by: number}} card @param {string} was @param {string} now */
export function moveByCard(table, { owner, by }, was, now) {
  return { type: 'card', ...(by === stateOf(table).turn ? {} : { seat: by }), card: 'move-your-alien', owner, was, now };
}
