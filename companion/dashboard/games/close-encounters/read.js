/** What the rules of this game publish, read loosely (their page lists it), and where its places lie on the grid. */
import { t } from '../../i18n/t.js';

/**
 * @typedef {import('../../core/api').TableView} TableView
 * @typedef {number | string | [number, number]} Place as JSON calls it: a number, "tower", "ship", [row, column] of a safe square
 * @typedef {[number, number]} Cell row and column, from 1 at the top left
 */

const ENDS = /** @type {Record<string, string>} */ ({ T: 'tower', M: 'ship' });

/** The game's own view. @param {TableView} table @returns {Record<string, any>} */
export const stateOf = (table) => table.state;

/** The surveyed grid: rows of words as the board file writes them. @param {TableView} table @returns {string[][]} */
export function rowsOf(table) {
  const board = table.game && table.game.board;
  const rows = board && 'values' in board ? /** @type {string[]} */ (/** @type {any} */ (board.values).rows) : [];
  return rows.map((row) => row.trim().split(/\s+/));
}

/** A place as one text, to compare and to find it by. @param {Place} place */
export const keyOf = (place) => (Array.isArray(place) ? place.join(',') : String(place));

/** What a cell belongs to. @param {string} word @param {Cell} cell @returns {Place | null} */
export function placeAt(word, cell) {
  if (word === '.' || word === '?') return null;
  if (word in ENDS) return ENDS[word];
  return word === 'o' ? cell : Number(word);
}

/** The cells of every place, from the top left. @param {string[][]} rows @returns {Map<string, Cell[]>} */
export function cellsOf(rows) {
  /** @type {Map<string, Cell[]>} */
  const found = new Map();
  rows.forEach((row, i) =>
    row.forEach((word, j) => {
      const place = placeAt(word, [i + 1, j + 1]);
      if (place !== null) found.set(keyOf(place), [...(found.get(keyOf(place)) || []), [i + 1, j + 1]]);
    }),
  );
  return found;
}

/** Of some cells the one nearest to another. @param {Cell[]} cells @param {Cell} to @returns {Cell} */
export function nearest(cells, to) {
  const away = (/** @type {Cell} */ cell) => Math.hypot(cell[0] - to[0], cell[1] - to[1]);
  return cells.reduce((best, cell) => (away(cell) < away(best) ? cell : best));
}

/** What a place is called. @param {Place} place @returns {string} */
export function placeName(place) {
  if (typeof place === 'number') return String(place);
  return Array.isArray(place) ? t('close-encounters.safe', { row: place[0], column: place[1] }) : t(`close-encounters.place.${place}`);
}

/** Several names as people say them. @param {TableView} table @param {number[]} seats */
export const namesOf = (table, seats) => table.seats.filter((seat) => seats.includes(seat.seat)).map((seat) => seat.name).join(' + ');
