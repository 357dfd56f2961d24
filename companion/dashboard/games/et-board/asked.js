/** What the game asks for, as large buttons: where E.T. came to, a number, the guess, where he flies. */
import { html, nothing } from '../../vendor/lit.js';
import { t } from '../../i18n/t.js';
import { dieFace } from '../../ui/die.js';
import { icon } from '../../ui/icons.js';
import { markOf } from '../../ui/mark.js';
import { signOf } from './signs.js';

/** @typedef {import('../../core/api').TableView} TableView */
/** @typedef {import('../../core/api').AwaitView} AwaitView */
/** @typedef {import('../index.js').Hands} Hands */

const USUAL = [1, 2, 3, 4, 5, 6];
const ASKED = ['first', 'space', 'fly', 'chips', 'guess', 'ascend'];

/** What the table is asked for, if anything but the next turn. @param {TableView} table @returns {AwaitView | null} */
export const questionOf = (table) => table.awaits.find((one) => ASKED.includes(one.kind) || (one.kind === 'roll' && one.domain.purpose !== 'move')) || null;

/** @param {AwaitView} task @param {Record<string, any>} action @param {unknown} words @param {Hands | null} hands @param {string} look */
const answer = (task, action, words, hands, look = 'tall') =>
  html`<button class=${`button ${look}`} ?disabled=${!hands} data-answer=${Object.values(action).join(' ')} @click=${() => hands && hands.act(task, { type: task.kind, ...action })}>${words}</button>`;

/** Kinds of spaces; of those with a printed number that number is asked for next. @param {AwaitView} task @param {Hands | null} hands */
function kinds(task, hands) {
  const domain = /** @type {{kinds: string[], numbered: string[]}} */ (/** @type {any} */ (task.domain));
  const picked = hands && hands.picked;
  if (picked) {
    return html`<p class="et-wide">${signOf(picked)}${t('et-board.how-many', { kind: picked })}</p>
      ${USUAL.map((chips) => answer(task, { kind: picked, chips }, String(chips), hands, 'et-number'))}
      ${hands ? html`<button class="button et-wide" data-let-go @click=${() => hands.pick(null)}>${icon('close')}${t('et-board.other-kind')}</button>` : nothing}`;
  }
  return domain.kinds.map((kind) => {
    const words = html`${signOf(kind)}<span>${t(`et-board.kind.${kind}`)}</span>`;
    if (!domain.numbered.includes(kind)) return answer(task, { kind }, words, hands, 'et-kind');
    return html`<button class="button et-kind" ?disabled=${!hands} data-kind=${kind} @click=${() => hands && hands.pick(kind)}>${words}</button>`;
  });
}

/** @param {AwaitView} task @param {TableView} table @param {Hands | null} hands */
function flights(task, table, hands) {
  if (task.domain.spaces === null) return kinds(task, hands);
  const spaces = /** @type {Array<{to: number, kind: string, chips: number | null, danger: boolean, blocked: boolean}>} */ (task.domain.spaces);
  return spaces.map((space) => {
    const warn = space.danger ? 'danger' : space.blocked ? 'blocked' : 'none';
    const words = t('et-board.target', { kind: space.kind, chips: space.chips === null ? '' : space.chips, warn });
    return answer(task, { to: space.to }, html`${signOf(space.kind)}<span>${words}</span>`, hands, 'et-kind');
  });
}

/** @type {Record<string, (task: AwaitView, table: TableView, hands: Hands | null) => unknown>} */
const BUTTONS = {
  first: (task, table, hands) =>
    table.seats.filter((seat) => /** @type {number[]} */ (task.domain.seats).includes(seat.seat)).map((seat) => answer(task, { seat: seat.seat }, html`${markOf(seat.mark)}<span translate="no">${seat.name}</span>`, hands, 'et-kind')),
  space: (task, _table, hands) => kinds(task, hands),
  fly: flights,
  chips: (task, _table, hands) => USUAL.map((value) => answer(task, { value }, String(value), hands, 'et-number')),
  roll: (task, _table, hands) =>
    [1, 2, 3].map((value) => answer(task, { value }, html`<span class="off-screen">${t('roll.value', { n: value })}</span><span class="pick-die">${dieFace(value)}</span>`, hands, 'et-number')),
  guess: (task, _table, hands) => [
    answer(task, { right: true }, html`${icon('check')}${t('et-board.right')}`, hands, 'main et-kind'),
    answer(task, { right: false }, html`${icon('close')}${t('et-board.wrong')}`, hands, 'tall et-kind'),
  ],
  ascend: (task, _table, hands) => [
    answer(task, { up: true }, html`${signOf('arrow-bottom')}${t('et-board.up')}`, hands, 'main et-kind'),
    answer(task, { up: false }, t('et-board.stay'), hands, 'tall et-kind'),
  ],
};

/** @param {TableView} table @param {Hands | null} hands */
export function asking(table, hands) {
  const task = questionOf(table);
  return task && html`<div class="et-asked" data-asked=${task.kind} role="group" aria-label=${t('et-board.asked')}>${BUTTONS[task.kind](task, table, hands)}</div>`;
}
