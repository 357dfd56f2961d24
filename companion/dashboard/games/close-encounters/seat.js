/** What a player of Close Encounters sees on the own phone: whose turn it is, what has sprung, and the own marking card. */
import { html, nothing } from '../../vendor/lit.js';
import { t } from '../../i18n/t.js';
import { icon } from '../../ui/icons.js';
import { card } from './card.js';
import { rowsOf, stateOf } from './read.js';

/**
 * @typedef {import('../../core/api').TableView} TableView
 * @typedef {import('../../core/api').AwaitView} AwaitView
 * @typedef {import('../index.js').SeatHands} SeatHands
 */

const CHIPS = 5;

/** The squares an await offers. @param {AwaitView | null} task @returns {number[]} */
const squaresOf = (task) => (task ? /** @type {number[]} */ (task.domain.squares) : []);

/** @param {TableView} table @param {string} kind @param {number} seat @returns {AwaitView | null} */
const mine = (table, kind, seat) => table.awaits.find((one) => one.kind === kind && one.seat === seat) || null;

/** What a trap that has just sprung means to this player; null: nothing sprang, or it concerns others. @param {TableView} table @param {number} seat @returns {{code: string, params: Record<string, any>} | null} */
function sprung(table, seat) {
  const trap = stateOf(table).trapped;
  if (!trap) return null;
  const name = trap.seat === null ? '' : table.seats[trap.seat].name;
  if (trap.by.includes(seat)) return { code: 'seat.sprung', params: { square: trap.square, name } };
  return trap.seat === seat ? { code: 'seat.trapped', params: { square: trap.square } } : null;
}

/** The one thing to say in large letters, and whether it is for this player. @param {TableView} table @param {number} seat */
function headline(table, seat) {
  const me = stateOf(table).seats[seat];
  if (table.outcome) return { mine: true, code: (table.outcome.ranking[0] || []).includes(seat) ? 'seat.won' : 'seat.lost-game', params: {} };
  if (me.marks === 'paper') return { mine: true, code: 'seat.paper', params: {} };
  if (me.owed) return { mine: true, code: table.phase === 'playing' && stateOf(table).phase === 'start' ? 'seat.circle-first' : 'seat.circle-again', params: { n: me.owed } };
  if (stateOf(table).phase === 'start') return { mine: false, code: 'seat.start', params: {} };
  if (stateOf(table).turn === seat) return { mine: true, code: 'seat.your-turn', params: {} };
  return { mine: false, code: 'seat.their-turn', params: { name: (table.seats[stateOf(table).turn] || { name: '' }).name } };
}

/** @param {TableView} table @param {number} seat */
function words(table, seat) {
  const head = headline(table, seat);
  const trap = sprung(table, seat);
  const free = stateOf(table).seats[seat].free;
  return html`${trap ? html`<p class="paper seat-sprung" role="status" data-sprung>${icon('bell')}<b>${t(trap.code, trap.params)}</b></p>` : nothing}
    <p class=${`seat-prompt ${head.mine ? 'mine' : ''}`} data-prompt=${head.code} role="status">${t(head.code, head.params)}</p>
    ${free ? html`<p class="seat-free">${t('seat.free', { n: free })}</p>` : nothing}`;
}

/** @param {number} score */
const notes = (score) => html`<p class="seat-notes" role="img" aria-label=${t('seat.notes', { n: score })}>${Array.from({ length: CHIPS }, (_, i) => html`<i class=${i < score ? 'sounded' : ''}></i>`)}</p>`;

/** For those who would rather choose a number than aim. @param {AwaitView} task @param {SeatHands} hands */
function chooser(task, hands) {
  return html`<label class="seat-choose">${t('seat.square')}
    <select class="input" data-choose .value=${String(hands.picked || '')} @change=${(/** @type {any} */ event) => hands.pick(Number(event.target.value) || null)}>
      <option value="">${t('seat.nothing')}</option>${squaresOf(task).map((square) => html`<option value=${square} ?selected=${square === hands.picked}>${square}</option>`)}</select></label>`;
}

/** What can be done with the square that is picked. @param {TableView} table @param {number} seat @param {SeatHands} hands */
function doing(table, seat, hands) {
  const circle = mine(table, 'circle', seat);
  const erase = mine(table, 'erase', seat);
  const { picked } = hands;
  const may = circle && squaresOf(circle).includes(picked);
  const rub = erase && squaresOf(erase).includes(picked);
  const back = takeBack(table, seat, hands);
  if (!circle && !rub && back === nothing) return nothing;
  return html`<section class="seat-do" aria-label=${t('seat.do')}>
    ${circle ? chooser(circle, hands) : nothing}
    ${may ? html`<button class="button main" data-circle=${picked} @click=${() => hands.act(circle, { type: 'circle', seat, square: picked })}>${t('seat.circle', { square: picked })}</button>` : nothing}
    ${rub ? html`<button class="button main" data-erase=${picked} @click=${() => hands.act(erase, { type: 'erase', seat, square: picked })}>${t('seat.erase', { square: picked })}</button>` : nothing}
    ${!may && !rub && circle ? html`<p class="soft">${t('seat.tap')}</p>` : nothing}
    ${back}
  </section>`;
}

/** @param {TableView} table @param {number} seat @param {SeatHands} hands */
function takeBack(table, seat, hands) {
  const last = table.undo;
  if (!last || last.code !== 'circle' || last.params.seat !== seat || table.phase === 'over') return nothing;
  return html`<button class="button tall" data-take-back @click=${() => hands.undo(last.seq)}>${icon('undo')}${t('seat.take-back')}</button>`;
}

/** @param {TableView} table @param {number} seat @param {SeatHands} hands */
function ownCard(table, seat, hands) {
  const { circles, dead } = stateOf(table).mine;
  const circle = mine(table, 'circle', seat);
  const erase = mine(table, 'erase', seat);
  const open = new Set(squaresOf(circle));
  const rub = new Set(squaresOf(erase));
  /** @type {Map<number, number>} */
  const chips = new Map(stateOf(table).chips.map((/** @type {[number, number]} */ [square, owner]) => [square, table.seats[owner].mark]));
  const label = t('seat.card', { circles: circles.length ? circles.join(', ') : t('seat.nothing') });
  const tap = (/** @type {number} */ square) => (open.has(square) || rub.has(square) ? hands.pick(square) : undefined);
  return card(rowsOf(table), { circles, dead, chips, open, picked: open.has(hands.picked) || rub.has(hands.picked) ? hands.picked : null, mark: table.seats[seat].mark, label, tap });
}

/** @param {TableView} table @param {number} seat @param {SeatHands} hands */
export function seatView(table, seat, hands) {
  const me = stateOf(table).seats[seat];
  const marks = mine(table, 'marks', seat);
  if (me.marks === 'paper') {
    return html`${words(table, seat)} ${notes(me.score)}
      ${marks ? html`<button class="button main" data-on-phone @click=${() => hands.act(marks, { type: 'marks', seat, on: 'phone' })}>${t('seat.on-phone')}</button>` : nothing}`;
  }
  return html`${words(table, seat)} ${notes(me.score)} ${ownCard(table, seat, hands)} ${doing(table, seat, hands)}`;
}
