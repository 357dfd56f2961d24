import { t } from '../i18n/t.js';
import { Part } from './part.js';

/**
 * What the survey pages share: a stored board (`#/survey-.../its-name`) is surveyed again from what it says, and what is known is kept.
 * A page of its own says which boards are its (`kind`), what an empty survey is (`begun`), and how it reads a stored board (`read`).
 *
 * @template S
 */
export class SurveyPart extends Part {
  static get properties() {
    return { known: { attribute: false }, route: { attribute: false }, survey: { state: true } };
  }

  constructor() {
    super();
    /** @type {import('../core/store.js').Known | null} */
    this.known = null;
    this.route = '';
    /** @type {S} */
    this.survey = this.begun();
  }

  /** @returns {string} */
  get kind() {
    throw new Error('a survey page says which boards are its');
  }

  /** A survey of which nothing is known yet. @returns {S} */
  begun() {
    throw new Error('a survey page says what it begins with');
  }

  /** The survey that a stored board of this kind gives. @param {any} board @returns {S} */
  read(board) {
    throw new Error(`a survey page reads its own boards, such as ${board.name}`);
  }

  /** @param {Map<string, any>} changed */
  updated(changed) {
    if (changed.has('route')) this._reopen();
  }

  /** A name that leads to no board of this kind begins a new survey, and that is said. */
  async _reopen() {
    const { route } = this;
    const name = route.split('/')[2];
    const found = name ? await this.load('/api/boards') : null;
    if (!found || route !== this.route) return;
    const one = found.boards.find((/** @type {any} */ stored) => stored.name === name);
    const board = one && one.board && one.board.kind === this.kind ? one.board : null;
    if (!board) this.tell('companion-toast', t('survey.gone'));
    this.survey = board ? this.read(board) : this.begun();
  }

  /** Store the board; then say so and go back to the set-up. @param {string} url @param {object} body @param {string} words */
  async store(url, body, words) {
    const stored = await this.post(url, body);
    if (!stored) return;
    this.tell('companion-toast', words);
    location.hash = '#/setup';
  }
}
