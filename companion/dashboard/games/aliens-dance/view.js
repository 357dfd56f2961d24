/** The Alien's Dance on the game page: the ship with the rolled ring lit, what this turn has brought, and the aliens beside the ship. */
import { html, nothing, svg } from '../../vendor/lit.js';
import { awaiting, tasks } from '../../core/prompt.js';
import { t } from '../../i18n/t.js';
import { icon } from '../../ui/icons.js';
import { alienFigure } from '../../ui/ship-parts.js';
import { passButton, rollArea, section, sheets, shipPicture, spotArea } from '../ship-page.js';

/**
 * @typedef {import('../../core/api').TableView} TableView
 * @typedef {import('../index.js').Hands} Hands
 * @typedef {import('../../core/prompt.js').Prompt} Prompt
 */

export { section, sheets };

/**
 * What this page reads of the game's view.
 * @typedef {{pouch: number, out: number, hand: Array<[number, number]>, area: [number, number] | null, ring: number | null, roll: number | null, turn_points: number, target: number}} Dance
 */

/** @param {TableView} table */
const danceOf = (table) => /** @type {Dance} */ (/** @type {unknown} */ (table.state));

/** Small aliens in a row. @param {number} count */
const row = (count) => html`<svg class="dance-row" viewBox=${`0 0 ${Math.max(1, count) * 20} 38`} aria-hidden="true">
  ${Array.from({ length: count }, (_, i) => svg`<g class="ship-alien" transform="translate(${i * 20 + 10} 34)">${alienFigure(5)}</g>`)}</svg>`;

/** A number with its sign. @param {number} points */
const signed = (points) => (points > 0 ? `+${points}` : String(points).replace('-', '−'));

/** What lies beside the ship, and what this turn has brought. @param {TableView} table */
function beside(table) {
  const { pouch, out, hand, turn_points: points, target, roll } = danceOf(table);
  const turn = typeof roll === 'number' && table.phase === 'playing';
  return html`<ul class="dance-beside" aria-label=${t('dance.beside')}>
    ${turn ? html`<li data-turn-points=${points}><b>${signed(points)}</b><span>${t('dance.turn')}</span></li>` : html`<li><span>${t('dance.target', { n: target })}</span></li>`}
    ${pouch || !hand.length ? html`<li data-reserve=${pouch}>${pouch ? row(pouch) : nothing}<span>${t('dance.reserve', { n: pouch })}</span></li>` : nothing}
    ${hand.length ? html`<li data-hand=${hand.length}>${row(hand.length)}<span>${t('dance.hand')}</span></li>` : nothing}
    ${out ? html`<li class="soft" data-out=${out}><span>${t('dance.out', { n: out })}</span></li>` : nothing}
  </ul>`;
}

/** @param {TableView} table @param {import('../../core/store.js').Store | null} live @param {Hands | null} hands */
export function picture(table, live, hands) {
  return html`<div class="dance">${shipPicture(table, live, hands, { plain: true, lit: danceOf(table).ring })}${beside(table)}</div>`;
}

/** @param {string} code @param {import('../../core/api').AwaitView} task @param {number | null} sector @returns {Prompt} */
const say = (code, task, sector) => ({ code: `prompt.aliens-dance.${code}`, params: { sector }, task, seat: task.seat });

/** The large words of a turn; null: those all games share. @param {TableView} table @returns {Prompt | null} */
export function prompt(table) {
  if (table.phase !== 'playing') return null;
  const open = tasks(table);
  const { area, hand } = danceOf(table);
  const sector = area ? area[1] : null;
  const place = open.find((one) => one.kind === 'place');
  if (place) return say(hand.length ? (area ? 'put-there' : 'put') : area ? 'more' : 'place', place, sector);
  const take = open.find((one) => one.kind === 'remove');
  if (take) return say(area ? 'take-more' : 'take', take, sector);
  const end = open.find((one) => one.kind === 'end-turn');
  return end ? say('end', end, sector) : null;
}

/** @param {TableView} table @param {Hands} hands */
function endButton(table, hands) {
  const end = awaiting(table, 'end-turn');
  return end ? html`<button class="button main" data-end-turn @click=${() => hands.act(end, { type: 'end-turn' })}>${icon('pass')}${t('dance.end')}</button>` : nothing;
}

/** The hands' part of the action bar. A turn that can end is ended by its button, or by the next player's die. @param {TableView} table @param {Hands} hands */
export function controls(table, hands) {
  if (!table.game || table.questions.length || table.phase !== 'playing') return nothing;
  const rolls = awaiting(table, 'end-turn') ? nothing : rollArea(table, hands);
  return html`${rolls} ${spotArea(table, hands, true)} ${endButton(table, hands)} ${passButton(table, hands, 'dance.full')}`;
}
