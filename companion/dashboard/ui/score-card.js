import { html, nothing } from '../vendor/lit.js';
import { t } from '../i18n/t.js';
import { SHAPE_NAMES, markOf, whoClass } from './mark.js';
import { Part, define } from './part.js';

const COUNT_MS = 700;
const GAIN_MS = 4000;

/** One player's score. It counts up to a new score when that is news, and jumps to it otherwise. */
export class ScoreCard extends Part {
  static get properties() {
    return { seat: { attribute: false }, fresh: { type: Boolean }, best: { type: Boolean }, most: { attribute: false }, shown: { state: true }, gain: { state: true } };
  }

  constructor() {
    super();
    /** @type {import('../core/api').SeatView | null} */
    this.seat = null;
    this.fresh = false;
    this.best = false;
    this.most = 0;
    /** @type {number | null} */
    this.shown = null;
    this.gain = 0;
    this.counting = 0;
  }

  /** @param {Map<string, any>} changed */
  willUpdate(changed) {
    if (!changed.has('seat') || !this.seat) return;
    const before = changed.get('seat');
    const same = before && before.seat === this.seat.seat;
    if (!same || this.shown === null || !this.fresh) this._jump();
    else if (before.score !== this.seat.score) this._count(this.seat.score);
  }

  _jump() {
    cancelAnimationFrame(this.counting);
    this.shown = this.seat ? this.seat.score : null;
    this.gain = 0;
  }

  /** @param {number} score */
  _count(score) {
    const from = this.shown || 0;
    this.gain = score - from;
    clearTimeout(this.gainTimer);
    this.gainTimer = setTimeout(() => {
      this.gain = 0;
    }, GAIN_MS);
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.shown = score;
      return;
    }
    const start = performance.now();
    cancelAnimationFrame(this.counting);
    const step = (/** @type {number} */ now) => {
      const done = Math.min(1, (now - start) / COUNT_MS);
      this.shown = Math.round(from + (score - from) * done);
      if (done < 1) this.counting = requestAnimationFrame(step);
    };
    this.counting = requestAnimationFrame(step);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    cancelAnimationFrame(this.counting);
    clearTimeout(this.gainTimer);
  }

  render() {
    const seat = this.seat;
    if (!seat) return nothing;
    const state = seat.present ? (seat.turn || this.best ? 'turn' : '') : 'away';
    const gain = this.gain > 0 ? t('score.gain', { n: this.gain }) : t('score.loss', { n: -this.gain });
    return html`<div class=${`score-card ${state} ${whoClass(seat.mark)}`}>
      <p class="score-name">
        ${markOf(seat.mark)}<span class="off-screen">${t(`shape.${SHAPE_NAMES[seat.mark % SHAPE_NAMES.length]}`)}</span>
        <span translate="no">${seat.name}</span>
        ${seat.turn ? html`<span class="off-screen">${t('score.turn')}</span>` : nothing}
      </p>
      <p class="score-number" data-seat=${seat.seat} data-score=${seat.score}>${this.shown === null ? seat.score : this.shown}${this.most ? html`<small>${t('score.most', { n: this.most })}</small>` : nothing}</p>
      ${this.gain ? html`<p class="score-gain" aria-hidden="true">${gain}</p>` : nothing}
      ${seat.present ? nothing : html`<p class="tag">${t('score.away')}</p>`}
    </div>`;
  }
}

define('score-card', ScoreCard);
