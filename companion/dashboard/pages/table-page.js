import { html, nothing } from '../vendor/lit.js';
import { pageOf } from '../games/index.js';
import { has, t } from '../i18n/t.js';
import { connectionBanner, isOld } from '../ui/connection.js';
import { eventList } from '../ui/event-list.js';
import { icon } from '../ui/icons.js';
import { noticeList } from '../ui/notices.js';
import { Part, define } from '../ui/part.js';
import { promptPanel } from '../ui/prompt-panel.js';
import { answerList } from '../ui/question.js';
import { eventKeys, flatParams } from '../ui/words.js';
import { welcome } from '../ui/welcome.js';
import '../ui/score-board.js';
import '../ui/sheet.js';

/**
 * @typedef {import('../core/store.js').Known} Known
 * @typedef {import('../core/api').TableView} TableView
 */

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
      picked: { state: true },
      layout: { state: true },
    };
  }

  constructor() {
    super();
    /** @type {Known | null} */
    this.known = null;
    /** @type {import('../core/store.js').Store | null} */
    this.store = null;
    /** The open sheet of the game, or 'none'. */
    this.sheet = 'none';
    /** @type {import('../core/api').EventView | null} */
    this.changing = null;
    this.byTap = false;
    this.rollByTap = false;
    /** @type {any} what the game's page keeps between two taps */
    this.picked = null;
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

  /** @returns {import('../games/index.js').Hands | null} */
  _hands() {
    if (!this.known || this.known.role !== 'control') return null;
    return {
      act: (task, action) => this._act(task, action),
      answer: (option) => this._answer(option.id),
      press: (button) => this.send({ type: 'press', button }),
      undo: (seq) => this.send({ type: 'undo', seq }),
      open: (sheet) => (this.sheet = sheet),
      picked: this.picked,
      pick: (value) => (this.picked = value),
      byTap: this.byTap,
      tapInstead: () => (this.byTap = true),
      rollByTap: this.rollByTap,
      rollInstead: () => (this.rollByTap = true),
    };
  }

  /** A tap for once: the next alien is the ship's to feel again. @param {import('../core/api').AwaitView | null} task @param {Record<string, any>} action */
  _act(task, action) {
    const open = this.known && this.known.table ? this.known.table.awaits[0] : undefined;
    if (action.type !== 'roll') this.byTap = false;
    this.picked = null;
    this.sheet = 'none';
    this.send({ type: 'act', await_id: (task || open || { id: '' }).id, action });
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
      <score-board .seats=${table.seats} .best=${best} .most=${(pageOf(table) || {}).most || 0} .layout=${this.layout} ?fresh=${this.known && this.known.connection === 'live'}></score-board>
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
    const page = pageOf(table);
    const asked = this._asked(table);
    const eventHands = hands && {
      undo: (/** @type {import('../core/api').EventView} */ event) => this.send({ type: 'undo', seq: event.seq }),
      change: page && page.sheets.change ? (/** @type {import('../core/api').EventView} */ event) => this._change(event) : null,
    };
    return html`<section class="at-news" aria-label=${t('event.list')}>
      ${question ? answerList(question, hands && hands.answer) : asked || eventList(table.events, table.seats, eventHands)}
    </section>`;
  }

  /** What the game itself asks for, with its answers; null: nothing, or a question about what was felt goes first. @param {TableView} table */
  _asked(table) {
    const page = pageOf(table);
    return page && page.asked && !table.questions.length ? page.asked(table, this._hands()) : null;
  }

  /** @param {'undo'|'redo'} kind @param {TableView} table */
  _step(kind, table) {
    const step = table[kind];
    const key = step ? eventKeys(step).find(has) : undefined;
    const what = step && key ? t(key, flatParams(step.params)) : '';
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
    const page = pageOf(table);
    const playing = table.phase === 'playing';
    return html`<section class="at-actions actions" aria-label=${t('actions.section')}>
      ${this._step('undo', table)} ${this._step('redo', table)}
      <div class="middle">${hands && page && playing ? page.controls(table, hands) : nothing} ${table.phase === 'over' ? this._over() : nothing}</div>
      ${hands && page ? Object.entries(page.sheets).map(([name, sheet]) => (playing || sheet.after ? this._opener(name, sheet) : nothing)) : nothing}
    </section>`;
  }

  _opener(/** @type {string} */ name, /** @type {import('../games/index.js').Sheet} */ sheet) {
    if (!sheet.button) return nothing;
    return html`<button class="button tall" data-open=${name} @click=${() => (this.sheet = name)}>${icon(sheet.icon || 'menu')}<span>${t(sheet.button)}</span></button>`;
  }

  _sheet(/** @type {TableView} */ table) {
    const page = pageOf(table);
    const sheet = page ? page.sheets[this.sheet] : undefined;
    const hands = this._hands();
    return html`<modal-sheet ?open=${Boolean(sheet && hands)} .heading=${sheet ? t(sheet.title) : ''} .body=${() => (sheet && hands ? sheet.body(table, this.changing, hands) : nothing)}
        @sheet-closed=${() => (this.sheet = 'none')}></modal-sheet>`;
  }

  render() {
    const known = this.known;
    const table = known && known.table;
    this.className = `layout-${this.layout}`;
    if (!known || !table) return html`<p class="loading">${t('connection.first')}</p>`;
    const page = pageOf(table);
    const game = `game-${table.game ? table.game.id : 'none'}`;
    const look = `${game} ${isOld(known) ? 'is-old' : ''} ${table.questions.length || this._asked(table) ? 'asking' : ''} ${table.seats.length >= CROWD ? 'crowd' : ''}`;
    if (table.phase === 'lobby') return html`${connectionBanner(known)}${welcome(known, this.store, (number) => this.send({ type: 'resume', number }))}`;
    return html`${connectionBanner(known)}
      <div class=${`table ${look}`}>
        ${promptPanel(table)} ${this._notices(table)}
        <section class="at-ship" aria-label=${t(page ? page.section : 'ship.section')}>${page ? page.picture(table, this.store, this._hands()) : nothing}</section>
        ${this._scores(table)} ${this._news(table)} ${this._actions(table)}
      </div>
      ${this._sheet(table)}`;
  }
}

define('table-page', TablePage);
