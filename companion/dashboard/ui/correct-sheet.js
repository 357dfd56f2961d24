import { html, nothing } from '../vendor/lit.js';
import { shipOf } from '../core/board.js';
import { t } from '../i18n/t.js';
import { CorrectPart } from './correct-part.js';
import { icon } from './icons.js';
import { markOf } from './mark.js';
import { define } from './part.js';
import { stepper } from './stepper.js';
import { dieFace } from './die.js';
import './ship-picture.js';

/** @typedef {import('../core/api').TableView} TableView */

/** "On the table it is so": score, turn, what stands aboard, and the roll, each with its own button. */
export class CorrectSheet extends CorrectPart {
  static get properties() {
    return { ...super.properties, aboardFirst: { type: Boolean, attribute: 'aboard-first' }, scores: { state: true }, aboard: { state: true } };
  }

  constructor() {
    super();
    this.aboardFirst = false;
    /** @type {Record<number, number>} */
    this.scores = {};
    /** @type {Array<[number, number]> | null} */
    this.aboard = null;
  }

  /** What is put right closes the sheet. @param {string} fact @param {unknown} value */
  async _correct(fact, value) {
    const done = await super._correct(fact, value);
    if (done) this.tell('sheet-closed');
    return done;
  }

  _scores(/** @type {TableView} */ table) {
    return html`<section class="menu-group"><h3>${t('correct.score')}</h3>
      ${table.seats.map((seat) => {
        const value = this.scores[seat.seat] === undefined ? seat.score : this.scores[seat.seat];
        return html`<div class="row correct-row">
          <p class="correct-name">${markOf(seat.mark)}<b translate="no">${seat.name}</b></p>
          ${stepper({ label: t('correct.score.of', { name: seat.name }), value, change: (next) => (this.scores = { ...this.scores, [seat.seat]: next }) })}
          <button class="button" ?disabled=${value === seat.score} data-save-score=${seat.seat} @click=${() => this._correct('score', [seat.seat, value])}>${icon('check')}${t('correct.save')}</button>
        </div>`;
      })}</section>`;
  }

  _turn(/** @type {TableView} */ table) {
    return html`<section class="menu-group"><h3>${t('correct.turn')}</h3>
      <div class="row tight">${table.seats
        .filter((seat) => seat.present)
        .map((seat) => html`<button class="button tall" aria-pressed=${seat.turn ? 'true' : 'false'} data-turn=${seat.seat} @click=${() => this._correct('turn', seat.seat)}>${markOf(seat.mark)}<span translate="no">${seat.name}</span></button>`)}</div></section>`;
  }

  _roll() {
    return html`<section class="menu-group"><h3>${t('correct.roll')}</h3>
      <div class="row tight">${[1, 2, 3, 4, 5, 6].map((value) => html`<button class="button tall" aria-label=${t('roll.value', { n: value })} @click=${() => this._correct('roll', value)}><span class="pick-die">${dieFace(value)}</span></button>`)}
        <button class="button tall" @click=${() => this._correct('roll', null)}>${t('correct.roll.none')}</button></div></section>`;
  }

  /** The area of this turn, in a game that has one: the rolled ring in one of the sectors. @param {TableView} table */
  _area(table) {
    const board = shipOf(table.game && table.game.board);
    const { area, ring } = /** @type {{area?: [number, number] | null, ring?: number | null}} */ (table.state);
    if (!board || area === undefined || !ring) return nothing;
    return html`<section class="menu-group"><h3>${t('dance.correct.area', { ring })}</h3>
      <div class="row tight">${Array.from({ length: board.sectors }, (_, i) => html`<button class="button tall" data-area=${i + 1} aria-pressed=${area && area[1] === i + 1 ? 'true' : 'false'} @click=${() => this._correct('area', [ring, i + 1])}>${t('dance.correct.sector', { sector: i + 1 })}</button>`)}
        <button class="button tall" data-area="none" aria-pressed=${area ? 'false' : 'true'} @click=${() => this._correct('area', null)}>${t('dance.correct.none')}</button></div></section>`;
  }

  _aboardNow(/** @type {TableView} */ table) {
    return this.aboard || /** @type {Array<[number, number]>} */ (table.state.aboard || []);
  }

  _aboard(/** @type {TableView} */ table) {
    const board = shipOf(table.game && table.game.board);
    if (!board) return nothing;
    const now = this._aboardNow(table);
    const all = new Set(board.points.flatMap((_, r) => Array.from({ length: board.sectors }, (__, s) => `${r + 1}/${s + 1}`)));
    const standing = now.map(([ring, sector], id) => ({ id, ring, sector, xy_mm: null, scored: true }));
    return html`<section class="menu-group"><h3>${t('correct.aboard')}</h3><p class="soft">${t('correct.aboard.how')}</p>
      <div class="correct-ship"><ship-picture .board=${board} .standing=${standing} .open=${now.length < board.aliens ? all : null}
        .pick=${(/** @type {number} */ ring, /** @type {number} */ sector) => (this.aboard = [...now, [ring, sector]])}></ship-picture>
      <div class="row tight">
        ${now.map(([ring, sector], i) => html`<button class="button" aria-label=${t('correct.aboard.off', { ring, sector })} @click=${() => (this.aboard = now.filter((_, j) => j !== i))}>${t('ship.area', { ring, sector })}${icon('close')}</button>`)}
        <button class="button main" ?disabled=${!this.aboard} @click=${() => this._correct('aboard', now)}>${t('correct.aboard.save', { n: now.length })}</button>
      </div></div></section>`;
  }

  render() {
    const table = this.table;
    if (!table || !table.game) return nothing;
    const aboard = this._aboard(table);
    return html`${this.aboardFirst ? aboard : nothing} ${this._scores(table)} ${this._turn(table)} ${this._roll()} ${this._area(table)} ${this.aboardFirst ? nothing : aboard}`;
  }
}

define('correct-sheet', CorrectSheet);
