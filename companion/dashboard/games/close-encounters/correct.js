import { html, nothing } from '../../vendor/lit.js';
import { t } from '../../i18n/t.js';
import { CorrectPart } from '../../ui/correct-part.js';
import { icon } from '../../ui/icons.js';
import { markOf } from '../../ui/mark.js';
import { define } from '../../ui/part.js';
import { stepper } from '../../ui/stepper.js';
import { keyOf, placeAt, placeName, rowsOf, stateOf } from './read.js';
import { signOf } from './signs.js';

/** @typedef {import('../../core/api').TableView} TableView */
/** @typedef {import('./read.js').Place} Place */

const CHIPS = 5;
const MOST_STEPS = 12;

/** "On the table it is so" for Close Encounters: where a player's piece and chips are, whose turn it is, what is left of the roll. */
export class CloseEncountersCorrect extends CorrectPart {
  static get properties() {
    return { ...super.properties, seat: { state: true }, what: { state: true }, left: { state: true } };
  }

  constructor() {
    super();
    this.seat = 0;
    /** What a tap on the grid tells. @type {'at' | 'chips'} */
    this.what = 'at';
    this.left = 1;
  }

  /** The squares with chips of the chosen player. @param {TableView} table @returns {Place[]} */
  _chips(table) {
    return /** @type {Array<[Place, number]>} */ (stateOf(table).chips).filter(([, owner]) => owner === this.seat).map(([place]) => place);
  }

  /** @param {TableView} table @param {Place} place */
  _tapped(table, place) {
    if (this.what === 'at') return this._correct('at', [this.seat, place]);
    const lying = this._chips(table);
    const without = lying.filter((one) => keyOf(one) !== keyOf(place));
    return this._correct('chips', [this.seat, without.length < lying.length ? without : [...lying, place]]);
  }

  /** @param {TableView} table @param {string} word @param {[number, number]} cell */
  _cell(table, word, cell) {
    const place = placeAt(word, cell);
    const lying = this._chips(table);
    const here = place !== null && (this.what === 'at' ? keyOf(stateOf(table).seats[this.seat].at) === keyOf(place) : lying.some((one) => keyOf(one) === keyOf(place)));
    if (place === null || (this.what === 'chips' && typeof place === 'string')) return html`<span class="ce-cell"></span>`;
    const full = this.what === 'chips' && !here && lying.length >= CHIPS;
    return html`<button class="button ce-cell" ?disabled=${full} data-cell=${cell.join(',')} aria-pressed=${here ? 'true' : 'false'} aria-label=${placeName(place)} @click=${() => this._tapped(table, place)}>${typeof place === 'number' ? place : typeof place === 'string' ? signOf(place) : '·'}</button>`;
  }

  /** @param {TableView} table */
  _seats(table) {
    return html`<section class="menu-group"><h3>${t('close-encounters.correct.whose')}</h3><div class="row tight">
      ${table.seats.map((seat) => html`<button class="button tall" data-whose=${seat.seat} aria-pressed=${seat.seat === this.seat ? 'true' : 'false'} @click=${() => (this.seat = seat.seat)}>${markOf(seat.mark)}<span translate="no">${seat.name}</span></button>`)}</div></section>
      <section class="menu-group"><h3>${t('close-encounters.correct.where')}</h3><div class="row tight">
      ${/** @type {const} */ (['at', 'chips']).map((what) => html`<button class="button tall" data-what=${what} aria-pressed=${what === this.what ? 'true' : 'false'} @click=${() => (this.what = what)}>${t(`close-encounters.correct.${what}`)}</button>`)}</div>
      <div class="ce-cells" role="group" aria-label=${t(`close-encounters.correct.${this.what}`)}>${rowsOf(table).map((row, i) => html`<div class="ce-cell-row">${row.map((word, j) => this._cell(table, word, [i + 1, j + 1]))}</div>`)}</div></section>`;
  }

  /** @param {TableView} table */
  _move(table) {
    const { departure, at } = stateOf(table).seats[this.seat];
    const fixed = at === 'tower' || at === 'ship';
    return html`<section class="menu-group"><h3>${t('close-encounters.correct.departure')}</h3><div class="row tight">
        ${['tower', 'ship'].map((end) => html`<button class="button tall" data-departure=${end} ?disabled=${fixed} aria-pressed=${end === departure ? 'true' : 'false'} @click=${() => this._correct('departure', [this.seat, end])}>${signOf(end)}${t(`close-encounters.place.${end}`)}</button>`)}</div></section>
      <section class="menu-group"><h3>${t('correct.turn')}</h3><div class="row tight">
        ${table.seats.filter((seat) => seat.present).map((seat) => html`<button class="button tall" data-turn=${seat.seat} aria-pressed=${seat.turn ? 'true' : 'false'} @click=${() => this._correct('turn', seat.seat)}>${markOf(seat.mark)}<span translate="no">${seat.name}</span></button>`)}</div></section>
      <section class="menu-group"><h3>${t('close-encounters.correct.left')}</h3><div class="row tight">
        ${stepper({ label: t('close-encounters.correct.left'), value: this.left, least: 1, most: MOST_STEPS, change: (next) => (this.left = next) })}
        <button class="button tall" data-left-is @click=${() => this._correct('left', this.left)}>${icon('check')}${t('correct.save')}</button>
        <button class="button tall" data-roll-again @click=${() => this._correct('left', null)}>${icon('turn')}${t('close-encounters.correct.roll')}</button></div></section>`;
  }

  render() {
    const table = this.table;
    if (!table || !table.game) return nothing;
    if (stateOf(table).phase === 'start') return html`<button class="button tall" data-begin @click=${() => this._correct('phase', 'play')}>${icon('play')}${t('close-encounters.correct.begin')}</button>`;
    return html`${this._seats(table)} ${stateOf(table).phase === 'play' ? this._move(table) : nothing}`;
  }
}

define('close-encounters-correct', CloseEncountersCorrect);
