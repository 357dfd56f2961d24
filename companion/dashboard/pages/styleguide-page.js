import { html } from '../vendor/lit.js';
import { openAreas } from '../core/prompt.js';
import { asked, picture } from '../games/close-encounters/view.js';
import { t } from '../i18n/t.js';
import { connectionBanner, connectionSign } from '../ui/connection.js';
import { dieFace } from '../ui/die.js';
import { eventList } from '../ui/event-list.js';
import { ASKING, BOARD, EVENTS, MOVING, OVER, PLACING, ROLLING, SEATS, STANDING, TRAPPED, TROUBLED } from '../ui/guide-samples.js';
import { icon } from '../ui/icons.js';
import { MARKS, markOf } from '../ui/mark.js';
import { noticeList } from '../ui/notices.js';
import { Part, define } from '../ui/part.js';
import { promptParts } from '../ui/prompt-panel.js';
import { answerList, candidatesOf } from '../ui/question.js';
import { rollPad } from '../ui/roll-pad.js';
import { stepper } from '../ui/stepper.js';
import '../ui/score-board.js';
import '../ui/ship-picture.js';

const GROUNDS = ['sky-deep', 'sky', 'panel', 'raised', 'line', 'line-soft', 'text', 'text-soft', 'text-old', 'moon', 'on-moon', 'paper', 'on-paper'];
const THINGS = ['disc', 'disc-band', 'disc-rim', 'disc-line', 'boss', 'alien', 'doubt', 'die', 'pip'];
const SIZES = ['t-small', 't-body', 't-aux', 't-1m', 't-2m'];
const nothingHappens = () => undefined;

/** Every token and every component in every state, in both themes, so that a change is seen where it lands. */
export class StyleguidePage extends Part {
  static get properties() {
    return { known: { attribute: false } };
  }

  constructor() {
    super();
    /** @type {import('../core/store.js').Known | null} */
    this.known = null;
  }

  /** @param {string} key @param {unknown} body */
  _specimen(key, body) {
    return html`<div class="specimen"><h3>${t(`guide.${key}`)}</h3>${body}</div>`;
  }

  /** @param {string} name */
  _swatch(name) {
    return html`<div class="swatch"><i class=${`ground-${name}`}></i><span translate="no">--${name}</span></div>`;
  }

  _tokens() {
    return html`${this._specimen('colours', html`<div class="swatches">${[...GROUNDS, ...THINGS].map((name) => this._swatch(name))}</div>`)}
      ${this._specimen('players', html`<div class="row">${Array.from({ length: MARKS }, (_, i) => html`<span class="guide-mark">${markOf(i)}</span>`)}</div>`)}
      ${this._specimen('type', SIZES.map((name) => html`<p class=${`guide-${name}`} translate="no">${name} 0123456789</p>`))}`;
  }

  _controls() {
    return html`${this._specimen(
      'buttons',
      html`<div class="row"><button class="button main">${icon('play')}${t('setup.start', { n: 2 })}</button><button class="button main" disabled>${t('setup.start', { n: 0 })}</button>
        <button class="button tall">${icon('undo')}${t('undo.button')}</button><button class="button">${t('event.undo')}</button><button class="button" aria-pressed="true">${t('theme.dark')}</button>
        <button class="button" disabled>${t('redo.button')}</button><button class="button quiet">${icon('menu')}${t('menu.button')}</button></div>`,
    )}
    ${this._specimen('fields', html`<div class="row"><input class="input short" aria-label=${t('setup.player', { n: 1 })} placeholder=${t('setup.player', { n: 1 })} />${stepper({ label: t('survey.diameter'), value: 300, change: nothingHappens })}</div>`)}
    ${this._specimen(
      'choices',
      html`<div class="choices"><label class="choice"><input type="checkbox" checked /><span>${t('rule.value.true')}</span></label><label class="choice"><input type="checkbox" /><span>${t('rule.value.false')}</span></label></div>`,
    )}
    ${this._specimen('tags', html`<div class="row"><p class="tag">${icon('awake')}${t('wake.active')}</p><p class="tag strong">${t('board.unverified')}</p></div>`)}
    ${this._specimen('dice', html`<div class="row guide-dice">${[1, 2, 3, 4, 5, 6].map(dieFace)}</div>${rollPad(nothingHappens)}`)}`;
  }

  _connections() {
    const known = this.known;
    if (!known) return '';
    const states = /** @type {const} */ (['connecting', 'live', 'stale', 'reconnecting', 'offline']);
    return this._specimen('connection', html`<div class="row">${states.map((connection) => connectionSign({ ...known, connection }))}</div>${states.slice(2, 4).map((connection) => connectionBanner({ ...known, outdated: false, connection, table: ROLLING }))}`);
  }

  _prompt(/** @type {import('../core/api').TableView} */ table) {
    const { sign, name, what, roll, look } = promptParts(table);
    return html`<div class=${`guide-prompt ${look}`}>${sign}<p class="prompt-words">${name}<span>${what}</span></p>${roll}</div>`;
  }

  _game() {
    const hands = { notice: nothingHappens, manual: nothingHappens, correct: nothingHappens };
    const question = ASKING.questions[0];
    return html`${this._specimen('prompts', [ROLLING, PLACING, ASKING, OVER].map((table) => this._prompt(table)))}
      ${this._specimen('scores', html`<score-board layout="tall" .seats=${SEATS.slice(0, 4)} .layout=${'tall'}></score-board>`)}
      ${this._specimen('scores.old', html`<div class="is-old"><score-board .seats=${SEATS.slice(4, 8)} .layout=${'tall'}></score-board></div>`)}
      ${this._specimen('events', eventList(EVENTS, SEATS, { undo: nothingHappens, change: nothingHappens }))}
      ${this._specimen('notices', html`<div class="at-notices">${noticeList(TROUBLED, hands)}</div>`)}
      ${this._specimen('answers', html`<ship-picture class="guide-ship" .board=${BOARD} .standing=${STANDING} .candidates=${candidatesOf(question, BOARD, nothingHappens)}></ship-picture>${answerList(question, nothingHappens)}`)}
      ${this._specimen('grid', [MOVING, TRAPPED].map((table) => html`<div class="guide-grid">${picture(table, null, null)}</div>${asked(table, null)}`))}
      ${this._specimen('ship', html`<ship-picture class="guide-ship" .board=${BOARD} .standing=${STANDING} .open=${openAreas(PLACING)}></ship-picture>`)}`;
  }

  render() {
    const themes = /** @type {const} */ (['dark', 'light']);
    return html`<div class="page wide layout-tall"><h1>${t('menu.styleguide')}</h1><p class="soft">${t('guide.how')}</p>
      <div class="two-columns">${themes.map((theme) => html`<section class="guide-theme" data-theme=${theme}><h2>${t(`theme.${theme}`)}</h2>${this._tokens()} ${this._controls()} ${this._connections()} ${this._game()}</section>`)}</div></div>`;
  }
}

define('styleguide-page', StyleguidePage);
