/** The rings as a drawing: with a followed board every space in its place, without one only the ring E.T. is in. */
import { html, nothing, svg } from '../../vendor/lit.js';
import { t } from '../../i18n/t.js';
import { ringsOf, stateOf } from './read.js';
import { figure, signAt } from './signs.js';

/** @typedef {import('../../core/api').TableView} TableView */
/** @typedef {import('../index.js').Hands} Hands */
/** @typedef {{kind: string, chips: string, arrow: string}} Printed */

/** Outer radius of each ring from the outermost, the last one the Landing Site's. */
const EDGES = [106, 82, 60, 42, 26];
const PIECES = 8;
const TURN = 2 * Math.PI;

/** A point so far round a ring; counter-clockwise from the top, as E.T. goes. @param {number} part @param {number} radius @returns {[number, number]} */
const at = (part, radius) => [radius * Math.cos(Math.PI / 2 + part * TURN), -radius * Math.sin(Math.PI / 2 + part * TURN)];

/** A piece of a ring. @param {number} from @param {number} to @param {number} outer @param {number} inner */
function piece(from, to, outer, inner) {
  const big = to - from > 0.5 ? 1 : 0;
  const [a, b, c, d] = [at(from, outer), at(to, outer), at(to, inner), at(from, inner)].map((point) => point.map((n) => n.toFixed(2)).join(' '));
  return `M${a}A${outer} ${outer} 0 ${big} 0 ${b}L${c}A${inner} ${inner} 0 ${big} 1 ${d}z`;
}

/** A space as the board file writes it. @param {string} text @returns {Printed} */
export function printed(text) {
  const [kind, ...rest] = text.split(' ');
  if (text === 'hide roll') return { kind: 'hide-roll', chips: '', arrow: '' };
  const arrow = kind.startsWith('arrow') ? rest.shift() || '' : '';
  return { kind, chips: rest[0] && rest[0] !== '?' ? rest[0] : '', arrow };
}

/** @param {TableView} table @param {Hands | null} hands */
function targets(table, hands) {
  const task = table.awaits.find((one) => one.kind === 'fly');
  const spaces = task && /** @type {Array<{to: number}> | null} */ (task.domain.spaces);
  return task && spaces ? { open: new Set(spaces.map((one) => one.to)), fly: hands && ((/** @type {number} */ to) => hands.act(task, { type: 'fly', to })) } : { open: new Set(), fly: null };
}

/** @param {TableView} table @param {number} ring @param {Hands | null} hands */
function spaces(table, ring, hands) {
  const state = stateOf(table);
  const row = ringsOf(table)[ring - 1] || [];
  const here = state.ring === ring;
  const { open, fly } = targets(table, hands);
  const ahead = new Set(here ? state.ahead.map((/** @type {{space: number}} */ one) => one.space) : []);
  const [outer, inner] = [EDGES[ring - 1], EDGES[ring]];
  return row.map((text, i) => {
    const space = printed(text);
    const [x, y] = at((i + 0.5) / row.length, (outer + inner) / 2);
    const goes = here && open.has(i + 1);
    const look = `et-space ${goes ? 'open' : ''} ${ahead.has(i + 1) && !open.size ? 'ahead' : ''} ${here && state.space === i + 1 ? 'here' : ''}`;
    return svg`<g class=${look} data-space=${`${ring}-${i + 1}`} @click=${() => goes && fly && fly(i + 1)}>
      <path d=${piece(i / row.length, (i + 1) / row.length, outer, inner)}></path>
      ${signAt(space.kind, x, space.chips ? y - 2.5 : y, (outer - inner) * 0.46)}
      ${space.chips ? svg`<text x=${x} y=${y + 8.5}>${space.chips}</text>` : nothing}</g>`;
  });
}

/** The transmitter in the middle: eight parts, those in place lit. @param {number} pieces */
const transmitter = (pieces) =>
  Array.from({ length: PIECES }, (_, i) => svg`<path class=${`et-part ${i < pieces ? 'lit' : ''}`} d=${piece(i / PIECES, (i + 1) / PIECES, EDGES[4] - 2, 9)}></path>`);

/** @param {TableView} table @param {Hands | null} hands */
export function rings(table, hands) {
  const state = stateOf(table);
  const numbers = state.phase === 'over' ? 0 : state.ring;
  const row = ringsOf(table)[state.ring - 1] || [];
  const part = state.followed && row.length ? (state.space - 0.5) / row.length : 0.5;
  const [x, y] = state.phase === 'over' ? [0, 0] : at(part, (EDGES[state.ring - 1] + EDGES[state.ring]) / 2);
  return html`<svg class="et-rings" viewBox="-112 -112 224 224" role="img" aria-label=${t('et-board.where', { ring: numbers, parts: state.transmitter })}>
    ${[1, 2, 3, 4].map((ring) => svg`<circle class=${`et-ring ${ring === numbers ? 'here' : ''} ${ring === 4 && state.transmitter < PIECES ? 'closed' : ''}`} r=${EDGES[ring - 1]}></circle>`)}
    <circle class="et-landing" r=${EDGES[4]}></circle>
    ${state.followed ? [1, 2, 3, 4].map((ring) => spaces(table, ring, hands)) : nothing}
    ${transmitter(state.transmitter)}<text class="et-parts" y="5">${state.transmitter}</text>
    ${figure(x, y + 8, state.worn)}
  </svg>`;
}
