import { html } from '../vendor/lit.js';
import { fitScores } from '../core/fit.js';
import { Part, define } from './part.js';
import './score-card.js';

const LEAST_PX = { wide: 96, tall: 96, phone: 56 };
const MOST_PX = 300;
/** Names of this size may take two lines, so all cards keep room for two. */
const SMALL_NAME_PX = 16;
/** A row of scores on a phone, the least on an upright tablet, and the share of its height that a row takes. */
const LOW_PX = 118;
const LEAST_ROW_PX = 154;
const SHARE = 0.18;
/** Width of the small "/5" behind a score, in digits of its size. */
const BESIDE_DIGITS = 0.75;

/** All scores, as large as the room allows. */
export class ScoreBoard extends Part {
  static get properties() {
    return { seats: { attribute: false }, fresh: { type: Boolean }, best: { attribute: false }, most: { attribute: false }, layout: { attribute: false } };
  }

  constructor() {
    super();
    /** @type {import('../core/api').SeatView[]} */
    this.seats = [];
    this.fresh = false;
    /** @type {number[]} */
    this.best = [];
    /** The score that wins, where the game has one that is worth showing. */
    this.most = 0;
    /** @type {'wide'|'tall'|'phone'} */
    this.layout = 'wide';
  }

  connectedCallback() {
    super.connectedCallback();
    const watcher = new ResizeObserver(() => this._fit());
    watcher.observe(this);
    this.keep(() => watcher.disconnect());
  }

  updated() {
    this._fit();
  }

  _fit() {
    const board = /** @type {HTMLElement | null} */ (this.querySelector('.scores'));
    if (!board || !this.seats.length) return;
    const longest = {
      digits: Math.max(...this.seats.map((seat) => String(seat.score).length), this.most ? 1 : 2) + (this.most ? BESIDE_DIGITS : 0),
      letters: Math.max(...this.seats.map((seat) => seat.name.length), 4),
    };
    const height = this.layout === 'wide' ? this.clientHeight : this._lowHeight();
    const { columns, size_px, name_px } = fitScores(this.seats.length, longest, this.clientWidth, height, { least_px: LEAST_PX[this.layout], most_px: MOST_PX });
    board.dataset.columns = String(columns);
    board.dataset.names = name_px <= SMALL_NAME_PX ? 'small' : 'large';
    board.style.setProperty('--columns', String(columns));
    board.style.setProperty('--t-name', `${name_px}px`);
    board.style.setProperty('--t-score', `${size_px}px`);
  }

  /** Upright tablets and phones give the scores a share of the height; the ship gets the rest. */
  _lowHeight() {
    const rows = Math.ceil(this.seats.length / 4);
    if (this.layout === 'phone') return rows * LOW_PX;
    const page = this.closest('table-page');
    return rows * Math.max(LEAST_ROW_PX, (page ? page.clientHeight : window.innerHeight) * SHARE);
  }

  render() {
    return html`<div class="scores">
      ${this.seats.map((seat) => html`<score-card .seat=${seat} .most=${this.most} ?fresh=${this.fresh} ?best=${this.best.includes(seat.seat)}></score-card>`)}
    </div>`;
  }
}

define('score-board', ScoreBoard);
