/** What the pages of both games on the ship share: the picture with its hands, tapped rolls and spots, and the sheets. Pure functions of one table. */
import { html, nothing } from '../vendor/lit.js';
import { shipOf } from '../core/board.js';
import { awaiting, openAreas, tasks, wantsRollPad } from '../core/prompt.js';
import { t } from '../i18n/t.js';
import { dieFace } from '../ui/die.js';
import { standingOf } from '../ui/fell-sheet.js';
import { icon } from '../ui/icons.js';
import { candidatesOf } from '../ui/question.js';
import { rollPad } from '../ui/roll-pad.js';
import '../ui/change-sheet.js';
import '../ui/correct-sheet.js';
import '../ui/ship-picture.js';
import '../ui/spot-picker.js';

/**
 * @typedef {import('../core/api').TableView} TableView
 * @typedef {import('./index.js').Hands} Hands
 * @typedef {import('./index.js').Sheet} Sheet
 */

export const section = 'ship.section';

/** @type {Record<string, Sheet>} */
export const sheets = {
  fell: { title: 'fell.title', button: 'fell.button', icon: 'fall', body: (table) => html`<fell-sheet .table=${table}></fell-sheet>` },
  correct: { title: 'correct.title', button: 'correct.button', icon: 'pen', body: (table) => html`<correct-sheet .table=${table}></correct-sheet>` },
  aboard: { title: 'correct.title', body: (table) => html`<correct-sheet .table=${table} aboard-first></correct-sheet>` },
  change: { title: 'change.title', body: (table, event) => html`<change-sheet .table=${table} .event=${event}></change-sheet>` },
};

/** The action that a tap on an area stands for now. @param {TableView} table @param {Hands} hands */
export function picker(table, hands) {
  const task = tasks(table).find((one) => one.kind === 'place' || one.kind === 'remove');
  if (!task) return null;
  return (/** @type {number} */ ring, /** @type {number} */ sector) => hands.act(task, { type: task.kind, ring, sector });
}

/** The areas that glow: what a question is about, else what is asked for. @param {TableView} table */
function glowing(table) {
  const question = table.questions[0];
  if (!question) return openAreas(table);
  const { ring, sector } = question.params;
  return ring && sector ? new Set([`${ring}/${sector}`]) : null;
}

/** @param {TableView} table @param {import('../core/store.js').Store | null} live @param {Hands | null} hands @param {{plain?: boolean, lit?: number | null}} [look] */
export function shipPicture(table, live, hands, look = {}) {
  const game = table.game;
  const ship = shipOf(game && game.board);
  if (!game || !ship) return nothing;
  const question = table.questions[0];
  const candidates = question && hands ? candidatesOf(question, ship, hands.answer) : [];
  const back = table.notices.find((notice) => notice.code === 'put-back');
  const ghosts = back ? /** @type {any[]} */ (back.params.spots).filter((spot) => !spot.done) : [];
  const tappable = hands && !question && (hands.byTap || game.mode === 'manual');
  return html`<ship-picture reading ?plain=${look.plain} .lit=${look.lit || null} .board=${ship} .standing=${standingOf(table)} .open=${glowing(table)}
    .pick=${tappable ? picker(table, hands) : null} .candidates=${candidates} .ghosts=${ghosts} .live=${game.mode === 'manual' ? null : live}></ship-picture>`;
}

/** A roll tapped in: the pad where no die is there to tell it, else a button that brings it. @param {TableView} table @param {Hands} hands */
export function rollArea(table, hands) {
  const task = awaiting(table, 'roll');
  if (!task) return nothing;
  const extra = task.domain.purpose === 'start' && task.seat !== null ? { seat: task.seat } : {};
  const roll = (/** @type {number} */ value) => hands.act(task, { type: 'roll', value, ...extra });
  if (wantsRollPad(table) || hands.rollByTap) return rollPad(roll);
  return html`<button class="button tall" @click=${hands.rollInstead}><span class="pick-die">${dieFace(5)}</span>${t('roll.instead')}</button>`;
}

/** An area tapped in: large buttons beside the picture. @param {TableView} table @param {Hands} hands @param {boolean} [plain] */
export function spotArea(table, hands, plain = false) {
  const pick = picker(table, hands);
  if (!pick || !table.game) return nothing;
  if (!hands.byTap && table.game.mode !== 'manual') {
    return html`<button class="button tall" @click=${hands.tapInstead}>${icon('hand')}${t('pick.instead')}</button>`;
  }
  return html`<spot-picker ?plain=${plain} .open=${openAreas(table) || new Set()} .board=${table.game.board} .pick=${pick}></spot-picker>`;
}

/** "The rolled ring is full." @param {TableView} table @param {Hands} hands @param {string} words */
export function passButton(table, hands, words) {
  const pass = tasks(table).find((one) => one.kind === 'pass');
  return pass ? html`<button class="button tall" data-pass @click=${() => hands.act(pass, { type: 'pass' })}>${icon('pass')}${t(words)}</button>` : nothing;
}
