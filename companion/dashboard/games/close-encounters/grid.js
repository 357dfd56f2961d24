/** The grid as a drawing: squares with what is printed on them, the two destinations, the path of this move, chips and pieces. */
import { html, nothing, svg } from '../../vendor/lit.js';
import { t } from '../../i18n/t.js';
import { markPath, whoClass } from '../../ui/mark.js';
import { cellsOf, keyOf, nearest, placeAt } from './read.js';
import { signAt } from './signs.js';

/**
 * @typedef {import('./read.js').Place} Place
 * @typedef {import('./read.js').Cell} Cell
 * @typedef {object} OnGrid what lies and happens on it
 * @property {Array<{seat: number, mark: number, at: Place, turn: boolean}>} pieces
 * @property {Array<{mark: number, at: Place}>} chips
 * @property {Place[]} path the places this move has entered
 * @property {Place[]} open where the next step may go
 * @property {string} goal the destination of whose turn it is, or ''
 * @property {Place | null} sprung the square of the trap that sprang last
 * @property {((place: Place) => void) | null} tap
 */

const SIZE = 10;
const PIECE = 7.6;
const CHIP = 4.6;
const SHARED = 0.68;

/** The middle of a cell. @param {Cell} cell @returns {[number, number]} */
const middle = ([row, column]) => [(column - 0.5) * SIZE, (row - 0.5) * SIZE];

/** @param {string} word @param {Cell} cell @param {OnGrid} on @param {Set<string>} open */
function square(word, cell, on, open) {
  const place = placeAt(word, cell);
  if (place === null) return nothing;
  const [x, y] = middle(cell);
  const key = keyOf(place);
  const goes = open.has(key);
  const kind = typeof place === 'number' ? 'numbered' : typeof place === 'string' ? `end ${place === on.goal ? 'goal' : ''}` : 'safe';
  const look = `ce-square ${kind} ${goes ? 'open' : ''} ${on.sprung !== null && keyOf(on.sprung) === key ? 'sprung' : ''}`;
  return svg`<g class=${look} data-square=${key} @click=${() => on.tap && goes && on.tap(place)}><rect x=${x - 4.7} y=${y - 4.7} width="9.4" height="9.4" rx="1.6"></rect></g>`;
}

/** What is printed on a square, above the path. @param {string} word @param {Cell} cell @param {Set<string>} open */
function print(word, cell, open) {
  const place = placeAt(word, cell);
  const [x, y] = middle(cell);
  if (typeof place === 'number') return svg`<text class=${open.has(keyOf(place)) ? 'open' : ''} x=${x} y=${y + 1.55}>${place}</text>`;
  return Array.isArray(place) ? svg`<circle class="ce-dot" cx=${x} cy=${y} r="1.1"></circle>` : nothing;
}

/** The sign of a destination over all of its cells. @param {Map<string, Cell[]>} cells @param {string} end */
function endSign(cells, end) {
  const own = cells.get(end);
  if (!own) return nothing;
  const all = own.map(middle);
  const mean = (/** @type {0 | 1} */ i) => all.reduce((sum, point) => sum + point[i], 0) / all.length;
  return svg`<g class="ce-end" data-end=${end}>${signAt(end, mean(0), mean(1), 9)}</g>`;
}

/** The way walked in this move. @param {Map<string, Cell[]>} cells @param {Place[]} path */
function walked(cells, path) {
  /** @type {Cell[]} */
  const way = [];
  path.forEach((place) => {
    const own = cells.get(keyOf(place));
    if (own) way.push(way.length ? nearest(own, way[way.length - 1]) : own[0]);
  });
  const points = way.map((cell) => middle(cell).join(',')).join(' ');
  return svg`<polyline class="ce-path" points=${points}></polyline>`;
}

/** Where the n-th of several things at one place is drawn. @param {Cell[]} cells @param {number} n @param {number} many @param {number} apart @returns {[number, number]} */
function spread(cells, n, many, apart) {
  const [x, y] = middle(cells[n % cells.length]);
  const here = Math.ceil((many - (n % cells.length)) / cells.length);
  const nth = Math.floor(n / cells.length);
  return [x + (nth - (here - 1) / 2) * apart, y];
}

/** @template {{at: Place}} T @param {Map<string, Cell[]>} cells @param {T[]} things @param {number} apart @param {(thing: T, x: number, y: number, scale: number) => unknown} draw things that share a cell are smaller */
function laid(cells, things, apart, draw) {
  return things.map((thing, i) => {
    const own = cells.get(keyOf(thing.at));
    if (!own) return nothing;
    const same = things.filter((one) => keyOf(one.at) === keyOf(thing.at));
    const nth = things.slice(0, i).filter((one) => keyOf(one.at) === keyOf(thing.at)).length;
    const [x, y] = spread(own, nth, same.length, apart);
    return draw(thing, x, y, same.length > own.length ? SHARED : 1);
  });
}

/** @param {number} mark @param {number} x @param {number} y @param {number} size */
const shape = (mark, x, y, size) => svg`<path d=${markPath(mark)} fill-rule="evenodd" transform=${`translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})`}></path>`;

/** @param {Map<string, Cell[]>} cells @param {OnGrid} on */
const chips = (cells, on) =>
  laid(cells, on.chips, 4.4, (chip, x, y, scale) => svg`<g class=${`ce-chip ${whoClass(chip.mark)}`} data-chip=${keyOf(chip.at)}><circle cx=${x} cy=${y} r=${4.2 * scale}></circle>${shape(chip.mark, x, y, CHIP * scale)}</g>`);

/** @param {Map<string, Cell[]>} cells @param {OnGrid} on */
const pieces = (cells, on) =>
  laid(cells, on.pieces, 4.4, (piece, x, y, scale) => svg`<g class=${`ce-piece ${whoClass(piece.mark)} ${piece.turn ? 'turn' : ''}`} data-piece=${piece.seat} data-at=${keyOf(piece.at)}>
    ${piece.turn ? svg`<circle class="ce-halo" cx=${x} cy=${y} r=${5.6 * scale}></circle>` : nothing}${shape(piece.mark, x, y, PIECE * scale)}</g>`);

/** The whole drawing. @param {string[][]} rows @param {OnGrid} on @param {string} label */
export function grid(rows, on, label) {
  const cells = cellsOf(rows);
  const open = new Set(on.open.map(keyOf));
  const columns = Math.max(1, ...rows.map((row) => row.length));
  return html`<svg class="ce-grid" viewBox=${`-1 -1 ${columns * SIZE + 2} ${rows.length * SIZE + 2}`} role="img" aria-label=${label}>
    ${rows.map((row, i) => row.map((word, j) => square(word, [i + 1, j + 1], on, open)))}
    ${walked(cells, on.path)} ${rows.map((row, i) => row.map((word, j) => print(word, [i + 1, j + 1], open)))}
    ${endSign(cells, 'ship')} ${endSign(cells, 'tower')} ${chips(cells, on)} ${pieces(cells, on)}
  </svg>`;
}

/** What the drawing shows, for those who hear the page. @param {Array<{name: string, place: string}>} pieces @param {number} chipCount */
export const gridWords = (pieces, chipCount) => t('close-encounters.grid', { pieces: pieces.map(({ name, place }) => `${name}: ${place}`).join(', '), chips: chipCount });
