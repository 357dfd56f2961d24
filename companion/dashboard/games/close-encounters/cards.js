/** Where everybody's marking card is: on paper or on a phone, and how a phone joins. */
import { html, nothing } from '../../vendor/lit.js';
import { t } from '../../i18n/t.js';
import { markOf } from '../../ui/mark.js';
import '../../ui/seat-code.js';
import { stateOf } from './read.js';
import { signOf } from './signs.js';

/**
 * @typedef {import('../../core/api').TableView} TableView
 * @typedef {import('../index.js').Hands} Hands
 */

/** A card comes to a phone by the phone itself; back to paper also from here, for a phone that is gone. @param {TableView} table @param {any} seat @param {Hands} hands */
function row(table, seat, hands) {
  const task = table.awaits.find((one) => one.kind === 'marks' && one.seat === seat.seat && one.domain.on === 'paper');
  const view = table.seats.find((one) => one.seat === seat.seat);
  return html`<section class="menu-group ce-seat" data-card-of=${seat.seat}><h3 class="ce-line">${markOf(view ? view.mark : 0)} <span translate="no">${seat.name}</span></h3>
    <p class="ce-line">${signOf(seat.marks)} <span>${t(`close-encounters.marks.${seat.marks}`)}${seat.marks === 'phone' ? html` · ${t('close-encounters.circled', { n: seat.circled, owed: seat.owed + seat.free })}` : nothing}</span></p>
    ${view ? html`<seat-code .seat=${view} .game=${table.game ? table.game.number : 0}></seat-code>` : nothing}
    ${task ? html`<button class="button" data-to-paper @click=${() => hands.act(task, { type: 'marks', seat: seat.seat, on: 'paper' })}>${signOf('paper')}${t('close-encounters.to-paper')}</button>` : nothing}</section>`;
}

/** @param {TableView} table @param {Hands} hands */
export const cards = (table, hands) => html`<p class="soft">${t('close-encounters.cards.how')}</p><div class="ce-seats">${/** @type {any[]} */ (stateOf(table).seats).filter((seat) => seat.present).map((seat) => row(table, seat, hands))}</div>`;
