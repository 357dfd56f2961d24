import { html, nothing } from '../vendor/lit.js';
import { clockTime, t } from '../i18n/t.js';

/** @typedef {import('../core/store.js').Known} Known */

/** The small state in the top bar. @param {Known} known */
export function connectionSign(known) {
  return html`<p class="connection" data-state=${known.connection}><i aria-hidden="true"></i>${t(`connection.${known.connection}`)}</p>`;
}

/** The banner that says since when the numbers are old; nothing while all is well. @param {Known} known */
export function connectionBanner(known) {
  if (known.outdated) {
    return html`<p class="lost-banner paper">${t('connection.outdated')}<button class="button yes" @click=${() => location.reload()}>${t('connection.reload')}</button></p>`;
  }
  const lost = known.connection === 'reconnecting' || known.connection === 'offline' || known.connection === 'stale';
  if (!lost || !known.table) return nothing;
  const key = known.connection === 'stale' ? 'connection.banner.stale' : 'connection.banner.lost';
  return html`<p class="lost-banner paper">${t(key, { time: clockTime(known.sinceMs) })}</p>`;
}

/** True while the numbers on the page may be old. @param {Known} known */
export const isOld = (known) => known.connection !== 'live' && known.table !== null;
