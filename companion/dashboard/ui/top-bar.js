import { html, nothing } from '../vendor/lit.js';
import { shipOf } from '../core/board.js';
import { t } from '../i18n/t.js';
import { connectionSign } from './connection.js';
import { icon } from './icons.js';

/**
 * @typedef {object} Bar
 * @property {import('../core/store.js').Known} known
 * @property {import('../device/wakelock.js').WakeState} wake
 * @property {import('../device/audio.js').SoundState} sound
 * @property {() => void} toggleSound
 * @property {() => void} openMenu
 */

const brand = () => html`<svg viewBox="0 0 64 50" aria-hidden="true">
  <ellipse class="ship-rim" cx="32" cy="33" rx="30" ry="13"></ellipse><ellipse class="ship-band" cx="32" cy="29" rx="30" ry="13"></ellipse>
  <ellipse class="ship-line" cx="32" cy="29" rx="22" ry="9.5"></ellipse><path class="ship-boss" d="M20 28a12 17 0 0 1 24 0z"></path>
</svg>`;

/** The true state of the wake lock; quiet while it works. @param {import('../device/wakelock.js').WakeState} state */
const wakeBadge = (state) => html`<p class="tag wide-only" data-wake=${state}>${icon(state === 'active' ? 'awake' : 'asleep')}${t(`wake.${state}`)}</p>`;

/** @param {Bar} bar */
function soundButton(bar) {
  const on = bar.sound === 'on';
  return html`<button class="button quiet" aria-pressed=${on ? 'true' : 'false'} data-sound=${bar.sound} aria-label=${t(`sound.${bar.sound}`)} @click=${bar.toggleSound}>
    ${icon(on ? 'sound' : 'mute')}<span class="wide-only">${t(`sound.${bar.sound}`)}</span></button>`;
}

/** @param {Bar} bar */
export function topBar(bar) {
  const { known } = bar;
  return html`<header class="top-bar">
    <a class="brand" href="#/table" aria-label=${t('brand.home')}>${brand()}<span class="wide-only">${t('brand')}</span></a>
    ${connectionSign(known)}
    <span class="grow"></span>
    ${known.table && known.role === 'watch' && known.seat === null ? html`<p class="tag">${t('role.watch')}</p>` : nothing}
    ${known.table && known.table.game && !known.table.game.board.verified ? html`<p class="tag wide-only">${t(shipOf(known.table.game.board) ? 'board.unverified' : 'board.unverified-other')}</p>` : nothing}
    ${wakeBadge(bar.wake)} ${soundButton(bar)}
    <button class="button quiet" data-open="menu" aria-label=${t('menu.open')} @click=${bar.openMenu}>${icon('menu')}<span class="wide-only">${t('menu.button')}</span></button>
  </header>`;
}
