import { html, nothing } from '../vendor/lit.js';
import { t } from '../i18n/t.js';
import { icon } from './icons.js';
import { LIVE, Part, define } from './part.js';

/** How a phone gets one seat: its code, good for one use; for a phone that was lost, a new one, which puts the old phone out. */
export class SeatCode extends Part {
  static get properties() {
    return { seat: { attribute: false }, game: { type: Number }, claim: { state: true }, sure: { state: true } };
  }

  constructor() {
    super();
    /** @type {import('../core/api').SeatView | null} */
    this.seat = null;
    /** The number of the game: a code is of one game. */
    this.game = 0;
    /** @type {import('../core/api').SeatClaim | null} */
    this.claim = null;
    this.sure = false;
  }

  connectedCallback() {
    super.connectedCallback();
    const again = () => this.claim && this._show('claim');
    window.addEventListener(LIVE, again);
    this.keep(() => window.removeEventListener(LIVE, again));
  }

  /** A code that has been used, or is of another seat or game, is shown no longer. @param {Map<string, any>} changed */
  willUpdate(changed) {
    const before = changed.get('seat');
    const used = before && this.seat && (before.seat !== this.seat.seat || (this.seat.phone && !before.phone));
    if (used || changed.has('game')) this._close();
  }

  _close() {
    this.claim = null;
    this.sure = false;
  }

  /** The code that is good now; one that no longer is, such as that of a service that has started anew, is replaced. */
  async _show(/** @type {'claim'|'reissue'} */ how) {
    this.sure = false;
    const { seat, game } = this;
    const number = /** @type {import('../core/api').SeatView} */ (seat).seat;
    const claim = await this.post(`/api/seats/${number}/${how}`, {});
    if (game === this.game && this.seat && this.seat.seat === number) this.claim = claim;
  }

  _code(/** @type {import('../core/api').SeatClaim} */ claim, /** @type {string} */ name) {
    return html`<figure class="qr" data-claim=${claim.seat}><img src=${`data:image/svg+xml,${encodeURIComponent(claim.svg)}`} alt=${t('seat.code.alt', { name })} width="280" height="280" />
      <figcaption>${t('seat.code.how', { name })}</figcaption>
      <div class="row tight"><button class="button" data-new-code @click=${() => this._show('claim')}>${icon('turn')}${t('seat.code.new')}</button>
        <button class="button" data-close-code @click=${this._close}>${icon('close')}${t('sheet.close')}</button></div></figure>`;
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
