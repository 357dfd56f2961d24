import { html, nothing, repeat } from '../vendor/lit.js';
import { t } from '../i18n/t.js';
import { icon } from './icons.js';
import { markOf } from './mark.js';
import { eventWords, sourceWords } from './words.js';

/**
 * @typedef {import('../core/api').EventView} EventView
 * @typedef {import('../core/api').SeatView} SeatView
 * @typedef {{undo: (event: EventView) => void, change: ((event: EventView) => void) | null} | null} EventHands
 */

/** @param {number} points */
const pointWords = (points) => (points > 0 ? t('score.gain', { n: points }) : points < 0 ? t('score.loss', { n: -points }) : '');

/** One event: who, what, points, source, and what may be done about it. @param {EventView} event @param {SeatView[]} seats @param {EventHands} hands */
export function eventLine(event, seats, hands) {
  const seat = seats.find((one) => one.seat === event.seat);
  const name = seat ? seat.name : '';
  return html`<li class=${event.undone ? 'event-line undone' : 'event-line'} data-seq=${event.seq}>
    ${seat ? markOf(seat.mark) : nothing}
    <p class="event-words">
      ${seat ? html`<b translate="no">${seat.name}</b>` : nothing} ${eventWords(event)}
      <span class="event-source">${sourceWords(event.source)}${event.ruling ? html` · ${t('event.ruling')}` : nothing}${event.undone ? html` · ${t('event.undone')}` : nothing}</span>
    </p>
    <span class="event-points">${pointWords(event.points)}</span>
    ${hands && hands.change && !event.undone && (event.disputable || event.undoable)
      ? html`<button class="button quiet icon" data-change-event aria-label=${t('event.change.label', { name, what: eventWords(event) })} @click=${() => hands.change && hands.change(event)}>${icon('pen')}</button>`
      : nothing}
    ${hands && event.undoable && !event.undone
      ? html`<button class="button quiet icon" data-undo-event aria-label=${t('event.undo.label', { name, what: eventWords(event) })} @click=${() => hands.undo(event)}>${icon('undo')}</button>`
      : nothing}
  </li>`;
}

/** The newest events, newest first. @param {EventView[]} events @param {SeatView[]} seats @param {EventHands} hands @param {number} [most] */
export function eventList(events, seats, hands, most = 3) {
  const newest = [...events].sort((a, b) => b.seq - a.seq).slice(0, most);
  if (!newest.length) return html`<p class="soft event-line">${t('event.none')}</p>`;
  return html`<ol class="events" aria-label=${t('event.list')}>
    ${repeat(newest, (event) => event.seq, (event) => eventLine(event, seats, hands))}
  </ol>`;
}
