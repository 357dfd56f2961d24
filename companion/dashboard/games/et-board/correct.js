import { html, nothing } from '../../vendor/lit.js';
import { t } from '../../i18n/t.js';
import { CorrectPart } from '../../ui/correct-part.js';
import { icon } from '../../ui/icons.js';
import { markOf } from '../../ui/mark.js';
import { define } from '../../ui/part.js';
import { stepper } from '../../ui/stepper.js';
import { ringsOf, stateOf } from './read.js';

/** @typedef {import('../../core/api').TableView} TableView */

const PIECES = 8;

/** "On the table it is so" for the E.T. board: every fact of the game, each with its own button. */
export class EtBoardCorrect extends CorrectPart {
  /** @param {string} key @param {unknown} title @param {string} label @param {number} now @param {number} most @param {(value: number) => [string, unknown]} fact */
  _number(key, title, label, now, most, fact) {
    const value = key in this.told ? this.told[key] : now;
    return html`<div class="row correct-row">${title}
      ${stepper({ label, value, most, change: (next) => (this.told = { ...this.told, [key]: next }) })}
      <button class="button" data-set=${key} ?disabled=${value === now} @click=${() => this._correct(...fact(value))}>${icon('check')}${t('correct.save')}</button></div>`;
  }

  /** @param {TableView} table */
  _seats(table) {
    const costumes = /** @type {Array<{costumes: number}>} */ (stateOf(table).seats).map((seat) => seat.costumes);
    const title = (/** @type {import('../../core/api').SeatView} */ seat) => html`${markOf(seat.mark)}<b class="grow" translate="no">${seat.name}</b>`;
    return html`<section class="menu-group"><h3>${t('et-board.chips')}</h3>
        ${table.seats.map((seat) => this._number(`score-${seat.seat}`, title(seat), t('correct.score.of', { name: seat.name }), seat.score, 200, (value) => ['score', [seat.seat, value]]))}</section>
      <section class="menu-group"><h3>${t('et-board.costumes')}</h3>
        ${table.seats.map((seat) => this._number(`costumes-${seat.seat}`, title(seat), t('et-board.costumes.of', { name: seat.name }), costumes[seat.seat], costumes[seat.seat] + stateOf(table).pile, (value) => ['costumes', [seat.seat, value]]))}</section>
      <section class="menu-group"><h3>${t('correct.turn')}</h3><div class="row tight">
        ${table.seats.filter((seat) => seat.present).map((seat) => html`<button class="button tall" aria-pressed=${seat.turn ? 'true' : 'false'} data-turn=${seat.seat} @click=${() => this._correct('turn', seat.seat)}>${markOf(seat.mark)}<span translate="no">${seat.name}</span></button>`)}</div></section>`;
  }

  /** @param {TableView} table */
  _et(table) {
    const state = stateOf(table);
    const row = ringsOf(table)[state.ring - 1] || [];
    return html`<section class="menu-group"><h3>${t('et-board.et')}</h3>
      <div class="row tight">${[1, 2, 3, 4].map((ring) => html`<button class="button tall" data-ring=${ring} aria-pressed=${ring === state.ring ? 'true' : 'false'} @click=${() => this._correct('et', [ring, state.followed ? 1 : null])}>${t('et-board.ring', { n: ring })}</button>`)}</div>
      ${state.followed ? this._number('space', html`<b class="grow">${t('et-board.space')}</b>`, t('et-board.space'), state.space, row.length, (value) => ['et', [state.ring, Math.max(1, value)]]) : nothing}
      ${this._number('transmitter', html`<b class="grow">${t('et-board.transmitter')}</b>`, t('et-board.transmitter'), state.transmitter, PIECES, (value) => ['transmitter', value])}
      <div class="row tight"><button class="button tall" data-worn @click=${() => this._correct('worn', !state.worn)}>${t(state.worn ? 'et-board.worn.off' : 'et-board.worn.on')}</button></div></section>`;
  }

  render() {
    const table = this.table;
    if (!table || !table.game) return nothing;
    return html`${this._seats(table)} ${stateOf(table).phase === 'play' ? this._et(table) : nothing}`;
  }
}

define('et-board-correct', EtBoardCorrect);
