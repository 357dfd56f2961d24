/** A player's own marking card: the board's grid with the circles only this player may see. */
import { html, nothing, svg } from '../../vendor/lit.js';
import { t } from '../../i18n/t.js';
import { markPath, whoClass } from '../../ui/mark.js';

/**
 * @typedef {object} OnCard
 * @property {number[]} circles
 * @property {number[]} dead circles that a chip has covered
 * @property {Map<number, number>} chips mark of the chip's owner by square
 * @property {Set<number>} open what can be circled now
 * @property {number | null} picked
 * @property {number} mark the player's own
 * @property {string} label
 * @property {((square: number) => void) | null} tap
 */

const SIZE = 10;

/** @param {string} word */
const kindOf = (word) => (word === 'o' ? 'safe' : word === 'T' || word === 'M' ? 'end' : 'numbered');

/** @param {number} number @param {number} x @param {number} y @param {OnCard} on */
function onSquare(number, x, y, on) {
  const chip = on.chips.get(number);
  const ring = on.circles.includes(number) ? (on.dead.includes(number) ? 'circled dead' : 'circled') : '';
  return svg`${chip === undefined ? nothing : svg`<path class=${`card-chip ${whoClass(chip)}`} d=${markPath(chip)} fill-rule="evenodd" transform=${`translate(${x - 4} ${y - 4}) scale(0.08)`}></path>`}
    <text x=${x} y=${y + 1.6}>${number}</text>
    ${ring ? svg`<circle class=${ring} data-circled=${number} cx=${x} cy=${y} r="4.4"></circle>` : nothing}
    ${on.picked === number ? svg`<circle class="picked" cx=${x} cy=${y} r="4.6"></circle>` : nothing}`;
}

/** @param {string} word @param {number} row @param {number} column @param {OnCard} on */
function cell(word, row, column, on) {
  if (word === '.') return nothing;
  const [x, y] = [(column + 0.5) * SIZE, (row + 0.5) * SIZE];
  const kind = kindOf(word);
  const number = kind === 'numbered' ? Number(word) : 0;
  const look = `card-square ${kind} ${on.open.has(number) ? 'open' : ''}`;
  return svg`<g class=${look} data-card-square=${word} @click=${() => kind === 'numbered' && on.tap && on.tap(number)}>
    <rect x=${x - 4.8} y=${y - 4.8} width="9.6" height="9.6" rx="1.4"></rect>
    ${kind === 'numbered' ? onSquare(number, x, y, on) : nothing}</g>`;
}

/** The name of a destination over its cells. @param {string[][]} rows @param {string} word @param {string} name */
function end(rows, word, name) {
  const row = rows.findIndex((one) => one.includes(word));
  if (row < 0) return nothing;
  const middle = (rows[row].indexOf(word) + rows[row].lastIndexOf(word) + 1) / 2;
  return svg`<text class="card-end" x=${middle * SIZE} y=${(row + 0.5) * SIZE + 1.4}>${name}</text>`;
}

/** @param {string[][]} rows @param {OnCard} on */
export function card(rows, on) {
  const columns = Math.max(1, ...rows.map((row) => row.length));
  return html`<svg class=${`card-grid ${whoClass(on.mark)}`} viewBox=${`0 0 ${columns * SIZE} ${rows.length * SIZE}`} role="img" aria-label=${on.label}>
    ${rows.map((row, i) => row.map((word, j) => cell(word, i, j, on)))} ${end(rows, 'M', t('close-encounters.place.ship'))} ${end(rows, 'T', t('close-encounters.place.tower'))}
  </svg>`;
}
