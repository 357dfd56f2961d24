import { html, nothing } from '../vendor/lit.js';
import { t } from '../i18n/t.js';
import { icon } from './icons.js';
import { actionWords, faultWords, noticeWords } from './words.js';

/**
 * @typedef {import('../core/api').TableView} TableView
 * @typedef {{notice: (id: string, action: string) => void, manual: () => void, correct: () => void}} NoticeHands
 */

/** Devices that are not well, the ship first. @param {TableView} table */
export const troubled = (table) =>
  table.devices.filter((device) => device.state !== 'ok' && device.state !== 'searching').sort((a, b) => (a.kind === 'ship' ? -1 : 0) - (b.kind === 'ship' ? -1 : 0));

/** @param {TableView} table @param {NoticeHands | null} hands */
function faults(table, hands) {
  const manual = table.game === null || table.game.mode === 'manual';
  return troubled(table).map(
    (device) => html`<div class="notice paper" data-device=${device.device}>
      ${icon('plug')}
      <p>${faultWords(device)}</p>
      ${hands && device.kind === 'ship' && !manual && table.phase === 'playing'
        ? html`<button class="button" @click=${hands.manual}>${icon('hand')}${t('fault.manual')}</button>`
        : nothing}
    </div>`,
  );
}

/** Aliens whose places nobody knows are tapped in. @param {import('../core/api').Notice} notice @param {NoticeHands} hands */
const tapIn = (notice, hands) =>
  notice.code === 'wood-aboard' && !notice.actions.includes('count-in') ? html`<button class="button yes" data-open="tap-in" @click=${hands.correct}>${t('notice.tap-in')}</button>` : nothing;

/** Standing remarks of the table and of its devices. @param {TableView} table @param {NoticeHands | null} hands */
export function noticeList(table, hands) {
  return html`${faults(table, hands)}
  ${table.notices.map(
    (notice) => html`<div class="notice paper" data-notice=${notice.code}>
      ${icon('bell')}
      <p>${noticeWords(notice)}</p>
      ${hands ? tapIn(notice, hands) : nothing}
      ${hands
        ? notice.actions.map((action) => html`<button class="button yes" @click=${() => hands.notice(notice.id, action)}>${actionWords(action)}</button>`)
        : nothing}
    </div>`,
  )}
  ${table.queued ? html`<div class="notice paper">${icon('bell')}<p>${t('notice.queued', { n: table.queued })}</p></div>` : nothing}`;
}
