import { html, nothing } from '../vendor/lit.js';
import { t } from '../i18n/t.js';
import { dieFace } from './die.js';
import { icon } from './icons.js';
import { Part, define } from './part.js';

/** Pick an area with large buttons instead of the picture: the sector first where there is a choice, then the ring. */
export class SpotPicker extends Part {
  static get properties() {
    return { open: { attribute: false }, board: { attribute: false }, pick: { attribute: false }, plain: { type: Boolean }, sector: { state: true } };
  }

  constructor() {
    super();
    /** @type {Set<string>} */
    this.open = new Set();
    /** @type {import('../core/api').BoardView | null} */
    this.board = null;
    /** @type {(ring: number, sector: number) => void} */
    this.pick = () => undefined;
    /** Sectors without dice, rings without points; where a sector leaves one ring, it is the answer. */
    this.plain = false;
    /** @type {number | null} */
    this.sector = null;
  }

  _spots() {
    return [...this.open].map((area) => area.split('/').map(Number));
  }

  _choose(/** @type {number} */ ring, /** @type {number} */ sector) {
    this.sector = null;
    this.pick(ring, sector);
  }

  _ringsOf(/** @type {number} */ sector) {
    return this._spots().filter((spot) => spot[1] === sector).map((spot) => spot[0]).sort((a, b) => a - b);
  }

  _enter(/** @type {number} */ sector) {
    const rings = this._ringsOf(sector);
    if (this.plain && rings.length === 1) this._choose(rings[0], sector);
    else this.sector = sector;
  }

  _ring(/** @type {number} */ ring, /** @type {number} */ sector) {
    const points = this.board ? this.board.points[ring - 1] : ring;
    const words = this.plain ? t('ship.area', { ring, sector }) : t('pick.ring.one', { ring, points });
    return html`<button class="button main" data-pick-ring=${ring} aria-label=${words} @click=${() => this._choose(ring, sector)}>${this.plain ? ring : points}</button>`;
  }

  _sectors(/** @type {number[]} */ sectors) {
    return html`<div class="row tight" role="group" aria-label=${t('pick.sector')}>
      <span class="soft">${t('pick.sector')}</span>
      ${sectors.map(
        (sector) => html`<button class="button tall" data-pick-sector=${sector} aria-label=${t('pick.sector.one', { sector })} @click=${() => this._enter(sector)}>${this.plain ? sector : html`<span class="pick-die">${dieFace(sector)}</span>`}</button>`,
      )}
    </div>`;
  }

  _rings(/** @type {number} */ sector, /** @type {boolean} */ several) {
    return html`<div class="row tight" role="group" aria-label=${t('pick.ring', { sector })}>
      ${several
        ? html`<button class="button tall icon" aria-label=${t('pick.back')} @click=${() => {
            this.sector = null;
          }}>${icon('undo')}</button>`
        : nothing}
      <span class="soft">${t('pick.ring', { sector })}</span>
      ${this._ringsOf(sector).map((ring) => this._ring(ring, sector))}
    </div>`;
  }

  render() {
    const sectors = [...new Set(this._spots().map((spot) => spot[1]))].sort((a, b) => a - b);
    if (!sectors.length) return nothing;
    const chosen = sectors.length === 1 ? sectors[0] : this.sector;
    return chosen === null || !sectors.includes(chosen) ? this._sectors(sectors) : this._rings(chosen, sectors.length > 1);
  }
}

define('spot-picker', SpotPicker);
