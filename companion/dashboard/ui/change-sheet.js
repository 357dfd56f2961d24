import { html, nothing } from '../vendor/lit.js';
import { shipOf } from '../core/board.js';
import { t } from '../i18n/t.js';
import { eventLine } from './event-list.js';
import { icon } from './icons.js';
import { Part, define } from './part.js';
import { rollPad } from './roll-pad.js';
import './ship-picture.js';
import './spot-picker.js';

/** Log codes whose entry can be replaced by tapping, with the action they stand for. @type {Record<string, string>} */
const ACTIONS = { rolled: 'roll', placed: 'place', removed: 'remove' };

export const changeable = (/** @type {import('../core/api').EventView} */ event) => event.code in ACTIONS && event.undoable && !event.undone;

/** Put something else in the place of an entry; what that would change is shown before it is done. */
export class ChangeSheet extends Part {
  static get properties() {
    return { table: { attribute: false }, event: { attribute: false }, action: { state: true }, effects: { state: true } };
  }

  constructor() {
    super();
    /** @type {import('../core/api').TableView | null} */
    this.table = null;
    /** @type {import('../core/api').EventView | null} */
    this.event = null;
    /** @type {Record<string, any> | null} */
    this.action = null;
    /** @type {import('../core/api').EventView[]} */
    this.effects = [];
  }

  /** @param {Record<string, any>} change */
  async _preview(change) {
    const event = /** @type {import('../core/api').EventView} */ (this.event);
    const seat = event.code === 'rolled' && event.params.seat !== undefined ? { seat: event.params.seat } : {};
    const action = { type: ACTIONS[event.code], ...change, ...seat };
    const reply = await this.send({ type: 'replace', seq: event.seq, action, preview: true });
    this.action = reply ? action : null;
    this.effects = reply ? reply.effects : [];
  }

  async _do() {
    if (!this.action || !this.event) return;
    const reply = await this.send({ type: 'replace', seq: this.event.seq, action: this.action, preview: false });
    if (reply) this.tell('sheet-closed');
  }

  async _undo() {
    const event = /** @type {import('../core/api').EventView} */ (this.event);
    if (await this.send({ type: 'undo', seq: event.seq })) this.tell('sheet-closed');
  }

  async _dispute() {
    const event = /** @type {import('../core/api').EventView} */ (this.event);
    const kept = await this.post(`/api/disputes/${event.seq}`, {});
    if (!kept) return;
    this.tell('companion-toast', t('event.dispute.kept', { file: kept.file }));
    this.tell('sheet-closed');
  }

  _picker() {
    const { event, table } = this;
    if (!event || !table || !table.game) return nothing;
    if (event.code === 'rolled') return rollPad((value) => this._preview({ value }));
    const board = shipOf(table.game.board);
    if (!board) return nothing;
    const all = new Set(board.points.flatMap((_, r) => Array.from({ length: board.sectors }, (__, s) => `${r + 1}/${s + 1}`)));
    const pick = (/** @type {number} */ ring, /** @type {number} */ sector) => this._preview({ ring, sector });
    return html`<div class="correct-ship"><ship-picture .board=${board} .standing=${table.inventory} .open=${all} .pick=${pick}></ship-picture>
      <spot-picker .open=${all} .board=${board} .pick=${pick}></spot-picker></div>`;
  }

  _effects() {
    const seats = this.table ? this.table.seats : [];
    return html`<section class="menu-group"><h3>${t('change.effects')}</h3>
      <ol class="events">${this.effects.map((event) => eventLine(event, seats, null))}</ol>
      <p class="menu-group"><button class="button main" data-change @click=${this._do}>${icon('check')}${t('change.do')}</button></p></section>`;
  }

  render() {
    const event = this.event;
    if (!event || !this.table) return nothing;
    return html`<ol class="events">${eventLine(event, this.table.seats, null)}</ol>
      ${event.undoable && !event.undone ? html`<p class="menu-group"><button class="button tall" data-undo-this @click=${this._undo}>${icon('undo')}${t('event.undo')}</button></p>` : nothing}
      ${changeable(event) ? html`<section class="menu-group"><h3>${t('change.instead')}</h3>${this._picker()}</section>` : nothing}
      ${this.action ? this._effects() : nothing}
      ${event.disputable ? html`<p class="menu-group row"><button class="button tall" data-dispute @click=${this._dispute}>${icon('scale')}${t('event.dispute')}</button><span class="soft why">${t('event.dispute.why')}</span></p>` : nothing}`;
  }
}

define('change-sheet', ChangeSheet);
