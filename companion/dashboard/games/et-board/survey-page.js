import { html, nothing, svg } from '../../vendor/lit.js';
import { t } from '../../i18n/t.js';
import { icon } from '../../ui/icons.js';
import { define } from '../../ui/part.js';
import { pressed } from '../../ui/pressed.js';
import { SurveyPart } from '../../ui/survey-part.js';
import { signAt, signOf } from './signs.js';
import { KINDS, RINGS, added, blank, changed, contradictions, fromValues, isArrow, isNumbered, offered, pickedSpace, removed, spaces, toValues, unset } from './survey.js';

const CHIPS = [null, 0, 1, 2, 3, 4, 5, 6];
const FACES = [1, 1, 2, 2, 3, 3];
const LONGEST_STEP = 3;
const RADIUS = 84;

/** Survey your own E.T. board: tap the kinds around each ring, counter-clockwise as E.T. goes. @extends {SurveyPart<import('./survey.js').Survey>} */
export class EtBoardSurvey extends SurveyPart {
  get kind() {
    return 'rings';
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
    return this.store('/api/boards/rings', { name: this.survey.name.trim(), values: toValues(this.survey) }, t('et-board.survey.kept'));
  }

  /** @param {Partial<import('./survey.js').Survey>} change */
  _change(change) {
    this.survey = { ...this.survey, ...change };
  }

  /** @param {import('./survey.js').Space} space @param {number} i */
  _space(space, i) {
    const { survey } = this;
    const angle = Math.PI / 2 + (2 * Math.PI * i) / spaces(survey).length;
    const [x, y] = [RADIUS * Math.cos(angle), -RADIUS * Math.sin(angle)];
    const size = Math.min(15, 230 / spaces(survey).length);
    const printed = isNumbered(space.kind) ? `${space.arrow}${space.chips === null ? '?' : space.chips}` : '';
    const label = t('et-board.survey.space', { n: i + 1, kind: space.kind, printed });
    const pick = () => this._change({ picked: i });
    const look = `et-survey-space ${i === survey.picked ? 'picked' : ''} ${survey.ring === 1 && survey.start === i + 1 ? 'start' : ''}`;
    return svg`<g class=${look} role="button" tabindex="0" aria-label=${label} data-space=${i + 1} @click=${pick}
      @keydown=${(/** @type {KeyboardEvent} */ event) => pressed(event, pick)}><circle cx=${x} cy=${y} r=${size}></circle>
      ${signAt(space.kind, x, printed ? y - size * 0.2 : y, size)} ${printed ? svg`<text x=${x} y=${y + size * 0.8} font-size=${size * 0.55}>${printed}</text>` : nothing}</g>`;
  }

  _ring() {
    const { survey } = this;
    return html`<section class="panel"><h2>${t('et-board.survey.ring')}</h2><p class="soft">${t('et-board.survey.ring.how')}</p>
      <div class="row tight">${Array.from({ length: RINGS }, (_, i) => html`<button class="button tall" data-ring=${i + 1} aria-pressed=${survey.ring === i + 1 ? 'true' : 'false'} @click=${() => this._change({ ring: i + 1, picked: null })}>${t('et-board.ring', { n: i + 1 })}<small>${survey.rings[i].length}</small></button>`)}</div>
      <svg class="et-survey" viewBox="-104 -104 208 208" role="group" aria-label=${t('et-board.survey.of', { ring: survey.ring, n: spaces(survey).length })}><circle class="et-survey-line" r=${RADIUS}></circle>
        ${spaces(survey).map((space, i) => this._space(space, i))}<text class="et-survey-way" y="3">${t('et-board.survey.way')}</text></svg></section>`;
  }

  _kinds() {
    return html`<section class="panel"><h2>${t('et-board.survey.kinds')}</h2><p class="soft">${t('et-board.survey.kinds.how')}</p>
      <div class="et-survey-kinds">${KINDS.map((kind) => html`<button class="button" data-add=${kind} @click=${() => (this.survey = added(this.survey, kind))}>${signOf(kind)}<span>${t(`et-board.kind.${kind}`)}</span></button>`)}</div></section>`;
  }

  /** @param {string} label @param {Array<[any, string]>} values @param {any} now @param {(value: any) => void} set @param {string} name */
  _pick(label, values, now, set, name) {
    return html`<div class="menu-group" role="group" aria-label=${label}><h3>${label}</h3><div class="row tight">
      ${values.map(([value, words]) => html`<button class="button et-survey-value" data-value=${`${name} ${words}`} aria-pressed=${value === now ? 'true' : 'false'} @click=${() => set(value)}>${words}</button>`)}</div></div>`;
  }

  _picked() {
    const { survey } = this;
    const space = pickedSpace(survey);
    if (!space || survey.picked === null) return html`<section class="panel"><p class="soft">${t('et-board.survey.none')}</p></section>`;
    const here = survey.picked + 1;
    const gate = survey.landing && survey.landing[0] === here ? survey.landing[1] : 0;
    return html`<section class="panel" data-picked=${here}><h2 class="et-wide">${signOf(space.kind)} ${t('et-board.survey.space', { n: here, kind: space.kind, printed: '' })}</h2>
      ${isNumbered(space.kind) ? this._pick(t('et-board.survey.chips'), CHIPS.map((n) => [n, n === null ? '?' : String(n)]), space.chips, (chips) => (this.survey = changed(survey, { chips })), 'chips') : nothing}
      ${isArrow(space.kind) ? this._pick(t('et-board.survey.letter'), offered(survey).map((letter) => [letter, letter]), space.arrow, (arrow) => (this.survey = changed(survey, { arrow })), 'letter') : nothing}
      ${survey.ring === RINGS ? this._pick(t('et-board.survey.landing'), [0, 1, 2, LONGEST_STEP].map((n) => [n, n ? String(n) : t('et-board.survey.no-path')]), gate, (n) => this._change({ landing: n ? [here, n] : null }), 'landing') : nothing}
      <div class="row tight menu-group">${survey.ring === 1 ? html`<button class="button tall" data-start-here aria-pressed=${survey.start === here ? 'true' : 'false'} @click=${() => this._change({ start: here })}>${icon('flag')}${t('et-board.survey.start')}</button>` : nothing}
        <button class="button tall" data-remove @click=${() => (this.survey = removed(survey))}>${icon('close')}${t('et-board.survey.remove')}</button></div></section>`;
  }

  _die() {
    const { die } = this.survey;
    const turn = (/** @type {number} */ i) => this._change({ die: die.map((face, j) => (i === j ? (face % 3) + 1 : face)) });
    return html`<section class="panel"><h2>${t('et-board.survey.die')}</h2><p class="soft">${t('et-board.survey.die.how')}</p><div class="row tight">
      ${die.map((face, i) => html`<button class="button tall" data-face=${i} @click=${() => turn(i)}>${face}</button>`)}
      <button class="button tall" data-die @click=${() => this._change({ die: die.length ? [] : FACES })}>${t(die.length ? 'et-board.survey.die.unset' : 'et-board.survey.die.look')}</button></div></section>`;
  }

  /** @param {import('./survey.js').Contradiction[]} found */
  _problems(found) {
    const { survey } = this;
    const empty = survey.rings.filter((ring) => !ring.length).length;
    return html`${found.length ? html`<div class="notice paper" role="status" data-contradictions=${found.map(({ code }) => code).join(' ')}><ul>${found.map(({ code, params }) => html`<li>${t(`et-board.survey.wrong.${code}`, params)}</li>`)}</ul></div>` : nothing}
      <p class="soft" data-unset=${unset(survey)} data-empty=${empty}>${t('et-board.survey.open', { n: unset(survey), empty })}</p>`;
  }

  render() {
    const { survey } = this;
    const control = this.known && this.known.role === 'control';
    const found = contradictions(survey);
    const named = Boolean(survey.name.trim());
    const nothingYet = survey.rings.every((ring) => !ring.length);
    return html`<div class="page wide"><h1>${t('et-board.survey.title')}</h1><p class="soft">${t('et-board.survey.how')}</p>
      <section class="panel menu-group"><label class="field"><span>${t('et-board.survey.name')}</span><input class="input" data-survey="name" translate="no" maxlength="40" autocomplete="off" .value=${survey.name}
        @input=${(/** @type {any} */ event) => this._change({ name: event.target.value })} /></label></section>
      <div class="two-columns menu-group"><div>${this._ring()}</div><div>${this._kinds()} ${this._picked()} ${this._die()}</div></div>
      ${this._problems(found)}
      <div class="start-bar"><button class="button main" data-save-survey ?disabled=${!control || !named || nothingYet || found.length > 0} @click=${this._save}>${icon('check')}${t(named ? 'et-board.survey.save' : 'survey.save.name')}</button>
        <a class="button tall" href="#/setup">${t('survey.cancel')}</a></div></div>`;
  }
}

define('et-board-survey', EtBoardSurvey);
