/** The grid as it is being surveyed. Pure: the page draws it and posts `toValues`. */
import { cellsOf } from './read.js';

/**
 * @typedef {object} Survey
 * @property {string} name
 * @property {string[][]} rows words as the board file has them; "?" where nobody has looked yet
 * @property {string} brush what a tap writes: "number", "o" safe, "T", "M", "." nothing there
 * @property {number} next the number that the next tap writes
 * @typedef {{code: string, params: Record<string, any>}} Contradiction
 */

export const BRUSHES = ['.', 'o', 'T', 'M', 'number'];
export const UNSET = '?';
export const FEWEST = 2;
export const MOST = 40;
export const HIGHEST = 999;
const FEWEST_NUMBERS = 16;
const isNumber = (/** @type {string} */ word) => /^\d+$/.test(word);

/** Twelve rows of twelve, and nothing is known of any square. @returns {Survey} */
export const blank = () => ({ name: '', rows: Array.from({ length: 12 }, () => Array(12).fill(UNSET)), brush: '.', next: 1 });

/** More or fewer rows and columns; what is known of the others stays. @param {Survey} survey @param {number} rows @param {number} columns @returns {Survey} */
export function withSize(survey, rows, columns) {
  const within = (/** @type {number} */ n) => Math.min(MOST, Math.max(FEWEST, n));
  return { ...survey, rows: Array.from({ length: within(rows) }, (_, i) => Array.from({ length: within(columns) }, (__, j) => (survey.rows[i] || [])[j] || UNSET)) };
}

/** @param {Survey} survey @returns {Set<number>} */
const used = (survey) => new Set(survey.rows.flat().filter(isNumber).map(Number));

/** A tap on a square writes what the brush says, and takes it away again. @param {Survey} survey @param {number} row @param {number} column both from 0 @returns {Survey} */
export function painted(survey, row, column) {
  const numbering = survey.brush === 'number';
  const word = numbering ? String(survey.next) : survey.brush;
  const before = survey.rows[row][column];
  const again = before === word || (numbering && before === String(survey.next - 1));
  const rows = survey.rows.map((line, i) => (i === row ? line.map((old, j) => (j === column ? (again ? UNSET : word) : old)) : line));
  const next = !numbering ? survey.next : again ? Number(before) : Math.min(HIGHEST, survey.next + 1);
  return { ...survey, rows, next };
}

/** Every square nobody has looked at gets the next number there is, row by row from the top left: to be compared with the real one. @param {Survey} survey @returns {Survey} */
export function numbered(survey) {
  const taken = used(survey);
  let next = 1;
  const free = () => {
    while (taken.has(next)) next += 1;
    taken.add(next);
    return next > HIGHEST ? UNSET : String(next);
  };
  return { ...survey, rows: survey.rows.map((row) => row.map((word) => (word === UNSET ? free() : word))) };
}

/** How many squares there are, numbered, safe, and still unset. @param {Survey} survey */
export function counted(survey) {
  const words = survey.rows.flat();
  const numbers = words.filter(isNumber).length;
  const safe = words.filter((word) => word === 'o').length;
  const unset = words.filter((word) => word === UNSET).length;
  return { numbers, safe, unset, squares: numbers + safe };
}

/** Everything that cannot be so on a real board, with codes for the catalogue. @param {Survey} survey @returns {Contradiction[]} */
export function contradictions(survey) {
  const { numbers, unset } = counted(survey);
  const found = [...twice(survey), ...high(survey), ...ends(survey), ...unreached(survey)];
  if (unset) found.push({ code: 'unset', params: { n: unset } });
  else if (numbers < FEWEST_NUMBERS) found.push({ code: 'few', params: { n: numbers, least: FEWEST_NUMBERS } });
  return found;
}

/** @param {Survey} survey @returns {Contradiction[]} */
function twice(survey) {
  const words = survey.rows.flat().filter(isNumber);
  const double = [...new Set(words.filter((word, i) => words.indexOf(word) !== i))];
  return double.map((number) => ({ code: 'twice', params: { number: Number(number) } }));
}

/** Squares that no number is left for, or whose number is above all there can be. @param {Survey} survey @returns {Contradiction[]} */
function high(survey) {
  const numbers = used(survey);
  const above = [...numbers].filter((number) => number > HIGHEST).length;
  const n = above + (numbers.size - above < HIGHEST ? 0 : counted(survey).unset);
  return n ? [{ code: 'high', params: { n, most: HIGHEST } }] : [];
}

/** The cells that king's steps join to the first of them. @param {Array<[number, number]>} cells @returns {Set<string>} */
function joined(cells) {
  const all = new Set(cells.map(String));
  const found = new Set(cells.slice(0, 1).map(String));
  const queue = cells.slice(0, 1);
  for (let at = queue.pop(); at; at = queue.pop()) {
    for (let step = 0; step < 9; step += 1) {
      const near = /** @type {[number, number]} */ ([at[0] + Math.floor(step / 3) - 1, at[1] + (step % 3) - 1]);
      if (!all.has(String(near)) || found.has(String(near))) continue;
      found.add(String(near));
      queue.push(near);
    }
  }
  return found;
}

/** @param {Survey} survey @returns {Contradiction[]} */
function ends(survey) {
  const cells = cellsOf(survey.rows);
  return ['tower', 'ship'].flatMap((place) => {
    const own = cells.get(place) || [];
    if (!own.length) return [{ code: 'missing', params: { place } }];
    return joined(own).size < own.length ? [{ code: 'apart', params: { place } }] : [];
  });
}

/** The first square that no way leads to from Devil's Tower. @param {Survey} survey @returns {Contradiction[]} */
function unreached(survey) {
  const all = survey.rows.flatMap((row, i) => row.flatMap((word, j) => (word === '.' ? [] : [/** @type {[number, number]} */ ([i, j])])));
  const start = all.find(([i, j]) => survey.rows[i][j] === 'T');
  if (!start) return [];
  const reached = joined([start, ...all]);
  const lost = all.find((cell) => !reached.has(String(cell)));
  return lost ? [{ code: 'no-way', params: { row: lost[0] + 1, column: lost[1] + 1 } }] : [];
}

/** What is posted. @param {Survey} survey */
export const toValues = (survey) => ({ rows: survey.rows.map((row) => row.join(' ')) });

/** A survey from the values of a stored board; numbering goes on behind its highest number. @param {string} name @param {any} values @returns {Survey} */
export function fromValues(name, values) {
  const rows = values.rows.map((/** @type {string} */ row) => row.trim().split(/\s+/));
  return { ...blank(), name, rows, next: Math.min(HIGHEST, Math.max(0, ...used({ ...blank(), rows })) + 1) };
}
