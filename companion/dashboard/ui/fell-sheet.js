import { html, nothing } from '../vendor/lit.js';
import { shipOf } from '../core/board.js';
import { placements } from '../core/geometry.js';
import { awaiting } from '../core/prompt.js';
import { t } from '../i18n/t.js';
import { icon } from './icons.js';
import { markOf } from './mark.js';
import { Part, define } from './part.js';
import { letter } from './question.js';
import './ship-picture.js';

/** @typedef {import('../core/api').TableView} TableView */

/** Tell a fall by tapping: which aliens lie on the table, and who pays. */
export class FellSheet extends Part {
  static get properties() {
    return { table: { attribute: false }, gone: { state: true }, own: { state: true }, blamed: { state: true } };
  }

  constructor() {
    super();
    /** @type {TableView | null} */
    this.table = null;
    /** @type {Set<number>} */
    this.gone = new Set();
    this.own = false;
    /** @type {number | null | undefined} */
    this.blamed = undefined;
  }

  _toggle(/** @type {number} */ i) {
    const gone = new Set(this.gone);
    if (!gone.delete(i)) gone.add(i);
    this.gone = gone;
  }

  /** The alien in the player's hand may fall before it ever stood. */
  _ownPossible(/** @type {TableView} */ table) {
    const task = awaiting(table, 'fell');
    return task !== null && task.domain.hand === 'placing';
  }

  async _report(/** @type {TableView} */ table, /** @type {any[]} */ aliens) {
    const task = awaiting(table, 'fell');
    const gone = aliens.filter((_, i) => this.gone.has(i)).map((alien) => [alien.ring, alien.sector]);
    const action = { type: 'fell', count: gone.length + (this.own ? 1 : 0), gone, blamed: this._blamed(table), own: this.own };
    const reply = await this.send({ type: 'act', await_id: task ? task.id : '', action });
    if (reply) this.tell('sheet-closed');
  }

  _blamed(/** @type {TableView} */ table) {
    if (this.blamed !== undefined) return this.blamed;
    return table.state.blame === undefined ? null : table.state.blame;
  }

  _who(/** @type {TableView} */ table) {
    const now = this._blamed(table);
    const choice = (/** @type {number | null} */ value, /** @type {unknown} */ words) => html`<label class="choice">
      <input type="radio" name="blamed" .checked=${now === value} @change=${() => (this.blamed = value)} /><span>${words}</span></label>`;
    return html`<section class="menu-group"><h3 id="fell-who">${t('fell.who')}</h3>
      <div class="choices" role="radiogroup" aria-labelledby="fell-who">
        ${table.seats.map((seat) => choice(seat.seat, html`${markOf(seat.mark)}<b translate="no">${seat.name}</b>`))} ${choice(null, t('fell.nobody'))}
      </div></section>`;
  }

  render() {
    const table = this.table;
    const board = shipOf(table && table.game && table.game.board);
    if (!table || !board) return nothing;
    const placed = placements(board, standingOf(table));
    const candidates = placed.map(({ at }, i) => ({ letter: letter(i), at, pick: () => this._toggle(i) }));
    const count = this.gone.size + (this.own ? 1 : 0);
    return html`<p class="soft">${t('fell.how')}</p>
      <div class="correct-ship">
        <ship-picture .board=${board} .standing=${standingOf(table)} .candidates=${candidates}></ship-picture>
        <div class="row tight">
          ${placed.map(({ alien }, i) => html`<button class="button tall" aria-pressed=${this.gone.has(i) ? 'true' : 'false'} @click=${() => this._toggle(i)}><span class="letter" translate="no">${letter(i)}</span>${t('ship.area', { ring: alien.ring, sector: alien.sector })}</button>`)}
          ${this._ownPossible(table) ? html`<button class="button tall" data-own aria-pressed=${this.own ? 'true' : 'false'} @click=${() => (this.own = !this.own)}>${t('fell.own')}</button>` : nothing}
        </div>
      </div>
      ${this._who(table)}
      <p class="menu-group sheet-foot"><button class="button main" ?disabled=${count === 0} data-fell=${count} @click=${() => this._report(table, placed.map(({ alien }) => alien))}>${icon('fall')}${t('fell.report', { n: count })}</button></p>`;
  }
}

define('fell-sheet', FellSheet);

/** What to draw on the ship: what it feels, or, without a sensor, what the rules say is aboard. @param {TableView} table */
export function standingOf(table) {
  if (table.inventory.length || !table.game || table.game.mode !== 'manual') return table.inventory;
  const aboard = /** @type {Array<[number, number]>} */ (table.state.aboard || []);
  return aboard.map(([ring, sector], id) => ({ id, ring, sector, xy_mm: null, scored: true }));
}
