import { html, nothing } from '../vendor/lit.js';
import { GAME_VIEWS } from '../games/index.js';
import { has, t } from '../i18n/t.js';
import { connectionBanner, isOld } from '../ui/connection.js';
import { eventList } from '../ui/event-list.js';
import { icon } from '../ui/icons.js';
import { noticeList } from '../ui/notices.js';
import { Part, define } from '../ui/part.js';
import { promptPanel } from '../ui/prompt-panel.js';
import { answerList } from '../ui/question.js';
import { flatParams } from '../ui/words.js';
import { welcome } from '../ui/welcome.js';
import '../ui/score-board.js';
import '../ui/sheet.js';
import '../ui/correct-sheet.js';
import '../ui/change-sheet.js';
import '../ui/fell-sheet.js';

/**
 * @typedef {import('../core/store.js').Known} Known
 * @typedef {import('../core/api').TableView} TableView
 */

/** @type {Record<string, string>} */
const SHEET_TITLES = { none: 'correct.title', correct: 'correct.title', aboard: 'correct.title', fell: 'fell.title', change: 'change.title' };

/** The layout for the room the page has. @param {number} width @param {number} height */
export function layoutFor(width, height) {
  if (width < 600 || height < 480) return 'phone';
  return width >= 900 && width > height * 1.05 ? 'wide' : 'tall';
}

/** From this many players on, the scores get the larger part of a wide page. */
const CROWD = 5;

/** The game page: everything of the running game on one screen. */
export class TablePage extends Part {
  static get properties() {
    return {
      known: { attribute: false },
      store: { attribute: false },
      sheet: { state: true },
      byTap: { state: true },
      rollByTap: { state: true },
      layout: { state: true },
    };
  }

  constructor() {
    super();
    /** @type {Known | null} */
    this.known = null;
    /** @type {import('../core/store.js').Store | null} */
    this.store = null;
    /** @type {'none'|'correct'|'aboard'|'fell'|'change'} */
    this.sheet = 'none';
    /** @type {import('../core/api').EventView | null} */
    this.changing = null;
    this.byTap = false;
    this.rollByTap = false;
    this.layout = layoutFor(window.innerWidth, window.innerHeight);
  }

  connectedCallback() {
    super.connectedCallback();
    const watcher = new ResizeObserver(() => {
      this.layout = layoutFor(this.clientWidth, Math.max(this.clientHeight, this.parentElement ? this.parentElement.clientHeight : 0));
    });
    watcher.observe(this.parentElement || this);
    this.keep(() => watcher.disconnect());
  }

  /** @returns {import('../games/balancing-aliens/view.js').Hands | null} */
  _hands() {
    if (!this.known || this.known.role !== 'control') return null;
    return {
      act: (task, action) => this._act(task, action),
      answer: (option) => this._answer(option.id),
      press: (button) => this.send({ type: 'press', button }),
      byTap: this.byTap,
      tapInstead: () => (this.byTap = true),
      rollByTap: this.rollByTap,
      rollInstead: () => (this.rollByTap = true),
    };
  }

  /** A tap for once: the next alien is the ship's to feel again. @param {import('../core/api').AwaitView} task @param {Record<string, any>} action */
  _act(task, action) {
    if (task.kind !== 'roll') this.byTap = false;
    this.send({ type: 'act', await_id: task.id, action });
  }

  _answer(/** @type {string} */ option) {
    const question = this.known && this.known.table && this.known.table.questions[0];
    if (question) this.send({ type: 'answer', question: question.id, option });
  }

  _change(/** @type {import('../core/api').EventView} */ event) {
    this.changing = event;
    this.sheet = 'change';
  }

  _scores(/** @type {TableView} */ table) {
    const best = table.outcome ? table.outcome.ranking[0] || [] : [];
    return html`<section class="at-scores" aria-label=${t('score.section')}>
      <score-board .seats=${table.seats} .best=${best} .layout=${this.layout} ?fresh=${this.known && this.known.connection === 'live'}></score-board>
    </section>`;
  }

  _notices(/** @type {TableView} */ table) {
    const hands = this._hands() && {
      notice: (/** @type {string} */ id, /** @type {string} */ action) => this.send({ type: 'notice', notice: id, action }),
      manual: () => this.send({ type: 'mode', mode: 'manual' }),
      correct: () => (this.sheet = 'aboard'),
    };
    return html`<section class="at-notices" aria-label=${t('notice.section')}>${noticeList(table, hands)}</section>`;
  }

  _news(/** @type {TableView} */ table) {
    const hands = this._hands();
    const question = table.questions[0];
    const eventHands = hands && {
      undo: (/** @type {import('../core/api').EventView} */ event) => this.send({ type: 'undo', seq: event.seq }),
      change: (/** @type {import('../core/api').EventView} */ event) => this._change(event),
    };
    return html`<section class="at-news" aria-label=${t('event.list')}>
      ${question ? answerList(question, hands && hands.answer) : eventList(table.events, table.seats, eventHands)}
    </section>`;
  }

  /** @param {'undo'|'redo'} kind @param {TableView} table */
  _step(kind, table) {
    const step = table[kind];
    const key = step ? `event.${step.code}` : '';
    const what = step && has(key) ? t(key, flatParams(step.params)) : '';
    const name = t(kind === 'undo' ? 'undo.button' : 'redo.button');
    const label = step ? t(kind === 'undo' ? 'undo.what' : 'redo.what', { what }) : name;
    return html`<button class="button tall" data-step=${kind} ?disabled=${!step || !this._hands()} aria-label=${label}
      @click=${() => step && this.send({ type: kind, seq: step.seq })}>${icon(kind)}<span>${name}</span></button>`;
  }

  _over() {
    return html`<a class="button main" href="#/setup">${icon('play')}${t('over.again')}</a><a class="button tall" href="#/history">${icon('history')}${t('over.log')}</a>`;
  }

  _actions(/** @type {TableView} */ table) {
    const hands = this._hands();
    const view = table.game ? GAME_VIEWS[table.game.id] : undefined;
    const playing = table.phase === 'playing';
    return html`<section class="at-actions actions" aria-label=${t('actions.section')}>
      ${this._step('undo', table)} ${this._step('redo', table)}
      <div class="middle">${hands && view && playing ? view.controls(table, hands) : nothing} ${table.phase === 'over' ? this._over() : nothing}</div>
      ${hands && playing
        ? html`<button class="button tall" data-open="fell" @click=${() => (this.sheet = 'fell')}>${icon('fall')}<span>${t('fell.button')}</span></button>
            <button class="button tall" data-open="correct" @click=${() => (this.sheet = 'correct')}>${icon('pen')}<span>${t('correct.button')}</span></button>`
        : nothing}
    </section>`;
  }

  _sheetBody() {
    const table = this.known && this.known.table;
    if (this.sheet === 'fell') return html`<fell-sheet .table=${table}></fell-sheet>`;
    if (this.sheet === 'change') return html`<change-sheet .table=${table} .event=${this.changing}></change-sheet>`;
    return html`<correct-sheet .table=${table} ?aboard-first=${this.sheet === 'aboard'}></correct-sheet>`;
  }

  render() {
    const known = this.known;
    const table = known && known.table;
    this.className = `layout-${this.layout}`;
    if (!known || !table) return html`<p class="loading">${t('connection.first')}</p>`;
    const view = table.game ? GAME_VIEWS[table.game.id] : undefined;
    const look = `${isOld(known) ? 'is-old' : ''} ${table.questions.length ? 'asking' : ''} ${table.seats.length >= CROWD ? 'crowd' : ''}`;
    if (table.phase === 'lobby') return html`${connectionBanner(known)}${welcome(known, this.store, (number) => this.send({ type: 'resume', number }))}`;
    return html`${connectionBanner(known)}
      <div class=${`table ${look}`}>
        ${promptPanel(table)} ${this._notices(table)}
        <section class="at-ship" aria-label=${t('ship.section')}>${view ? view.picture(table, this.store, this._hands()) : nothing}</section>
        ${this._scores(table)} ${this._news(table)} ${this._actions(table)}
      </div>
      <modal-sheet ?open=${this.sheet !== 'none'} .heading=${t(SHEET_TITLES[this.sheet])} .body=${() => this._sheetBody()}
        @sheet-closed=${() => (this.sheet = 'none')}></modal-sheet>`;
  }
}

define('table-page', TablePage);
