/** Balancing Aliens on the game page: the picture of the ship, and what a hand can do below it. Pure functions of one table. */
import { html, nothing } from '../../vendor/lit.js';
import { t } from '../../i18n/t.js';
import { dieFace } from '../../ui/die.js';
import { icon } from '../../ui/icons.js';
import { passButton, rollArea, section, sheets, shipPicture, spotArea } from '../ship-page.js';

/**
 * @typedef {import('../../core/api').TableView} TableView
 * @typedef {import('../index.js').Hands} Hands
 */

export { section, sheets, shipPicture as picture };

/** @param {Hands} hands */
const followButtons = (hands) => html`<button class="button main" data-press="six" @click=${() => hands.press('six')}><span class="pick-die">${dieFace(6)}</span>${t('press.six')}</button>
  <button class="button main" data-press="pass" @click=${() => hands.press('pass')}>${icon('pass')}${t('press.pass')}</button>`;

/** The hands' part of the action bar. @param {TableView} table @param {Hands} hands */
export function controls(table, hands) {
  if (!table.game || table.questions.length || table.phase !== 'playing') return nothing;
  const follow = table.game.mode === 'follow' && table.state.phase !== 'start';
  return html`${follow ? followButtons(hands) : rollArea(table, hands)} ${spotArea(table, hands)} ${passButton(table, hands, 'press.full')}`;
}
