/** The sheets of Lift Off: what can be done at one point, the Action cards, who took off (tracker). */
import { html, nothing } from '../../vendor/lit.js';
import { awaiting } from '../../core/prompt.js';
import { t } from '../../i18n/t.js';
import { icon } from '../../ui/icons.js';
import { markOf } from '../../ui/mark.js';
import { stepper } from '../../ui/stepper.js';
import { domainOf, payments, POINTS, sharesOf, stateOf, statusOf } from './read.js';
import { resource } from './signs.js';
import { amounts, tilePanel } from './tiles.js';

/** @typedef {import('../../core/api').TableView} TableView */
/** @typedef {import('../index.js').Hands} Hands */

const HANDFUL = 3;
/** Kinds of tiles, in the order of the rulebook. */
const KINDS = ['bonfire', 'satellite', 'rocket-ship', 'jetpack', 'trampoline', 'miracle', 'ufo', 'teleport', 'slingshot', 'stargate'];

/** @param {TableView} table @param {string} point @param {Hands} hands */
function standing(table, point, hands) {
  const task = awaiting(table, 'stand');
  const price = task && domainOf(task).prices[point] ? domainOf(task).prices[point] : { ...stateOf(table).points[point].price };
  const stand = (/** @type {Record<string, number>} */ paid) => hands.act(task, { type: 'stand', point, ...paid });
  const free = (/** @type {Record<string, number>} */ paid) => !paid.fuel && !paid.screw && !paid.action;
  return html`<section class="menu-group"><h3>${t('lift-off.stand')}</h3><div class="row tight">
    ${payments(price).map((paid) => html`<button class=${`button ${task && domainOf(task).prices[point] ? 'main' : 'tall'}`} data-stand @click=${() => stand(paid)}>${icon('lift')}${free(paid) ? t('lift-off.stand.free') : html`${t('lift-off.stand.pays')} ${amounts(paid)}`}</button>`)}</div></section>`;
}

/** @param {TableView} table @param {string} point @param {Hands} hands */
function paying(table, point, hands) {
  const task = awaiting(table, 'pay');
  const kinds = task ? domainOf(task).takes[point] || [] : [];
  if (!kinds.length) return nothing;
  const pay = (/** @type {string} */ kind, /** @type {number} */ n) => hands.act(task, { type: 'pay', point, [kind]: n });
  return html`<section class="menu-group"><h3>${t('lift-off.pay')}</h3>${kinds.map((/** @type {string} */ kind) => html`<div class="row tight">
    ${Array.from({ length: HANDFUL }, (_, n) => html`<button class="button tall" data-pay=${`${kind} ${n + 1}`} @click=${() => pay(kind, n + 1)}>${resource(kind)}<span>${t('lift-off.pay.some', { n: n + 1, kind })}</span></button>`)}</div>`)}</section>`;
}

/** @param {TableView} table @param {string} point @param {Hands} hands */
function trying(table, point, hands) {
  const tile = stateOf(table).points[point];
  if (!tile.tried) return nothing;
  const { ready } = statusOf(table, point);
  const task = awaiting(table, 'attempt');
  const payers = /** @type {number[]} */ (ready && task ? domainOf(task).payers[point] : []);
  const told = tile.tried === 'pay' && payers.length > 0;
  const shares = sharesOf(hands.picked, payers, tile.fee.fuel, stateOf(table).turn);
  const paid = payers.map((seat) => [seat, shares[seat]]).filter(([, fuel]) => fuel > 0);
  const wrong = told && paid.reduce((sum, [, fuel]) => sum + fuel, 0) !== tile.fee.fuel;
  const go = () => hands.act(task, { type: 'attempt', point, ...(told ? { paid } : {}) });
  return html`<section class="menu-group"><h3>${t('lift-off.try')}</h3>${told && payers.length > 1 ? sharing(table, payers, shares, tile.fee.fuel, hands) : nothing}
    <button class=${`button ${ready ? 'main' : 'tall'}`} data-attempt ?disabled=${wrong} @click=${go}>${icon('play')}${t(`lift-off.try.${tile.tried}`)} ${amounts(tile.fee)}</button></section>`;
}

/** Who pays how much Fuel for the Teleport, to be shared as they like. @param {TableView} table @param {number[]} payers @param {Record<number, number>} shares @param {number} fuel @param {Hands} hands */
function sharing(table, payers, shares, fuel, hands) {
  const sum = payers.reduce((all, seat) => all + shares[seat], 0);
  return html`<p class="soft">${t('lift-off.share', { fuel })}</p>${payers.map((seat) => {
    const label = t('lift-off.share.of', { name: table.seats[seat].name });
    const change = (/** @type {number} */ n) => hands.pick({ ...hands.picked, shares: { ...shares, [seat]: n } });
    return html`<div class="row correct-row" data-share=${seat}>${markOf(table.seats[seat].mark)}<b class="grow" translate="no">${table.seats[seat].name}</b>${stepper({ label, value: shares[seat], most: fuel, change })}</div>`;
  })}<p role="status" data-shared=${sum}>${sum === fuel ? nothing : t('lift-off.share.missing', { sum, fuel })}</p>`;
}

/** @param {TableView} table @param {Hands} hands */
export function pointSheet(table, hands) {
  const point = hands.picked && hands.picked.point;
  const tile = point && stateOf(table).points[point];
  if (!tile) return nothing;
  const off = tile.standing.includes(stateOf(table).turn);
  const step = () => hands.act(awaiting(table, 'move'), { type: 'move', was: `pad${point[1]}`, now: point });
  return html`${tilePanel(table, point, null)} ${standing(table, point, hands)} ${paying(table, point, hands)} ${trying(table, point, hands)}
    ${off ? html`<p class="menu-group"><button class="button tall" data-step-off @click=${step}>${icon('drop')}${t('lift-off.step-off')}</button></p>` : nothing}`;
}

/** The fields a card needs, as buttons. @type {Record<string, (table: TableView, hands: Hands, play: (fields: Record<string, any>) => void) => unknown>} */
const FIELDS = {
  'move-the-moon': (_table, _hands, play) => [1, -1].map((by) => html`<button class="button tall" data-by=${by} @click=${() => play({ by })}>${t('lift-off.card.by', { by })}</button>`),
  garglore: (table, _hands, play) => [...POINTS, 'pool'].filter((to) => to !== stateOf(table).garglore).map((to) => html`<button class="button tall" data-to=${to} @click=${() => play({ to })}>${pointName(table, to)}</button>`),
  terraform: (table, hands, play) => (hands.picked.point ? newTiles(table, hands, play) : POINTS.map((point) => html`<button class="button tall" data-at=${point} @click=${() => (blind(table) ? play({ point }) : hands.pick({ ...hands.picked, point }))}>${pointName(table, point)}</button>`)),
  'move-your-alien': (table, hands) => table.seats.filter((seat) => seat.seat === playing(table, hands) || anyAlien(table)).map((seat) => html`<button class="button tall" data-owner=${seat.seat} @click=${() => {
      hands.pick({ ...hands.picked, owner: seat.seat });
      hands.open('none');
    }}>${markOf(seat.mark)}<span translate="no">${seat.name}</span></button>`),
};

/** Who plays the card: the player on turn, or the partner where that was tapped. @param {TableView} table @param {Hands} hands @returns {number} */
const playing = (table, hands) => (hands.picked && hands.picked.by !== undefined ? hands.picked.by : stateOf(table).turn);

/** @param {TableView} table */
const options = (table) => (table.game ? table.game.options : {});
/** Whether a new tile is drawn, not chosen. @param {TableView} table */
const blind = (table) => options(table)['liftoff.terraform'] === 'random' || ['family', 'no-time'].includes(String(options(table)['liftoff.variant']));
/** @param {TableView} table */
const anyAlien = (table) => options(table)['liftoff.variant'] === 'cutthroat';

/** @param {TableView} table @param {string} place */
function pointName(table, place) {
  const tile = (stateOf(table).points || {})[place];
  return tile ? html`<b>${t(`lift-off.short.${place}`)}</b> ${t(`lift-off.tile.${tile.kind}`)}` : t(`lift-off.place.${place}`);
}

/** @param {TableView} table @param {Hands} hands @param {(fields: Record<string, any>) => void} play */
function newTiles(table, hands, play) {
  const here = Object.values(stateOf(table).points).map((tile) => /** @type {any} */ (tile).kind);
  const box = KINDS.filter((kind) => !here.includes(kind) && !stateOf(table).removed.includes(kind));
  return box.map((kind) => html`<button class="button tall" data-kind=${kind} @click=${() => play({ point: hands.picked.point, kind })}>${t(`lift-off.tile.${kind}`)}</button>`);
}

/** In teams: whose card it is. @param {TableView} table @param {number[]} seats @param {number} by @param {Hands} hands */
const team = (table, seats, by, hands) => html`<section class="menu-group"><h3>${t('lift-off.card.whose')}</h3><div class="row tight">
  ${seats.map((seat) => html`<button class="button tall" data-card-of=${seat} aria-pressed=${seat === by ? 'true' : 'false'} @click=${() => hands.pick({ by: seat })}>${markOf(table.seats[seat].mark)}<span translate="no">${table.seats[seat].name}</span></button>`)}</div></section>`;

/** @param {TableView} table @param {Hands} hands */
export function cardSheet(table, hands) {
  const task = awaiting(table, 'card');
  const chosen = hands.picked && hands.picked.card;
  if (!task) return nothing;
  const by = playing(table, hands);
  const whose = by === stateOf(table).turn ? {} : { seat: by };
  const play = (/** @type {string} */ card, /** @type {Record<string, any>} */ fields = {}) => hands.act(task, { type: 'card', card, ...whose, ...fields });
  const press = (/** @type {string} */ card) => (FIELDS[card] ? hands.pick({ card, by }) : play(card));
  return html`${domainOf(task).seats.length > 1 ? team(table, domainOf(task).seats, by, hands) : nothing}
    <div class="lo-cards">${domainOf(task).cards.map((/** @type {string} */ card) => html`<button class="button lo-card" data-card=${card} aria-pressed=${chosen === card ? 'true' : 'false'} @click=${() => press(card)}><b>${t(`lift-off.card.${card}`)}</b><span>${t(`lift-off.card.${card}.how`)}</span></button>`)}</div>
    ${chosen ? html`<section class="menu-group"><h3>${t(`lift-off.card.${chosen}.ask`)}</h3><div class="row tight">${FIELDS[chosen](table, hands, (fields) => play(chosen, fields))}</div></section>` : nothing}
    ${awaiting(table, 'trade') ? html`<p class="menu-group"><button class="button tall" data-trade @click=${() => hands.act(awaiting(table, 'trade'), { type: 'trade' })}>${icon('turn')}${t('lift-off.trade')}</button></p>` : nothing}`;
}

/** Tracker: so many of each player, together, from one point. @param {TableView} table @param {Hands} hands */
export function savedSheet(table, hands) {
  const task = awaiting(table, 'saved');
  const picked = hands.picked || {};
  const counts = picked.saved || {};
  if (!task) return nothing;
  const aliens = Object.entries(counts).filter(([, n]) => n > 0).map(([seat, n]) => [Number(seat), n]);
  const done = () => hands.act(task, { type: 'saved', aliens, ...(picked.from ? { point: picked.from } : {}) });
  return html`<div class="row tight">${POINTS.map((point) => html`<button class="button tall" aria-pressed=${picked.from === point ? 'true' : 'false'} @click=${() => hands.pick({ ...picked, from: point })}>${pointName(table, point)}</button>`)}</div>
    ${domainOf(task).left.map((/** @type {[number, number]} */ [seat, left]) => html`<div class="row correct-row menu-group">${markOf(table.seats[seat].mark)}<b class="grow" translate="no">${table.seats[seat].name}</b>
      ${stepper({ label: t('lift-off.saved.of', { name: table.seats[seat].name }), value: counts[seat] || 0, most: left, change: (n) => hands.pick({ ...picked, saved: { ...counts, [seat]: n } }) })}</div>`)}
    <p class="menu-group"><button class="button main" data-saved ?disabled=${!aliens.length} @click=${done}>${icon('lift')}${t('lift-off.saved.do', { n: aliens.reduce((sum, [, n]) => sum + n, 0) })}</button></p>`;
}
