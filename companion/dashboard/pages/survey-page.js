import { html } from '../vendor/lit.js';
import { MARGIN_MM } from '../core/geometry.js';
import { blank, fromBoard, rim, rings, tapped, toBoard, toView, withDiameter, withEdge, withPoints, withRings } from '../core/survey.js';
import { t } from '../i18n/t.js';
import { icon } from '../ui/icons.js';
import { define } from '../ui/part.js';
import { stepper } from '../ui/stepper.js';
import { SurveyPart } from '../ui/survey-part.js';
import '../ui/ship-picture.js';

/** Measure your own ship: a ruler, three minutes, one page. What is typed is drawn, and what is tapped is typed. @extends {SurveyPart<import('../core/survey.js').Survey>} */
export class SurveyPage extends SurveyPart {
  get kind() {
    return 'ship';
  }

  /** @returns {import('../core/survey.js').Survey} */
  begun() {
    return withRings(blank(), 6);
  }

  /** @param {any} board @returns {import('../core/survey.js').Survey} */
  read(board) {
    return fromBoard(board);
  }

  _set(/** @type {import('../core/survey.js').Survey} */ survey) {
    this.survey = survey;
  }

  /** A tap on the drawing moves the nearest ring line there. @param {MouseEvent} event */
  _tap(event) {
    const disc = /** @type {Element} */ (this.querySelector('.ship-disc'));
    const box = disc.getBoundingClientRect();
    const mm = (2 * (rim(this.survey) + MARGIN_MM)) / box.width;
    const [x, y] = [event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2];
    this._set(tapped(this.survey, Math.hypot(x, y) * mm));
  }

  _save() {
    return this.store('/api/boards', toBoard(this.survey), t('survey.saved'));
  }

  _sizes() {
    const { survey } = this;
    const field = (/** @type {string} */ key, /** @type {unknown} */ input) => html`<div class="field"><span>${t(key)}</span>${input}</div>`;
    return html`<section class="panel"><h2>${t('survey.sizes')}</h2>
      <label class="field"><span>${t('survey.name')}</span><input class="input" data-survey="name" translate="no" maxlength="40" autocomplete="off" .value=${survey.name}
        @input=${(/** @type {any} */ event) => this._set({ ...survey, name: event.target.value })} /></label>
      <div class="menu-group" role="radiogroup" aria-labelledby="survey-side"><h3 id="survey-side">${t('survey.side')}</h3><div class="choices">
        ${/** @type {const} */ (['balancing', 'dance']).map((side) => html`<label class="choice"><input type="radio" name="side" .checked=${survey.side === side} @change=${() => this._set({ ...survey, side })} /><span>${t(`survey.side.${side}`)}</span></label>`)}
      </div></div>
      <div class="row menu-group">
        ${field('survey.diameter', stepper({ label: t('survey.diameter'), value: survey.diameter_mm, least: 60, most: 900, change: (value) => this._set(withDiameter(survey, value)) }))}
        ${field('survey.foot', stepper({ label: t('survey.foot'), value: survey.foot_radius_mm, least: 1, most: 50, step: 0.5, change: (value) => this._set({ ...survey, foot_radius_mm: value }) }))}
        ${field('survey.aliens', stepper({ label: t('survey.aliens'), value: survey.aliens, least: 1, most: 60, change: (value) => this._set({ ...survey, aliens: value }) }))}
        ${field('survey.rings', stepper({ label: t('survey.rings'), value: rings(survey), least: 1, most: 12, change: (value) => this._set(withRings(survey, value)) }))}
      </div></section>`;
  }

  _rings() {
    const { survey } = this;
    return html`<section class="panel"><h2>${t('survey.ring-lines')}</h2><p class="soft">${t('survey.ring-lines.how')}</p>
      <div class="menu-group field"><span>${t('survey.hub')}</span>${stepper({ label: t('survey.hub'), value: survey.edges_mm[0], least: 1, most: rim(survey), step: 0.5, change: (value) => this._set(withEdge(survey, 0, value)) })}</div>
      <table class="ring-table menu-group"><thead><tr><th scope="col">${t('survey.ring')}</th><th scope="col">${t('survey.outer')}</th><th scope="col">${t(survey.side === 'dance' ? 'survey.dice' : 'survey.points')}</th></tr></thead><tbody>
      ${survey.points.map((points, i) => {
        const last = i === survey.points.length - 1;
        const label = t('survey.outer.of', { ring: i + 1 });
        return html`<tr><th scope="row">${i + 1}</th>
          <td>${last ? html`<b>${t('survey.rim', { mm: rim(survey) })}</b>` : stepper({ label, value: survey.edges_mm[i + 1], least: 1, most: rim(survey), step: 0.5, change: (value) => this._set(withEdge(survey, i + 1, value)) })}</td>
          <td>${stepper({ label: t(survey.side === 'dance' ? 'survey.dice.of' : 'survey.points.of', { ring: i + 1 }), value: points, least: 0, most: 99, change: (value) => this._set(withPoints(survey, i + 1, value)) })}</td></tr>`;
      })}</tbody></table></section>`;
  }

  render() {
    const { survey } = this;
    const control = this.known && this.known.role === 'control';
    return html`<div class="page"><h1>${t('survey.title')}</h1><p class="soft">${t('survey.how')}</p>
      <div class="two-columns menu-group"><div>${this._sizes()} ${this._rings()}</div>
        <section class="panel survey-drawing"><h2>${t('survey.picture')}</h2><p class="soft">${t('survey.picture.how')}</p>
          <div class="survey-ship" @click=${this._tap}><ship-picture ?plain=${survey.side === 'dance'} .board=${toView(survey)} .standing=${[{ id: 1, ring: 1, sector: 1, xy_mm: [rim(survey) * 0.5, rim(survey) * 0.5], scored: true }]}></ship-picture></div></section></div>
      <div class="start-bar"><button class="button main" data-save-survey ?disabled=${!control || !survey.name.trim()} @click=${this._save}>${icon('check')}${t(survey.name.trim() ? 'survey.save' : 'survey.save.name')}</button>
        <a class="button tall" href="#/setup">${t('survey.cancel')}</a></div></div>`;
  }
}

define('survey-page', SurveyPage);
