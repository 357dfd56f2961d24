/** Lift Off on the game page. Pure functions of one table; what is chosen between two taps is `hands.picked`. */
import { html, nothing } from '../../vendor/lit.js';
import { awaiting } from '../../core/prompt.js';
import { t } from '../../i18n/t.js';
import { icon } from '../../ui/icons.js';
import { asking } from './asked.js';
import { planet } from './planet.js';
import { domainOf, questions, stateOf } from './read.js';
import { cardSheet, pointSheet, savedSheet } from './sheets.js';
import { dayTrack, tilePanel } from './tiles.js';
import './correct.js';

/** @typedef {import('../../core/api').TableView} TableView */
/** @typedef {import('../index.js').Hands} Hands */

export const section = 'lift-off.section';
export const featured = ['liftoff.variant', 'liftoff.set_up', 'liftoff.detail'];

/** @type {Record<string, import('../index.js').Sheet>} */
export const sheets = {
  correct: { title: 'correct.title', button: 'correct.button', icon: 'pen', after: true, body: (table) => html`<lift-off-correct .table=${table}></lift-off-correct>` },
  point: { title: 'lift-off.point.title', body: (table, _event, hands) => pointSheet(table, hands) },
  card: { title: 'lift-off.card.title', body: (table, _event, hands) => cardSheet(table, hands) },
  saved: { title: 'lift-off.saved.title', body: (table, _event, hands) => savedSheet(table, hands) },
};

/** @param {TableView} table @param {import('../../core/store.js').Store | null} _store @param {Hands | null} hands */
export function picture(table, _store, hands) {
  return html`<div class="lo-picture">${dayTrack(table)} ${planet(table, hands)} ${['p1', 'p2', 'p3', 'p4'].map((name) => tilePanel(table, name, hands))}</div>`;
}

/** A sheet begins with nothing chosen. @param {Hands} hands @param {string} sheet */
function open(hands, sheet) {
  hands.pick(null);
  hands.open(sheet);
}

/** @param {TableView} table @param {Hands} hands */
export function controls(table, hands) {
  const end = awaiting(table, 'end-turn');
  if (!end || table.questions.length) return nothing;
  const { picked } = hands;
  if (picked && (picked.was || picked.card)) {
    return html`<p class="lo-where">${t(picked.was ? 'lift-off.pick.now' : 'lift-off.pick.was')}</p><button class="button tall" data-let-go @click=${() => hands.pick(null)}>${icon('close')}${t('lift-off.pick.cancel')}</button>`;
  }
  return html`<button class="button main" data-end-turn @click=${() => hands.act(end, { type: 'end-turn' })}>${icon('turn')}${t('lift-off.end-turn')}</button>
    ${awaiting(table, 'card') ? html`<button class="button tall" data-card-sheet @click=${() => open(hands, 'card')}>${icon('bump')}${t('lift-off.card.button')}</button>` : nothing}
    ${awaiting(table, 'saved') ? html`<button class="button tall" data-saved-sheet @click=${() => open(hands, 'saved')}>${icon('lift')}${t('lift-off.saved.button')}</button>` : nothing}`;
}

/** What the game asks for, as large buttons in the place of the log. @param {TableView} table @param {Hands | null} hands */
export const asked = (table, hands) => (table.phase === 'playing' ? asking(table, hands) : null);

/** @param {string} code @param {import('../../core/api').AwaitView | null} task @param {Record<string, any>} params @param {number | null} seat */
const say = (code, task, params, seat) => ({ code: `prompt.lift-off.${code}`, task, params, seat });

/** @param {TableView} table @returns {import('../../core/prompt.js').Prompt | null} */
export function prompt(table) {
  if (table.phase === 'over') {
    const winners = table.outcome ? table.outcome.ranking[0] || [] : [];
    const params = { reason: table.outcome ? table.outcome.reason : '', shared: winners.length > 1 ? 'yes' : 'no' };
    return say('over', null, params, winners.length === 1 ? winners[0] : null);
  }
  const task = questions(table)[0];
  if (task) {
    const code = task.kind === 'roll' ? `roll.${domainOf(task).die}` : task.kind === 'tile' ? `tile.${domainOf(task).why}` : task.kind;
    return say(code, task, domainOf(task), task.seat);
  }
  if (table.phase !== 'playing') return null;
  const moves = stateOf(table).detail === 'tracker' ? -1 : stateOf(table).moves;
  return say('turn', awaiting(table, 'end-turn'), { moves }, stateOf(table).turn);
}
