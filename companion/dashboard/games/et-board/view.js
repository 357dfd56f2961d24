/** E.T., the board game, on the game page. Pure functions of one table; a kind chosen before its number is `hands.picked`. */
import { html, nothing } from '../../vendor/lit.js';
import { awaiting } from '../../core/prompt.js';
import { t } from '../../i18n/t.js';
import { dieFace } from '../../ui/die.js';
import { markOf } from '../../ui/mark.js';
import { asking, questionOf } from './asked.js';
import { stateOf } from './read.js';
import { rings } from './rings.js';
import { signOf } from './signs.js';
import './correct.js';

/** @typedef {import('../../core/api').TableView} TableView */
/** @typedef {import('../index.js').Hands} Hands */

export const section = 'et-board.section';
export const featured = ['et.follow_board'];

/** @type {Record<string, import('../index.js').Sheet>} */
export const sheets = {
  correct: { title: 'correct.title', button: 'correct.button', icon: 'pen', body: (table) => html`<et-board-correct .table=${table}></et-board-correct>` },
};

/** What lies beside the board: costume cards by player and in the pile, the bank when it is empty, what happened last. @param {TableView} table */
function beside(table) {
  const state = stateOf(table);
  const mark = new Map(table.seats.map((seat) => [seat.seat, seat.mark]));
  const held = /** @type {Array<{seat: number, name: string, costumes: number}>} */ (state.seats);
  return html`<ul class="et-beside" aria-label=${t('et-board.beside')}>
    ${held.map((seat) => html`<li>${markOf(mark.get(seat.seat) || 0)}<span class="off-screen" translate="no">${seat.name}</span>${signOf('costume')}<b>${seat.costumes}</b></li>`)}
    <li>${signOf('costume')}${t('et-board.pile', { n: state.pile })}</li>
    ${state.bank < 0 ? html`<li>${t('et-board.bank', { n: -state.bank })}</li>` : nothing}
  </ul>`;
}

/** @param {TableView} table */
function news(table) {
  const all = /** @type {Array<{code: string, seat: number | null, chips: number}>} */ (stateOf(table).news);
  const name = (/** @type {number | null} */ seat) => (table.seats.find((one) => one.seat === seat) || { name: '' }).name;
  return html`<p class="et-news" role="status">${all.map((one) => html`<span>${t(`et-board.news.${one.code}`, { name: name(one.seat), chips: Math.abs(one.chips) })}</span> `)}</p>`;
}

/** @param {TableView} table @param {import('../../core/store.js').Store | null} _store @param {Hands | null} hands */
export const picture = (table, _store, hands) => html`<div class="drawn-board">${rings(table, hands)}${news(table)}${beside(table)}</div>`;

/** Number aloud and die, three buttons each; the costume where there is a card. @param {TableView} table @param {Hands} hands */
export function controls(table, hands) {
  const call = awaiting(table, 'call');
  const roll = awaiting(table, 'roll');
  const costume = awaiting(table, 'costume');
  if (!call || !roll || table.questions.length) return nothing;
  const die = table.devices.some((device) => device.kind === 'die' && device.state === 'ok') && !hands.rollByTap;
  return html`<div class="et-three" role="group" aria-label=${t('et-board.say')}>
      ${[1, 2, 3].map((value) => html`<button class="button et-say" aria-pressed=${stateOf(table).call === value ? 'true' : 'false'} data-call=${value} aria-label=${t('et-board.say.value', { n: value })} @click=${() => hands.act(call, { type: 'call', value })}>${value}</button>`)}</div>
    ${die
      ? html`<button class="button tall" @click=${hands.rollInstead}><span class="pick-die">${dieFace(3)}</span>${t('roll.instead')}</button>`
      : html`<div class="et-three" role="group" aria-label=${t('et-board.rolled')}>
      ${[1, 2, 3].map((value) => html`<button class="button et-die" aria-label=${t('roll.value', { n: value })} data-roll=${value} @click=${() => hands.act(roll, { type: 'roll', value })}>${dieFace(value)}</button>`)}</div>`}
    ${costume ? html`<button class="button tall" data-costume @click=${() => hands.act(costume, { type: 'costume' })}>${signOf('costume')}${t('et-board.dress')}</button>` : nothing}`;
}

/** What the game asks for, as large buttons in the place of the log. @param {TableView} table @param {Hands | null} hands */
export const asked = (table, hands) => (table.phase === 'playing' ? asking(table, hands) : null);

/** @param {string} code @param {import('../../core/api').AwaitView | null} task @param {Record<string, any>} params @param {number | null} seat */
const say = (code, task, params, seat) => ({ code: `prompt.et-board.${code}`, task, params, seat });

/** @param {TableView} table @returns {import('../../core/prompt.js').Prompt | null} */
export function prompt(table) {
  if (table.phase === 'over') {
    const winners = table.outcome ? table.outcome.ranking[0] || [] : [];
    return say('over', null, { shared: winners.length > 1 ? 'yes' : 'no' }, winners.length === 1 ? winners[0] : null);
  }
  const task = questionOf(table);
  if (task) {
    const holder = table.seats.find((seat) => seat.seat === task.domain.holder);
    return say(task.kind, task, { ...task.domain, holder: holder ? holder.name : '' }, task.seat);
  }
  const call = awaiting(table, 'call');
  if (!call) return null;
  return say(stateOf(table).call === null ? 'call' : 'called', call, { n: stateOf(table).call }, call.seat);
}
