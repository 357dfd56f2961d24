import { html, nothing } from '../vendor/lit.js';
import { shipOf } from '../core/board.js';
import { t, tFirst } from '../i18n/t.js';
import { icon } from '../ui/icons.js';
import { Part, define } from '../ui/part.js';
import { platePicture } from '../ui/plate-picture.js';
import { stepper } from '../ui/stepper.js';
import { flatParams } from '../ui/words.js';
import '../ui/ship-picture.js';

/** @typedef {import('../core/api').CalibrationView} Guide */

const LOOK_MS = 250;
const USUAL_G = 200;
const LEAST_G = 20;
const MOST_G = 2000;

/** A dot on the ship, [distance from the middle in mm, degrees], as a point. @param {[number, number]} dot @returns {[number, number]} */
const pointOf = ([radius_mm, deg]) => [radius_mm * Math.cos((deg * Math.PI) / 180), radius_mm * Math.sin((deg * Math.PI) / 180)];

/** Teach the plate what weighs what: one thing to do at a time, with a picture of it. */
export class CalibratePage extends Part {
  static get properties() {
    return { known: { attribute: false }, guide: { state: true }, board: { state: true }, absent: { state: true }, grams: { state: true }, far: { state: true } };
  }

  constructor() {
    super();
    /** @type {import('../core/store.js').Known | null} */
    this.known = null;
    /** @type {Guide | null} */
    this.guide = null;
    /** @type {import('../core/api').BoardView | null} */
    this.board = null;
    this.absent = false;
    this.grams = USUAL_G;
    this.far = { ring: 1, aliens: 1 };
  }

  connectedCallback() {
    super.connectedCallback();
    setTimeout(() => this._board());
    const look = setInterval(() => this._look(), LOOK_MS);
    this.keep(() => clearInterval(look));
  }

  async _board() {
    const boards = await this.load('/api/boards');
    const stored = boards && boards.boards.find((/** @type {any} */ one) => shipOf(one.board));
    this.board = stored ? stored.board : null;
  }

  async _look() {
    if (document.hidden) return;
    try {
      const response = await fetch('/api/setup/calibration', { cache: 'no-store' });
      this.absent = !response.ok;
      if (response.ok) this.guide = await response.json();
    } catch (error) {
      this.absent = true;
    }
  }

  /** @param {string} press @param {Record<string, number>} more */
  async _press(press, more = {}) {
    const guide = await this.post('/api/setup/calibration', { press, ...more });
    if (guide && guide.code !== undefined) this.guide = guide;
    if (guide && press === 'use') this.tell('companion-toast', t('calibrate.used'));
  }

  /** Where the aliens of this step go. @param {Guide} guide */
  _ghosts(guide) {
    const at = /** @type {any} */ (guide.params.at);
    if (guide.code === 'alien') return [{ ring: 1, sector: 1, xy_mm: pointOf(at) }];
    return guide.code === 'aliens' ? at.map((/** @type {[number, number]} */ dot) => ({ ring: 1, sector: 1, xy_mm: pointOf(dot) })) : [];
  }

  _picture(/** @type {Guide} */ guide) {
    if (['empty', 'mass', 'again'].includes(guide.code)) return platePicture(guide.code !== 'empty' ? /** @type {[number, number]} */ (guide.params.at) : null, this._words(guide));
    return html`<ship-picture .board=${this.board} .ghosts=${this._ghosts(guide)}></ship-picture>`;
  }

  _words(/** @type {Guide} */ guide) {
    return tFirst([`calibrate.step.${guide.code}`], 'prompt.unknown', guide.code, flatParams(guide.params));
  }

  /** Why a step is refused. @param {Guide} guide */
  _problem(guide) {
    if (!guide.problem) return nothing;
    const words = tFirst([`calibrate.problem.${guide.problem}`], 'problem.unknown', guide.problem, { detail: guide.missing || '', cell: guide.cell || 0, ...guide.found });
    return html`<div class="notice paper" data-problem=${guide.problem}>${icon('bell')}<p>${words}</p></div>`;
  }

  /** The figures measured so far. @param {Guide} guide */
  _found(guide) {
    const rows = Object.entries(guide.found);
    return rows.length ? html`<ul>${rows.map(([name, value]) => html`<li data-found=${name}>${t(`calibrate.found.${name}`, { value })}</li>`)}</ul>` : nothing;
  }

  _step(/** @type {Guide} */ guide) {
    const holds = guide.phase === 'hold';
    return html`<section class="panel two-columns"><div class="calibrate-picture">${this._picture(guide)}</div>
      <div><p class="row"><span class="tag">${t('calibrate.progress', { step: guide.step, of: guide.of })}</span></p>
      <h2 class="calibrate-words">${this._words(guide)}</h2>
      <p data-good>${tFirst([`calibrate.good.${guide.code}`], 'prompt.unknown', guide.code, {})}</p>
      ${this._problem(guide)} ${this._found(guide)}
      <div class="row menu-group">
        ${holds
          ? html`<p class="calibrate-words" role="timer">${t('calibrate.hold', { s: Math.ceil(guide.left_s) })}</p>`
          : html`<button class="button main" data-press="ready" @click=${() => this._press('ready')}>${icon('check')}${t('calibrate.ready')}</button>
              <button class="button tall" data-press="back" ?disabled=${guide.step <= 1} @click=${() => this._press('back')}>${icon('undo')}${t('calibrate.back')}</button>`}
        <button class="button tall" data-press="stop" @click=${() => this._press('stop')}>${t('calibrate.stop')}</button>
      </div></div></section>`;
  }

  _end(/** @type {Guide} */ guide) {
    const done = guide.phase === 'done';
    const check = guide.kind === 'check';
    const told = check ? t(done ? 'calibrate.check.done' : 'calibrate.check.bad') : done ? t('calibrate.done') : t('calibrate.failed', { missing: guide.missing || '' });
    return html`<section class="panel"><h2 class="calibrate-words">${told}</h2>${check ? this._problem(guide) : nothing} ${this._found(guide)}
      <div class="row menu-group">
        ${done && !check ? html`<button class="button main" data-press="use" @click=${() => this._press('use')}>${icon('check')}${t('calibrate.use')}</button>` : nothing}
        <button class="button tall" data-press="back" @click=${() => this._press('back')}>${icon('undo')}${t('calibrate.back')}</button>
        <button class="button tall" data-press="stop" @click=${() => this._press('stop')}>${t(done && check ? 'calibrate.done.check' : 'calibrate.stop')}</button>
      </div></section>`;
  }

  _begin(/** @type {Guide} */ guide) {
    const control = Boolean(this.known && this.known.role === 'control');
    return html`${guide.calibrated ? this._known(guide, control) : nothing}<section class="panel"><p>${t('calibrate.needs')}</p>
      <div class="row"><span>${t('calibrate.mass')}</span>${stepper({ label: t('calibrate.mass'), value: this.grams, least: LEAST_G, most: MOST_G, change: (grams) => (this.grams = grams) })}</div>
      <p class="menu-group"><button class="button main" data-press="start" ?disabled=${!control} @click=${() => this._press('start', { grams: this.grams })}>${icon('play')}${t('calibrate.start')}</button></p></section>`;
  }

  /** What can be done with a calibrated plate: check it, and note how hard the ship is set. @param {Guide} guide @param {boolean} control */
  _known(guide, control) {
    const noted = guide.difficulty;
    const far = (/** @type {'ring' | 'aliens'} */ name, /** @type {number} */ most) =>
      html`<span>${t(`calibrate.difficulty.${name}`)}</span>${stepper({ label: t(`calibrate.difficulty.${name}`), value: this.far[name], least: 1, most, change: (value) => (this.far = { ...this.far, [name]: value }) })}`;
    return html`<section class="panel"><p>${t('calibrate.check.how')}</p>
      <p class="menu-group"><button class="button main" data-press="check" ?disabled=${!control} @click=${() => this._press('check')}>${icon('check')}${t('calibrate.check')}</button></p></section>
      <section class="panel"><h2>${t('calibrate.difficulty')}</h2><p>${t('calibrate.difficulty.how')}</p>
      ${noted ? html`<p data-difficulty>${t('calibrate.difficulty.kept', { ring: noted.ring, aliens: noted.aliens })}</p>` : nothing}
      <div class="row">${far('aliens', 10)} ${far('ring', 20)}
      <button class="button tall" data-press="note" ?disabled=${!control} @click=${() => this._press('note', this.far)}>${t('calibrate.difficulty.keep')}</button></div></section>`;
  }

  _body() {
    const guide = this.guide;
    if (this.absent) return html`<p class="panel">${t('problem.no-plate')}</p>`;
    if (!guide) return html`<p class="loading">${t('connection.first')}</p>`;
    if (!guide.running) return this._begin(guide);
    return guide.phase === 'done' || guide.phase === 'failed' ? this._end(guide) : this._step(guide);
  }

  render() {
    return html`<div class="page"><h1>${t('menu.calibrate')}</h1>${this._body()}</div>`;
  }
}

define('calibrate-page', CalibratePage);
