import { html, nothing } from '../../vendor/lit.js';
import { t } from '../../i18n/t.js';
import { icon } from '../../ui/icons.js';
import { define } from '../../ui/part.js';
import { stepper } from '../../ui/stepper.js';
import { SurveyPart } from '../../ui/survey-part.js';
import { signOf } from './signs.js';
import { BRUSHES, FEWEST, HIGHEST, MOST, UNSET, blank, contradictions, counted, fromValues, numbered, painted, toValues, withSize } from './survey.js';

const SIGNS = /** @type {Record<string, string>} */ ({ T: 'tower', M: 'ship' });

/** Survey your own Close Encounters board: how large the grid is, where nothing is, what is safe, the two destinations, the numbers. @extends {SurveyPart<import('./survey.js').Survey>} */
export class CloseEncountersSurvey extends SurveyPart {
  get kind() {
    return 'grid';
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
    return this.store('/api/boards/grid', { name: this.survey.name.trim(), values: toValues(this.survey) }, t('close-encounters.survey.kept'));
  }

  /** @param {Partial<import('./survey.js').Survey>} change */
  _change(change) {
    this.survey = { ...this.survey, ...change };
  }

  _board() {
    const { survey } = this;
    const [rows, columns] = [survey.rows.length, survey.rows[0].length];
    const field = (/** @type {string} */ key, /** @type {number} */ value, /** @type {(n: number) => void} */ change) =>
      html`<div class="field"><span>${t(key)}</span>${stepper({ label: t(key), value, least: FEWEST, most: MOST, change })}</div>`;
    return html`<section class="panel"><h2>${t('close-encounters.survey.board')}</h2>
      <label class="field"><span>${t('close-encounters.survey.name')}</span><input class="input" data-survey="name" translate="no" maxlength="40" autocomplete="off" .value=${survey.name}
        @input=${(/** @type {any} */ event) => this._change({ name: event.target.value })} /></label>
      <div class="row menu-group">${field('close-encounters.survey.rows', rows, (n) => (this.survey = withSize(survey, n, columns)))}
        ${field('close-encounters.survey.columns', columns, (n) => (this.survey = withSize(survey, rows, n)))}</div></section>`;
  }

  /** @param {string} brush */
  _brush(brush) {
    const words = t(`close-encounters.survey.brush.${brush === '.' ? 'nothing' : brush}`);
    return html`<button class="button tall" data-brush=${brush} aria-pressed=${brush === this.survey.brush ? 'true' : 'false'} @click=${() => this._change({ brush })}>${brush === '.' ? nothing : this._face(brush === 'number' ? String(this.survey.next) : brush)}<span>${words}</span></button>`;
  }

  /** @param {string} word */
  _face(word) {
    if (word in SIGNS) return signOf(SIGNS[word]);
    if (word === 'o') return html`<span class="ce-safe"></span>`;
    return html`<b>${word === '.' ? '' : word}</b>`;
  }

  /** @param {string} word @param {number} i @param {number} j */
  _cell(word, i, j) {
    const kind = word === UNSET ? 'unset' : word === '.' ? 'nothing' : word in SIGNS ? 'end' : word === 'o' ? 'safe' : 'numbered';
    const label = t('close-encounters.survey.cell', { row: i + 1, column: j + 1, kind, number: kind === 'numbered' ? Number(word) : '' });
    return html`<button class=${`button ce-cell ${kind}`} data-cell=${`${i + 1},${j + 1}`} aria-label=${label} @click=${() => (this.survey = painted(this.survey, i, j))}>${this._face(word)}</button>`;
  }

  _grid() {
    const { survey } = this;
    return html`<section class="panel"><h2>${t('close-encounters.survey.grid')}</h2><p class="soft">${t('close-encounters.survey.grid.how')}</p>
      <div class="row tight">${BRUSHES.map((brush) => this._brush(brush))}</div>
      ${survey.brush === 'number' ? html`<div class="field menu-group"><span>${t('close-encounters.survey.next')}</span>${stepper({ label: t('close-encounters.survey.next'), value: survey.next, least: 1, most: HIGHEST, change: (next) => this._change({ next }) })}</div>` : nothing}
      <div class="ce-cells" role="group" aria-label=${t('close-encounters.survey.grid')}>${survey.rows.map((row, i) => html`<div class="ce-cell-row">${row.map((word, j) => this._cell(word, i, j))}</div>`)}</div>
      <button class="button tall" data-number-rest ?disabled=${!counted(survey).unset} @click=${() => (this.survey = numbered(survey))}>${icon('ruler')}${t('close-encounters.survey.rest')}</button></section>`;
  }

  /** @param {import('./survey.js').Contradiction[]} found */
  _problems(found) {
    return html`${found.length ? html`<div class="notice paper" role="status" data-contradictions=${found.map(({ code }) => code).join(' ')}><ul>${found.map(({ code, params }) => html`<li>${t(`close-encounters.survey.wrong.${code}`, params)}</li>`)}</ul></div>` : nothing}
      <p class="soft" data-squares=${counted(this.survey).squares}>${t('close-encounters.survey.count', counted(this.survey))}</p>`;
  }

  render() {
    const { survey } = this;
    const control = this.known && this.known.role === 'control';
    const found = contradictions(survey);
    const named = Boolean(survey.name.trim());
    return html`<div class="page wide"><h1>${t('close-encounters.survey.title')}</h1><p class="soft">${t('close-encounters.survey.how')}</p>
      <div class="menu-group">${this._board()} ${this._grid()}</div>
      ${this._problems(found)}
      <div class="start-bar"><button class="button main" data-save-survey ?disabled=${!control || !named || found.length > 0} @click=${this._save}>${icon('check')}${t(named ? 'close-encounters.survey.save' : 'survey.save.name')}</button>
        <a class="button tall" href="#/setup">${t('survey.cancel')}</a></div></div>`;
  }
}

define('close-encounters-survey', CloseEncountersSurvey);
