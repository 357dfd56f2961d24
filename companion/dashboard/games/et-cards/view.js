/** The E.T. card game on the game page. Pure functions of one table; the first of the two cards told is `hands.picked`. */
import { html, nothing } from '../../vendor/lit.js';
import { awaiting } from '../../core/prompt.js';
import { t } from '../../i18n/t.js';
import { icon } from '../../ui/icons.js';
import { markOf, whoClass } from '../../ui/mark.js';
import { ADVENTURES, KINDS, card, nameOf, signOf } from './cards.js';
import { stateOf } from './read.js';
import './correct.js';

/** @typedef {import('../../core/api').TableView} TableView */
/** @typedef {import('../../core/api').AwaitView} AwaitView */
/** @typedef {import('../index.js').Hands} Hands */

export const section = 'et-cards.section';

/** @type {Record<string, import('../index.js').Sheet>} */
export const sheets = {
  correct: { title: 'correct.title', button: 'correct.button', icon: 'pen', body: (table) => html`<et-cards-correct .table=${table}></et-cards-correct>` },
};

/** One player's lay-out. @param {TableView} table @param {import('../../core/api').SeatView} seat */
function layOut(table, seat) {
  const { laid } = stateOf(table).seats[seat.seat];
  const extra = laid.filter((/** @type {string} */ kind) => !ADVENTURES.includes(kind));
  return html`<section class=${`ec-row ${whoClass(seat.mark)} ${seat.turn ? 'turn' : ''}`} aria-label=${t('et-cards.layout', { name: seat.name })}>
    <h2>${markOf(seat.mark)}<span translate="no">${seat.name}</span></h2>
    <ul>${ADVENTURES.map((kind) => card(kind, laid.includes(kind)))}${extra.map((/** @type {string} */ kind) => card(kind, true))}</ul></section>`;
}

/** @param {TableView} table */
function lastTurn(table) {
  const { last } = stateOf(table);
  if (!last) return nothing;
  const how = last.right === null ? 'seen' : last.right ? 'right' : 'wrong';
  const name = (table.seats.find((seat) => seat.seat === last.seat) || { name: '' }).name;
  return html`<p role="status">${t('et-cards.last', { name, how, kept: last.kept.length, cancelled: last.cancelled ? 'yes' : 'no' })}</p>`;
}

/** @param {TableView} table */
export function picture(table) {
  const state = stateOf(table);
  return html`<div class="ec-picture" data-players=${table.seats.length}>
    ${table.seats.map((seat) => layOut(table, seat))}
    <div class="ec-piles"><span class="ec-pile" data-draw=${state.draw}>${t('et-cards.draw', { n: state.draw })}</span><span class="ec-pile" data-discard=${state.discard}>${t('et-cards.discard', { n: state.discard })}</span>${lastTurn(table)}</div>
  </div>`;
}

/** Two kinds, one tap each; the first stays lit. @param {AwaitView} task @param {Hands | null} hands */
function announce(task, hands) {
  const pairs = /** @type {Array<[string, string]>} */ (task.domain.pairs);
  const picked = hands && hands.picked;
  const allowed = (/** @type {string} */ kind) => pairs.some((pair) => pair.includes(kind) && (!picked || (picked === kind ? pair[0] === pair[1] : pair.includes(picked))));
  const tap = (/** @type {string} */ kind) => hands && (picked ? hands.act(task, { type: 'announce', cards: [picked, kind] }) : hands.pick(kind));
  return html`${KINDS.map((kind) => html`<button class="button ec-choice" data-card-told=${kind} aria-pressed=${picked === kind ? 'true' : 'false'} ?disabled=${!hands || !allowed(kind)} @click=${() => tap(kind)}>${signOf(kind)}<span>${nameOf(kind)}</span></button>`)}
    ${picked && hands ? html`<button class="button ec-wide" data-let-go @click=${() => hands.pick(null)}>${icon('close')}${t('et-cards.let-go')}</button>` : nothing}`;
}

/** One tap for the guess and what is kept. @param {AwaitView} task @param {Hands | null} hands */
function guess(task, hands) {
  const keeps = /** @type {string[][]} */ (task.domain.keeps);
  const act = (/** @type {Record<string, any>} */ action) => hands && hands.act(task, { type: 'guess', ...action });
  return html`${keeps.map((keep) => html`<button class=${`button ec-wide ${keep.length && !keep.includes('gevaar') ? 'main' : 'tall'}`} ?disabled=${!hands} data-keep=${keep.join(' ') || 'nothing'} @click=${() => act({ right: true, keep })}>
      ${icon('check')}<span>${t('et-cards.right', { n: keep.length })} ${keep.map((kind, i) => html`${i ? ' + ' : ''}<b>${t(`et-cards.card.${kind}`)}</b>`)}</span></button>`)}
    ${task.domain.wrong ? html`<button class="button tall ec-wide" ?disabled=${!hands} data-wrong @click=${() => act({ right: false })}>${icon('close')}${t('et-cards.wrong')}</button>` : nothing}`;
}

/** @param {AwaitView} task @param {TableView} table @param {Hands | null} hands */
const first = (task, table, hands) =>
  table.seats.filter((seat) => seat.present).map((seat) => html`<button class="button tall ec-choice" ?disabled=${!hands} data-answer=${seat.seat} @click=${() => hands && hands.act(task, { type: 'first', seat: seat.seat })}>${markOf(seat.mark)}<span translate="no">${seat.name}</span></button>`);

/** @param {TableView} table */
const questionOf = (table) => awaiting(table, 'first') || awaiting(table, 'announce') || awaiting(table, 'guess');

/** What the game asks for, as large buttons in the place of the log. @param {TableView} table @param {Hands | null} hands */
export function asked(table, hands) {
  const task = table.phase === 'playing' ? questionOf(table) : null;
  if (!task) return null;
  const buttons = task.kind === 'first' ? first(task, table, hands) : task.kind === 'announce' ? announce(task, hands) : guess(task, hands);
  return html`<div class="ec-asked" data-asked=${task.kind} role="group" aria-label=${t('et-cards.asked')}>${buttons}</div>`;
}

/** @param {TableView} table @param {Hands} hands */
export function controls(table, hands) {
  const peek = awaiting(table, 'peek');
  return peek && !table.questions.length ? html`<button class="button tall" data-peek @click=${() => hands.act(peek, { type: 'peek' })}>${t('et-cards.peek')}</button>` : nothing;
}

/** @param {TableView} table @returns {import('../../core/prompt.js').Prompt | null} */
export function prompt(table) {
  if (table.phase === 'over') {
    const [winner] = (table.outcome && table.outcome.ranking[0]) || [null];
    return { code: 'prompt.et-cards.over', task: null, params: {}, seat: winner };
  }
  const task = questionOf(table);
  if (!task) return null;
  const [one, other] = /** @type {string[]} */ (task.domain.cards || ['', '']);
  return { code: `prompt.et-cards.${task.kind}`, task, params: { one, other }, seat: task.seat };
}
