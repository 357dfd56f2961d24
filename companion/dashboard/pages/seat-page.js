import { html, nothing } from '../vendor/lit.js';
import { SEAT_PAGES } from '../games/index.js';
import { t } from '../i18n/t.js';
import { connectionBanner, isOld } from '../ui/connection.js';
import { icon } from '../ui/icons.js';
import { markOf, whoClass } from '../ui/mark.js';
import { noticeList } from '../ui/notices.js';
import { Part, define } from '../ui/part.js';
import { problemWords } from '../ui/words.js';

/**
 * @typedef {import('../core/store.js').Known} Known
 * @typedef {import('../core/seat.js').SeatState} SeatState
 * @typedef {import('../core/api').TableView} TableView
 */

/** The phone of one seat: what only this player may see, and the few things only this player may do. */
export class SeatPage extends Part {
  static get properties() {
    return { known: { attribute: false }, seat: { attribute: false }, picked: { state: true }, covered: { state: true }, read: { state: true } };
  }

  constructor() {
    super();
    /** @type {Known | null} */
    this.known = null;
    /** @type {SeatState | null} */
    this.seat = null;
    /** @type {any} what is chosen and not yet done */
    this.picked = null;
    this.covered = false;
    /** @type {SeatState['problem']} what has been told and put away */
    this.read = null;
  }

  /** @returns {import('../games/index.js').SeatHands} */
  _hands() {
    return {
      act: (task, action) => {
        this.picked = null;
        this.sendAsSeat({ type: 'act', await_id: task.id, action });
      },
      undo: (seq) => this.sendAsSeat({ type: 'undo', seq }),
      picked: this.picked,
      pick: (value) => (this.picked = value),
    };
  }

  /** Words instead of a seat. @param {string} code @param {string} words */
  _without(code, words) {
    return html`<section class="panel seat-words" data-seat=${code}><h1>${t(`seat.${code}`)}</h1><p>${words}</p>
      <a class="button tall" href="#/table">${icon('play')}${t('seat.watch')}</a></section>`;
  }

  /** Why a new code gave no seat, above the seat this phone has or had. @param {SeatState['problem']} problem */
  _problem(problem) {
    if (!problem || problem === this.read) return nothing;
    return html`<div class="notice paper" role="alert" data-seat-problem=${problem.code}><p><b>${t('seat.refused')}</b> ${problemWords(problem.code, problem.params, problem.message)}</p>
      <button class="button tall" @click=${() => (this.read = problem)}>${icon('check')}${t('action.seen')}</button></div>`;
  }

  _head(/** @type {TableView} */ table, /** @type {number} */ number) {
    const seat = table.seats[number];
    return html`<header class=${`seat-head ${whoClass(seat.mark)}`}>${markOf(seat.mark)}<h1 translate="no">${seat.name}</h1>
      <button class="button" data-cover aria-pressed=${this.covered ? 'true' : 'false'} @click=${() => (this.covered = !this.covered)}>${icon(this.covered ? 'awake' : 'asleep')}${t(this.covered ? 'seat.uncover' : 'seat.cover')}</button></header>`;
  }

  _game(/** @type {TableView} */ table, /** @type {number} */ number) {
    const view = table.game ? SEAT_PAGES[table.game.id] : undefined;
    return html`${this._head(table, number)} ${noticeList(table, null)}
      ${this.covered ? html`<p class="panel seat-covered">${t('seat.covered')}</p>` : view ? view(table, number, this._hands()) : nothing}`;
  }

  _body(/** @type {Known} */ known, /** @type {SeatState} */ seat) {
    const { phase, problem } = seat;
    if (phase === 'held' && known.table && known.seat !== null) return this._game(known.table, known.seat);
    if (phase === 'held' || phase === 'claiming') return html`<p class="loading">${t('seat.claiming')}</p>`;
    if (phase === 'refused' && problem) return this._without('refused', problemWords(problem.code, problem.params, problem.message));
    return this._without(phase, t(`seat.${phase}.how`));
  }

  render() {
    if (!this.known || !this.seat) return nothing;
    const old = isOld(this.known) ? 'is-old' : '';
    return html`<div class=${`page seat ${old}`}>${connectionBanner(this.known)} ${this.seat.phase === 'refused' ? nothing : this._problem(this.seat.problem)} ${this._body(this.known, this.seat)}</div>`;
  }
}

define('seat-page', SeatPage);
