import { html, nothing, svg } from '../../vendor/lit.js';
import { t } from '../../i18n/t.js';
import { icon } from '../../ui/icons.js';
import { define } from '../../ui/part.js';
import { pressed } from '../../ui/pressed.js';
import { stepper } from '../../ui/stepper.js';
import { SurveyPart } from '../../ui/survey-part.js';
import { onCircle, POINTS } from './read.js';
import { moon } from './signs.js';
import { PHASES, PLAYERS, REFUSED, STARGATE, blank, contradictions, fromValues, restHalf, spots, tapped, toValues, turned, unset, usual, withSpots } from './survey.js';

const TRACK = 380;
const ROCKETS = 3;
const FUEL = 6;
const FACES = 6;
const PAIRS = [['fuel', 'fuel'], ['fuel', 'screw'], ['screw', 'screw']];

/** Survey your own Lift Off board: point by point, tap along the Moon Track; what nobody looked at stays open and is asked in the game. @extends {SurveyPart<import('./survey.js').Survey>} */
export class LiftOffSurvey extends SurveyPart {
  static get properties() {
    return { ...super.properties, point: { state: true } };
  }

  constructor() {
    super();
    this.point = 'p1';
  }

  get kind() {
    return 'moon-track';
  }

  /** @returns {import('./survey.js').Survey} */
  begun() {
    return blank();
  }

  /** @param {any} board @returns {import('./survey.js').Survey} */
  read(board) {
    return fromValues(board.name, board.values);
  }

  _save() {
    return this.store('/api/boards/moon-track', { name: this.survey.name.trim(), values: toValues(this.survey) }, t('lift-off.survey.kept'));
  }

  /** @param {Partial<import('./survey.js').Survey>} change */
  _change(change) {
    this.survey = { ...this.survey, ...change };
  }

  _board() {
    const { survey } = this;
    return html`<section class="panel"><h2>${t('lift-off.survey.board')}</h2>
      <label class="field"><span>${t('lift-off.survey.name')}</span><input class="input" data-survey="name" translate="no" maxlength="40" autocomplete="off" .value=${survey.name}
        @input=${(/** @type {any} */ event) => this._change({ name: event.target.value })} /></label>
      <div class="row menu-group"><div class="field"><span>${t('lift-off.survey.spots')}</span>${stepper({ label: t('lift-off.survey.spots'), value: spots(survey), least: 4, most: 60, change: (n) => (this.survey = withSpots(survey, n)) })}</div>
        <div class="field"><span>${t('lift-off.survey.days')}</span>${stepper({ label: t('lift-off.survey.days'), value: survey.day_spots, least: 1, most: 60, change: (n) => this._change({ day_spots: n }) })}</div></div></section>`;
  }

  _spot(/** @type {number} */ n) {
    const phase = this.survey.phases[this.point][n];
    const [x, y] = onCircle(n, spots(this.survey), TRACK);
    const size = Math.min(1.3, 11 / spots(this.survey));
    const label = t('lift-off.survey.spot', { n, phase });
    const tap = () => (this.survey = tapped(this.survey, this.point, n));
    return svg`<g class="lo-survey-spot" role="button" tabindex="0" aria-label=${label} data-spot=${n} transform=${`translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${size})`} @click=${tap}
      @keydown=${(/** @type {KeyboardEvent} */ event) => pressed(event, tap)}><circle class="lo-hit" r="70"></circle>${moon(phase === '?' ? null : phase)}
      ${n === 0 ? svg`<text class="lo-name" y="68">${t('lift-off.survey.star')}</text>` : nothing}</g>`;
  }

  _track() {
    const marks = POINTS.map((point, i) => {
      const [x, y] = onCircle(2 * i + 1, 8, 200);
      return svg`<g class=${`lo-place point ${point === this.point ? 'picked' : ''}`} transform=${`translate(${x.toFixed(1)} ${y.toFixed(1)})`}><circle class="lo-ground" r="62"></circle><text class="lo-count">${t(`lift-off.short.${point}`)}</text></g>`;
    });
    return html`<section class="panel"><h2>${t('lift-off.survey.track')}</h2><p class="soft">${t('lift-off.survey.track.how')}</p>
      <div class="row tight">${POINTS.map((point) => html`<button class="button tall" data-survey-point=${point} aria-pressed=${point === this.point ? 'true' : 'false'} @click=${() => (this.point = point)}>${t(`lift-off.place.${point}`)}</button>`)}
        <button class="button" data-usual @click=${() => (this.survey = usual(this.survey))}>${t('lift-off.survey.usual')}</button>
        <button class="button" data-rest @click=${() => (this.survey = restHalf(this.survey))}>${t('lift-off.survey.rest')}</button>
        <button class="button" data-turned ?disabled=${spots(this.survey) % 4 > 0} @click=${() => (this.survey = turned(this.survey))}>${t('lift-off.survey.turned')}</button></div>
      <svg class="lo-planet survey" viewBox="-490 -490 980 980" role="group" aria-label=${t('lift-off.survey.of', { point: this.point })}><circle class="lo-globe" r="290"></circle><circle class="lo-track" r=${TRACK}></circle>${marks}
        ${Array.from({ length: spots(this.survey) }, (_, n) => this._spot(n))}</svg></section>`;
  }

  /** One value of a list, or nobody has looked. @param {string} name @param {any} now @param {Array<[any, string]>} values @param {(value: any) => void} set */
  _pick(name, now, values, set) {
    const same = (/** @type {any} */ value) => JSON.stringify(value === undefined ? null : value) === JSON.stringify(now === undefined ? null : now);
    return html`<div class="choices">${/** @type {Array<[any, string]>} */ ([...values, [null, '?']]).map(([value, words]) => html`<label class="choice"><input type="radio" name=${name} .checked=${same(value)} aria-label=${value === null ? t('lift-off.survey.unset') : words} @change=${() => set(value)} /><span>${words}</span></label>`)}</div>`;
  }

  _starts() {
    const { survey } = this;
    const values = /** @type {Array<[any, string]>} */ (Array.from({ length: survey.day_spots }, (_, n) => [n, String(n + 1)]));
    return html`<section class="panel"><h2>${t('lift-off.survey.starts')}</h2><p class="soft">${t('lift-off.survey.starts.how')}</p>
      ${PLAYERS.map((n) => html`<div class="menu-group" role="radiogroup" aria-label=${t('lift-off.survey.players', { n: Number(n) })}><h3>${t('lift-off.survey.players', { n: Number(n) })}</h3>
        ${this._pick(`start-${n}`, survey.day_start[n], values, (value) => this._change({ day_start: { ...survey.day_start, [n]: value } }))}</div>`)}</section>`;
  }

  /** @param {string} name @param {Array<[any, string]>} values */
  _table(name, values) {
    const { tables } = this.survey;
    return html`<section class="panel"><h2>${t(`lift-off.tile.${name}`)}</h2><p class="soft">${t(`lift-off.survey.${name}`)}</p>
      ${PHASES.map((phase) => html`<div class="menu-group" role="radiogroup" aria-label=${`${t(`lift-off.tile.${name}`)}: ${t(`lift-off.phase.${phase}`)}`}><h3>${t(`lift-off.phase.${phase}`)}</h3>
        ${this._pick(`${name}-${phase}`, tables[name][phase], values, (value) => this._change({ tables: { ...tables, [name]: { ...tables[name], [phase]: value } } }))}</div>`)}</section>`;
  }

  /** @param {string} name @param {any[]} faces @param {(value: any) => string} words */
  _die(name, faces, words) {
    const { dice } = this.survey;
    const now = dice[name];
    const set = (/** @type {any[]} */ value) => this._change({ dice: { ...dice, [name]: value } });
    const turn = (/** @type {number} */ i) => set(now.map((face, j) => (i === j ? faces[(faces.indexOf(face) + 1) % faces.length] : face)));
    return html`<section class="panel"><h2>${t(`lift-off.survey.${name}`)}</h2><p class="soft">${t('lift-off.survey.die.how')}</p><div class="row tight">
      ${now.length ? now.map((face, i) => html`<button class="button tall" data-face=${`${name} ${i}`} @click=${() => turn(i)}>${words(face)}</button>`) : nothing}
      <button class="button" data-die=${name} @click=${() => set(now.length ? [] : Array.from({ length: FACES }, (_, i) => faces[i % faces.length]))}>${now.length ? t('lift-off.survey.unset') : t('lift-off.survey.die.look')}</button></div></section>`;
  }

  _problems() {
    const found = contradictions(this.survey);
    const open = unset(this.survey);
    return html`${found.length ? html`<div class="notice paper" role="status" data-contradictions=${found.length}><ul>${found.map(({ code, params }) => html`<li>${t(`lift-off.survey.wrong.${code}`, params)}</li>`)}</ul></div>` : nothing}
      <p class="soft" data-unset=${open}>${t('lift-off.survey.open', { n: open })}</p>`;
  }

  render() {
    const { survey } = this;
    const control = this.known && this.known.role === 'control';
    const refused = contradictions(survey).some(({ code }) => REFUSED.has(code));
    const rockets = /** @type {Array<[any, string]>} */ (Array.from({ length: ROCKETS }, (_, n) => [n + 1, String(n + 1)]));
    const fuel = /** @type {Array<[any, string]>} */ (Array.from({ length: FUEL }, (_, n) => [n + 1, String(n + 1)]));
    const pairs = /** @type {Array<[any, string]>} */ (PAIRS.map((pair) => [pair, pair.map((one) => t(`lift-off.resource.${one}`)).join(' + ')]));
    return html`<div class="page"><h1>${t('lift-off.survey.title')}</h1><p class="soft">${t('lift-off.survey.how')}</p>
      <div class="two-columns menu-group"><div>${this._board()} ${this._track()}</div>
        <div>${this._starts()} ${this._table('bonfire', rockets)} ${this._table('trampoline', rockets)} ${this._table('jetpack', fuel)} ${this._table('slingshot', pairs)}
          ${this._die('lift_off_die', [0, 1, 2, 3], (face) => t('lift-off.rockets', { n: face }))} ${this._die('stargate_die', STARGATE, (face) => t(`lift-off.stargate.${face}`))} ${this._die('number_die', [1, 2, 3, 4, 5, 6], String)}</div></div>
      ${this._problems()}
      <div class="start-bar"><button class="button main" data-save-survey ?disabled=${!control || !survey.name.trim() || refused} @click=${this._save}>${icon('check')}${t(survey.name.trim() ? 'lift-off.survey.save' : 'survey.save.name')}</button>
        <a class="button tall" href="#/setup">${t('survey.cancel')}</a></div></div>`;
  }
}

define('lift-off-survey', LiftOffSurvey);
