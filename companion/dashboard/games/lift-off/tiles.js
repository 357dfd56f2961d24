/** The four Lift Off Points as panels around the planet, and the Day Track above it. */
import { html, nothing } from '../../vendor/lit.js';
import { awaiting } from '../../core/prompt.js';
import { t } from '../../i18n/t.js';
import { icon } from '../../ui/icons.js';
import { moveByCard, RESOURCES, stateOf, statusOf } from './read.js';
import { alienSign, garglorePicture, moonSign, resource } from './signs.js';

/** @typedef {import('../../core/api').TableView} TableView */
/** @typedef {import('../index.js').Hands} Hands */

/** So many of each resource, as signs. @param {Record<string, number>} paid */
export const amounts = (paid) =>
  RESOURCES.filter((kind) => paid[kind]).map((kind) => html`<span class="lo-amount">${resource(kind)}<b>${paid[kind]}</b><span class="off-screen">${t(`lift-off.resource.${kind}`)}</span></span>`);

/** What lies there; where it has a goal, "4/6" says how far it is. @param {any} tile */
function paidSoFar({ paid, goal }) {
  const shown = RESOURCES.filter((kind) => paid[kind] || (goal && goal[kind]));
  if (!shown.length) return nothing;
  return html`<p class="lo-paid"><span class="lo-paid-word">${t('lift-off.paid')}</span> ${shown.map((kind) => html`<span class="lo-amount">${resource(kind)}<b>${paid[kind]}${goal && goal[kind] ? `/${goal[kind]}` : nothing}</b><span class="off-screen">${t(`lift-off.resource.${kind}`)}</span></span>`)}</p>`;
}

/** That it can launch now, and what that takes: read from across the table. @param {{code: string, params: Record<string, any>}} status */
function launchable({ code, params }) {
  const costs = code === 'missing' || code === 'try-pay';
  return html`<p class="lo-now" data-now=${code}>${costs ? nothing : icon('lift')}<span class="off-screen">${t('lift-off.now')}</span><b>${t(`lift-off.now.${code}`, { needed: params.needed === undefined ? null : params.needed })}</b>
    ${costs ? amounts(params) : nothing}</p>`;
}

const FEW = 3;

/** Each alien of a few, in the order of their coming; of more, each colour once with its number. @param {number[]} standing @returns {Array<[number, number]>} */
function grouped(standing) {
  const each = standing.length > FEW ? [...new Set(standing)] : standing;
  return each.map((seat) => [seat, standing.length > FEW ? standing.filter((one) => one === seat).length : 1]);
}

/** @param {TableView} table @param {string} name */
function platform(table, name) {
  const { standing, room } = stateOf(table).points[name];
  const label = standing.length ? standing.map((/** @type {number} */ seat) => table.seats[seat].name).join(', ') : t('lift-off.nobody');
  return html`<p class=${`lo-platform ${standing.length > FEW ? 'many' : ''}`}><span class="off-screen">${t('lift-off.standing', { names: label })}</span>
    ${grouped(standing).map(([seat, count]) => html`${alienSign(table.seats[seat].mark)}${count > 1 ? html`<b aria-hidden="true">${count}</b>` : nothing}`)}<span class="lo-room">${room === null ? t('lift-off.room.free', { n: standing.length }) : t('lift-off.room', { n: standing.length, room })}</span></p>`;
}

/** @param {any} tile @param {{code: string, params: Record<string, any>}} status */
function waiting(tile, { code, params }) {
  return html`<p class="lo-status">${tile.blocked ? garglorePicture() : nothing} ${code === 'missing' ? html`${t('lift-off.missing')} ${amounts(params)}` : t(`lift-off.status.${code}`, params)}</p>`;
}

/** @param {TableView} table @param {string} name @param {Hands | null} hands */
export function tilePanel(table, name, hands) {
  const tile = (stateOf(table).points || {})[name];
  if (!tile) return html`<div class="lo-tile empty" data-point=${name}><p class="lo-tile-name"><b class="lo-number">${t(`lift-off.short.${name}`)}</b>${t('lift-off.no-tile')}</p></div>`;
  const status = statusOf(table, name);
  const inside = html`<p class="lo-tile-name"><b class="lo-number">${t(`lift-off.short.${name}`)}</b><span>${t(`lift-off.tile.${tile.kind}`)}</span></p>
    <p class="lo-phase">${moonSign(tile.moon)}${t(`lift-off.phase.${tile.moon || 'unset'}`)}</p>
    ${platform(table, name)}
    ${paidSoFar(tile)}
    ${status.ready ? launchable(status) : waiting(tile, status)}`;
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
