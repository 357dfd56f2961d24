/** What the game cannot go on without, as buttons: dice, tiles, the first player, the table's word, cards in hand. */
import { html, nothing } from '../../vendor/lit.js';
import { t } from '../../i18n/t.js';
import { dieFace } from '../../ui/die.js';
import { icon } from '../../ui/icons.js';
import { markOf } from '../../ui/mark.js';
import { domainOf, questions } from './read.js';
import { rocketFace } from './signs.js';

/** @typedef {import('../../core/api').TableView} TableView */
/** @typedef {import('../../core/api').AwaitView} AwaitView */
/** @typedef {import('../index.js').Hands} Hands */

/** @param {AwaitView} task @param {Record<string, any>} action @param {unknown} words @param {Hands | null} hands @param {string} look */
const answer = (task, action, words, hands, look = 'tall') =>
  html`<button class=${`button ${look}`} ?disabled=${!hands} data-answer=${Object.values(action).slice(-1)[0]} @click=${() => hands && hands.act(task, { type: task.kind, ...action })}>${words}</button>`;

/** @type {Record<string, (task: AwaitView, table: TableView, hands: Hands | null) => unknown>} */
const BUTTONS = {
  tile: (task, _table, hands) => domainOf(task).kinds.map((/** @type {string} */ kind) => answer(task, { point: domainOf(task).point, kind }, t(`lift-off.tile.${kind}`), hands, '')),
  first: (task, table, hands) => table.seats.filter((seat) => domainOf(task).seats.includes(seat.seat)).map((seat) => answer(task, { seat: seat.seat }, html`${markOf(seat.mark)}<span translate="no">${seat.name}</span>`, hands)),
  launch: (task, _table, hands) => [answer(task, { lifts: true }, html`${icon('lift')}${t('lift-off.launch.yes')}`, hands, 'main'), answer(task, { lifts: false }, t('lift-off.launch.no'), hands)],
  explodes: (task, _table, hands) => [answer(task, { explodes: true }, t('lift-off.explodes.yes'), hands), answer(task, { explodes: false }, t('lift-off.explodes.no'), hands)],
  count: (task, _table, hands) => Array.from({ length: 13 }, (_, value) => answer(task, { seat: task.seat, value }, String(value), hands)),
  roll: (task, _table, hands) => {
    const seat = domainOf(task).purpose === 'start' ? { seat: task.seat } : {};
    return domainOf(task).values.map((/** @type {number} */ value) => answer(task, { ...seat, value }, face(task, value), hands, domainOf(task).die === 'stargate' ? 'tall' : 'lo-die'));
  },
};

/** @param {AwaitView} task @param {number} value */
function face(task, value) {
  if (domainOf(task).die === 'stargate') return t(`lift-off.stargate.${domainOf(task).names[value - 1]}`);
  const words = t(domainOf(task).die === 'number' ? 'roll.value' : 'lift-off.rockets', { n: value });
  return html`<span class="off-screen">${words}</span><span class="pick-die">${domainOf(task).die === 'number' && value > 0 && value < 7 ? dieFace(value) : rocketFace(value)}</span>`;
}

/** @param {TableView} table @param {Hands | null} hands */
export function asking(table, hands) {
  const open = questions(table);
  if (!open.length) return null;
  const [task] = open;
  const first = open.find((one) => one.kind === 'first');
  return html`<div class="lo-asked" data-asked=${task.kind} role="group" aria-label=${t('lift-off.asked')}>${BUTTONS[task.kind](task, table, hands)}</div>
    ${first && first !== task && task.kind === 'roll' ? html`<p>${t('lift-off.first')}</p><div class="lo-asked" role="group" aria-label=${t('lift-off.first')}>${BUTTONS.first(first, table, hands)}</div>` : nothing}`;
}
