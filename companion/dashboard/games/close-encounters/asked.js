/** What is tapped while a piece moves: the next square on a pad that is laid out as on the board, and who has sprung a trap on paper. */
import { html, nothing } from '../../vendor/lit.js';
import { awaiting } from '../../core/prompt.js';
import { t } from '../../i18n/t.js';
import { icon } from '../../ui/icons.js';
import { markOf } from '../../ui/mark.js';
import { cellsOf, keyOf, namesOf, nearest, placeName, rowsOf, stateOf } from './read.js';
import { signOf } from './signs.js';

/**
 * @typedef {import('../../core/api').TableView} TableView
 * @typedef {import('../../core/api').AwaitView} AwaitView
 * @typedef {import('../index.js').Hands} Hands
 * @typedef {import('./read.js').Place} Place
 * @typedef {import('./read.js').Cell} Cell
 */

/** The lines of the pad: the rows and columns that something lies in, without the empty ones a jump leaves. @param {number[]} values */
const lines = (values) => [...new Set(values)].sort((a, b) => a - b);

/** Where each next square lies, as seen from the piece. @param {TableView} table @param {AwaitView} task @returns {{here: Cell, to: Array<{place: Place, cell: Cell}>}} */
export function around(table, task) {
  const cells = cellsOf(rowsOf(table));
  const own = cells.get(keyOf(stateOf(table).seats[task.seat || 0].at)) || [/** @type {Cell} */ ([1, 1])];
  const here = own[Math.floor((own.length - 1) / 2)];
  const to = /** @type {Place[]} */ (task.domain.to).map((place) => ({ place, cell: nearest(cells.get(keyOf(place)) || [here], here) }));
  return { here, to };
}

/** @param {Place} place */
const face = (place) => (typeof place === 'number' ? html`<b>${place}</b>` : typeof place === 'string' ? signOf(place) : html`<span class="ce-safe"></span>`);

/** @param {TableView} table @param {AwaitView} task @param {Hands | null} hands */
function pad(table, task, hands) {
  const { here, to } = around(table, task);
  const rows = lines([here[0], ...to.map(({ cell }) => cell[0])]);
  const columns = lines([here[1], ...to.map(({ cell }) => cell[1])]);
  const seat = table.seats.find((one) => one.seat === task.seat);
  const cellAt = (/** @type {number} */ row, /** @type {number} */ column) => {
    const next = to.find(({ cell }) => cell[0] === row && cell[1] === column);
    if (next) {
      return html`<button class="button ce-next" ?disabled=${!hands} data-step-to=${keyOf(next.place)} aria-label=${t('close-encounters.step', { place: placeName(next.place) })}
        @click=${() => hands && hands.act(task, { type: 'step', to: next.place })}>${face(next.place)}</button>`;
    }
    return html`<span class="ce-next">${row === here[0] && column === here[1] && seat ? markOf(seat.mark) : nothing}</span>`;
  };
  return html`<div class="ce-pad" role="group" aria-label=${t('close-encounters.pad')}>${rows.map((row) => html`<div class="ce-pad-row">${columns.map((column) => cellAt(row, column))}</div>`)}</div>`;
}

/** Who says "trapped!": where several can, a tap for each, then the button. @param {TableView} table @param {AwaitView} task @param {Hands} hands @param {boolean} moving the question can be put away again */
function callers(table, task, hands, moving) {
  const may = /** @type {number[]} */ (task.domain.seats);
  const by = /** @type {number[]} */ (may.length === 1 ? may : (hands.picked && hands.picked.by) || []);
  const toggled = (/** @type {number} */ seat) => (by.includes(seat) ? by.filter((one) => one !== seat) : [...by, seat].sort((a, b) => a - b));
  const seats = table.seats.filter((seat) => may.includes(seat.seat));
  const words = may.length === 1 ? t('close-encounters.trapped.by', { name: seats[0].name }) : t('close-encounters.trapped');
  return html`<div class="ce-callers" data-asked="trapped" role="group" aria-label=${t('close-encounters.who')}>
    ${may.length > 1 ? html`<h2>${t('close-encounters.who.square', { square: task.domain.square })}</h2><div class="ce-who">${seats.map((seat) => html`<button class="button tall" data-caller=${seat.seat} aria-pressed=${by.includes(seat.seat) ? 'true' : 'false'} @click=${() => hands.pick({ by: toggled(seat.seat) })}>${markOf(seat.mark)}<span translate="no">${seat.name}</span></button>`)}</div>` : nothing}
    <div class="row tight"><button class="button main" data-spring ?disabled=${!by.length} @click=${() => hands.act(task, { type: 'trapped', by })}>${icon('bump')}${words}</button>
      ${moving ? html`<button class="button tall" data-let-go @click=${() => hands.pick(null)}>${icon('close')}${t('close-encounters.no-trap')}</button>` : nothing}</div></div>`;
}

/** A trap that sprang: whose piece, where, who puts a chip there and circles anew. @param {TableView} table @param {{seat: number, square: number, by: number[]}} trap */
function sprung(table, trap) {
  const owners = table.seats.filter((seat) => trap.by.includes(seat.seat));
  return html`<div class="ce-news paper" role="status" data-news="trapped"><h2>${t('close-encounters.news.trapped', { name: namesOf(table, [trap.seat]), square: trap.square })}</h2>
    <p class="ce-owners">${owners.map((seat) => html`<span>${markOf(seat.mark)}<b translate="no">${seat.name}</b></span>`)}</p>
    <p>${t(table.phase === 'playing' ? 'close-encounters.news.circle' : 'close-encounters.news.chip')}</p></div>`;
}

/** @param {TableView} table @param {number} seat */
const landed = (table, seat) => html`<div class="ce-news" role="status" data-news="landed"><h2>${t('close-encounters.news.landed', { name: namesOf(table, [seat]), place: placeName(stateOf(table).seats[seat].at) })}</h2><p>${t('close-encounters.news.free')}</p></div>`;

/** @param {TableView} table @param {Hands | null} hands */
export function asking(table, hands) {
  const { trapped, landed: who } = stateOf(table);
  const trap = awaiting(table, 'trapped');
  const step = table.phase === 'playing' ? awaiting(table, 'step') : null;
  const calling = trap && hands && (!step || (hands.picked && hands.picked.by));
  if (step && !calling) {
    return html`<div class="ce-asked" data-asked="step"><p class="ce-left" data-left=${step.domain.left}><b>${step.domain.left}</b><span>${t('close-encounters.left', { n: step.domain.left })}</span></p>${pad(table, step, hands)}</div>`;
  }
  if (!calling && !trapped && who === null) return null;
  return html`<div class="ce-told">${trapped ? sprung(table, trapped) : nothing} ${who !== null && !trapped ? landed(table, who) : nothing} ${calling ? callers(table, trap, hands, Boolean(step)) : nothing}</div>`;
}
