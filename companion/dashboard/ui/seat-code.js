import { html, nothing } from '../vendor/lit.js';
import { t } from '../i18n/t.js';
import { icon } from './icons.js';
import { Part, define } from './part.js';

/** How a phone gets one seat: its code, good for one use; for a phone that was lost, a new one, which puts the old phone out. */
export class SeatCode extends Part {
  static get properties() {
    return { seat: { attribute: false }, claim: { state: true }, sure: { state: true } };
  }

  constructor() {
    super();
    /** @type {import('../core/api').SeatView | null} */
    this.seat = null;
    /** @type {import('../core/api').SeatClaim | null} */
    this.claim = null;
    this.sure = false;
  }

  /** A code that has been used is shown no longer. @param {Map<string, any>} changed */
  willUpdate(changed) {
    const before = changed.get('seat');
    if (before && this.seat && (before.seat !== this.seat.seat || (this.seat.phone && !before.phone))) this.claim = null;
  }

  async _show(/** @type {'claim'|'reissue'} */ how) {
    this.sure = false;
    const seat = /** @type {import('../core/api').SeatView} */ (this.seat);
    this.claim = await this.post(`/api/seats/${seat.seat}/${how}`, {});
  }

  _code(/** @type {import('../core/api').SeatClaim} */ claim, /** @type {string} */ name) {
    return html`<figure class="qr" data-claim=${claim.seat}><img src=${`data:image/svg+xml,${encodeURIComponent(claim.svg)}`} alt=${t('seat.code.alt', { name })} width="280" height="280" />
      <figcaption>${t('seat.code.how', { name })}</figcaption></figure>`;
  }

  _lost(/** @type {string} */ name) {
    if (!this.sure) return html`<button class="button" data-lost @click=${() => (this.sure = true)}>${icon('plug')}${t('seat.lost')}</button>`;
    return html`<div class="notice paper"><p>${t('seat.lost.sure', { name })}</p><button class="button yes" data-reissue @click=${() => this._show('reissue')}>${t('seat.lost.yes')}</button>
      <button class="button" @click=${() => (this.sure = false)}>${t('seat.lost.no')}</button></div>`;
  }

  render() {
    const seat = this.seat;
    if (!seat || seat.phone === null) return nothing;
    if (this.claim) return this._code(this.claim, seat.name);
    if (seat.phone) return html`<p class="row tight"><span class="tag" data-has-phone>${t('seat.has-phone')}</span> ${this._lost(seat.name)}</p>`;
    return html`<button class="button" data-join-phone=${seat.seat} @click=${() => this._show('claim')}>${icon('globe')}${t('seat.join')}</button>`;
  }
}

define('seat-code', SeatCode);
