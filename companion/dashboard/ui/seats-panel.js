import { html, nothing } from '../vendor/lit.js';
import { shipOf } from '../core/board.js';
import { awaiting } from '../core/prompt.js';
import { t } from '../i18n/t.js';
import { icon } from './icons.js';
import { markOf } from './mark.js';
import { Part, define } from './part.js';

/** @type {Array<'ship'|'follow'|'manual'>} */
const MODES = ['ship', 'follow', 'manual'];

/** Who sits at a running table: join late, leave, come back, be skipped; how the game is fed; the way out. */
export class SeatsPanel extends Part {
  static get properties() {
    return { table: { attribute: false }, control: { type: Boolean }, joining: { state: true }, ending: { state: true } };
  }

  constructor() {
    super();
    /** @type {import('../core/api').TableView | null} */
    this.table = null;
    this.control = false;
    this.joining = '';
    this.ending = false;
  }

  /** An action that is possible at any time: it cites its own await where there is one, else whatever is open. @param {Record<string, any>} action */
  _act(action) {
    const table = /** @type {import('../core/api').TableView} */ (this.table);
    const task = awaiting(table, action.type) || table.awaits[0];
    return this.send({ type: 'act', await_id: task ? task.id : '', action });
  }

  /** Whether this game knows such a thing: where it is played on a ship, or says that it waits for it. @param {string} kind */
  _may(kind) {
    const table = this.table;
    return Boolean(table && table.game && (shipOf(table.game.board) || awaiting(table, kind)));
  }

  async _join() {
    const reply = await this._act({ type: 'join', name: this.joining.trim() });
    if (reply) this.joining = '';
  }

  async _end() {
    const reply = await this.send({ type: 'end-game' });
    if (reply) location.hash = '#/table';
  }

  _seat(/** @type {import('../core/api').SeatView} */ seat) {
    const button = seat.present
      ? html`<button class="button" data-leave=${seat.seat} @click=${() => this._act({ type: 'leave', seat: seat.seat })}>${t('seats.leave')}</button>`
      : html`<button class="button" data-back=${seat.seat} @click=${() => this._act({ type: 'back', seat: seat.seat })}>${t('seats.back')}</button>`;
    return html`<div class="player-row seat"><p class="seat-name">${markOf(seat.mark)}<b translate="no">${seat.name}</b>
      ${seat.present ? nothing : html`<span class="tag">${t('score.away')}</span>`}</p>
      ${this.control && seat.turn && this._may('skip') ? html`<button class="button" data-skip @click=${() => this._act({ type: 'skip' })}>${icon('pass')}${t('seats.skip')}</button>` : nothing}
      ${this.control ? button : nothing}</div>`;
  }

  _late() {
    return html`<div class="row tight late">
      <input class="input" translate="no" data-join aria-label=${t('seats.join.name')} placeholder=${t('seats.join.name')} maxlength="24" autocomplete="off" .value=${this.joining}
        @input=${(/** @type {any} */ event) => (this.joining = event.target.value)} />
      <button class="button" ?disabled=${!this.joining.trim()} @click=${this._join}>${icon('plus')}${t('seats.join')}</button></div>`;
  }

  _mode(/** @type {string} */ now) {
    return html`<section class="panel"><h2 id="seats-mode">${t('setup.mode')}</h2><div class="choices" role="radiogroup" aria-labelledby="seats-mode">
      ${MODES.map((mode) => html`<label class="choice card"><input type="radio" name="mode" value=${mode} ?disabled=${!this.control} .checked=${now === mode} @change=${() => this.send({ type: 'mode', mode })} />
        <span><span><b>${t(`mode.${mode}`)}</b>${t(`mode.${mode}.how`)}</span></span></label>`)}</div></section>`;
  }

  _out() {
    if (!this.ending) return html`<button class="button tall" data-end @click=${() => (this.ending = true)}>${icon('flag')}${t('seats.end')}</button>`;
    return html`<div class="notice paper"><p>${t('seats.end.sure')}</p><button class="button yes" data-end-sure @click=${this._end}>${t('seats.end.yes')}</button>
      <button class="button" @click=${() => (this.ending = false)}>${t('seats.end.no')}</button></div>`;
  }

  render() {
    const table = this.table;
    if (!table || !table.game) return nothing;
    return html`<section class="panel"><h2>${t('setup.players')}</h2>${table.seats.map((seat) => this._seat(seat))} ${this.control && this._may('join') ? this._late() : nothing}</section>
      ${shipOf(table.game.board) ? this._mode(table.game.mode) : nothing}
      <div class="row"><a class="button main" href="#/table">${icon('play')}${t('seats.back-to-game')}</a>${this.control ? this._out() : nothing}</div>`;
  }
}

define('seats-panel', SeatsPanel);
