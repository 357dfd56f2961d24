/** The four Lift Off Points as panels around the planet, and the Day Track above it. */
import { html, nothing } from '../../vendor/lit.js';
import { awaiting } from '../../core/prompt.js';
import { t } from '../../i18n/t.js';
import { moveByCard, RESOURCES, stateOf, statusOf, total } from './read.js';
import { alienSign, garglorePicture, moonSign, resource } from './signs.js';

/** @typedef {import('../../core/api').TableView} TableView */
/** @typedef {import('../index.js').Hands} Hands */

/** So many of each resource, as signs. @param {Record<string, number>} paid */
export const amounts = (paid) =>
  RESOURCES.filter((kind) => paid[kind]).map((kind) => html`<span class="lo-amount">${resource(kind)}<b>${paid[kind]}</b><span class="off-screen">${t(`lift-off.resource.${kind}`)}</span></span>`);

/** @param {TableView} table @param {string} name */
function platform(table, name) {
  const { standing, room } = stateOf(table).points[name];
  const label = standing.length ? standing.map((/** @type {number} */ seat) => table.seats[seat].name).join(', ') : t('lift-off.nobody');
  return html`<p class="lo-platform"><span class="off-screen">${t('lift-off.standing', { names: label })}</span>
    ${standing.map((/** @type {number} */ seat) => alienSign(table.seats[seat].mark))}<span class="lo-room">${room === null ? t('lift-off.room.free', { n: standing.length }) : t('lift-off.room', { n: standing.length, room })}</span></p>`;
}

/** @param {TableView} table @param {string} name @param {Hands | null} hands */
export function tilePanel(table, name, hands) {
  const tile = (stateOf(table).points || {})[name];
  if (!tile) return html`<div class="lo-tile empty" data-point=${name}><p class="lo-tile-name"><b class="lo-number">${t(`lift-off.short.${name}`)}</b>${t('lift-off.no-tile')}</p></div>`;
  const status = statusOf(table, name);
  const inside = html`<p class="lo-tile-name"><b class="lo-number">${t(`lift-off.short.${name}`)}</b><span>${t(`lift-off.tile.${tile.kind}`)}</span></p>
    <p class="lo-phase">${moonSign(tile.moon)}${t(`lift-off.phase.${tile.moon || 'unset'}`)}</p>
    ${platform(table, name)}
    ${total(tile.paid) ? html`<p class="lo-paid">${t('lift-off.paid')} ${amounts(tile.paid)}</p>` : nothing}
    <p class="lo-status">${tile.blocked ? garglorePicture() : nothing}${status.ready ? html`<b>${t('lift-off.now')}</b>` : nothing} ${status.code === 'missing' ? html`${t('lift-off.missing')} ${amounts(status.params)}` : t(`lift-off.status.${status.code}`, status.params)}</p>`;
  const look = `lo-tile ${status.ready ? 'ready' : ''} ${tile.blocked ? 'blocked' : ''}`;
  const open = hands && stateOf(table).detail === 'full' && stateOf(table).phase === 'play';
  if (!open) return html`<div class=${look} data-point=${name}>${inside}</div>`;
  return html`<button class=${look} data-point=${name} @click=${() => tapped(table, name, hands)}>${inside}</button>`;
}

/** Opens the point's sheet; with Move Your Alien in hand, takes the alien off that platform. @param {TableView} table @param {string} name @param {Hands} hands */
function tapped(table, name, hands) {
  const { picked } = hands;
  if (picked && picked.card === 'move-your-alien' && picked.owner !== undefined && !picked.was) {
    hands.act(awaiting(table, 'card'), moveByCard(table, picked, `pad${name[1]}`, name));
    return;
  }
  hands.pick({ point: name });
  hands.open('point');
}

/** @param {TableView} table */
export function dayTrack(table) {
  const { days_left: left, day_spots: spots, sun, garglore, forced, detail } = stateOf(table);
  return html`<div class="lo-day" role="group" aria-label=${t('lift-off.days.section')}>
    <p class="lo-days" data-days=${left === null ? '' : left}><b>${left === null ? '?' : left}</b><span>${t('lift-off.days', { left: left === null ? 0 : left })}</span></p>
    <ol class="lo-suns" aria-hidden="true">${Array.from({ length: spots }, (_, n) => html`<li class=${n === sun ? 'sun' : n < (sun === null ? 0 : sun) ? 'past' : ''}></li>`)}<li class="explosion"></li></ol>
    <p class="lo-notes">${forced ? html`<span class="tag strong">${t(`lift-off.forced.${forced}`)}</span>` : nothing}
      ${garglore === 'pool' ? html`<span class="tag">${t('lift-off.garglore.pool')}</span>` : nothing} ${detail === 'tracker' ? html`<span class="tag">${t('lift-off.detail.tracker')}</span>` : nothing}</p></div>`;
}
