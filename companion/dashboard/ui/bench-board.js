import { html, svg, nothing } from '../vendor/lit.js';
import { REACH, dropped, keyed, toShip } from '../core/bench.js';
import { radius, tilt } from '../core/geometry.js';
import { t } from '../i18n/t.js';
import { Part, define } from './part.js';
import { alienFigure, discDrawing } from './ship-parts.js';

/**
 * @typedef {import('../core/api').BenchView} BenchView
 * @typedef {import('../core/api').BenchAlien} BenchAlien
 * @typedef {{id: number | null, aboard: boolean, at: [number, number]}} Held `at` in drawing axes
 */

/** The virtual table: drag aliens from the bag on to the ship, about it and off it. Tells `bench-do` with a command. */
export class BenchBoard extends Part {
  static get properties() {
    return { board: { attribute: false }, view: { attribute: false }, held: { state: true }, chosen: { attribute: false } };
  }

  constructor() {
    super();
    /** @type {import('../core/api').BoardView | null} */
    this.board = null;
    /** @type {BenchView | null} */
    this.view = null;
    /** @type {Held | null} */
    this.held = null;
    /** @type {number | null} */
    this.chosen = null;
  }

  updated() {
    const disc = /** @type {SVGElement | null} */ (this.querySelector('.bench-ship'));
    if (!disc || !this.view) return;
    const { axis, deg } = tilt(/** @type {[number, number]} */ (this.view.lean_deg));
    disc.style.transform = `rotate3d(${axis[0].toFixed(3)}, ${axis[1].toFixed(3)}, 0, ${deg.toFixed(2)}deg)`;
  }

  /** The pointer in the drawing's millimetres. @param {PointerEvent} event @returns {[number, number]} */
  _at(event) {
    const box = /** @type {Element} */ (this.querySelector('svg')).getBoundingClientRect();
    const half = this._half();
    return [((event.clientX - box.left) / box.width - 0.5) * 2 * half, ((event.clientY - box.top) / box.height - 0.5) * 2 * half];
  }

  _half() {
    return this.board ? radius(this.board) * REACH : 240;
  }

  /** @param {PointerEvent} event @param {number | null} id @param {boolean} aboard */
  _grab(event, id, aboard) {
    event.preventDefault();
    this.setPointerCapture(event.pointerId);
    this.held = { id, aboard, at: this._at(event) };
    this.tell('bench-chosen', id);
  }

  /** @param {PointerEvent} event */
  _drag(event) {
    if (this.held) this.held = { ...this.held, at: this._at(event) };
  }

  _drop() {
    if (!this.held || !this.board || !this.view) return;
    const command = dropped(this.held, toShip(this.held.at, this.view.yaw_deg), radius(this.board));
    this.held = null;
    if (command) this.tell('bench-do', command);
  }

  connectedCallback() {
    super.connectedCallback();
    this.addEventListener('pointermove', this._drag);
    this.addEventListener('pointerup', this._drop);
    this.addEventListener('pointercancel', () => (this.held = null));
  }

  /** @param {KeyboardEvent} event @param {BenchAlien} alien */
  _key(event, alien) {
    const command = keyed(event.key, alien.id, this.view ? this.view.yaw_deg : 0);
    if (!command) return;
    event.preventDefault();
    this.tell('bench-do', command);
  }

  /** @param {BenchAlien} alien @param {number} foot_mm */
  _alien(alien, foot_mm) {
    if (!alien.xy_mm || (this.held && this.held.id === alien.id)) return nothing;
    const [x, y] = alien.xy_mm;
    const yaw = this.view ? this.view.yaw_deg : 0;
    const label = t(alien.aboard ? 'bench.alien.aboard' : 'bench.alien.down', { n: alien.id + 1 });
    return svg`<g class=${`bench-alien ${alien.aboard ? '' : 'down'} ${this.chosen === alien.id ? 'held' : ''}`} transform="translate(${x} ${-y}) rotate(${yaw})" data-alien=${alien.id}
      role="button" tabindex="0" aria-label=${label} @pointerdown=${(/** @type {PointerEvent} */ event) => this._grab(event, alien.id, alien.aboard)}
      @focus=${() => this.tell('bench-chosen', alien.id)} @keydown=${(/** @type {KeyboardEvent} */ event) => this._key(event, alien)}>
      <g class="ship-alien" transform=${alien.aboard ? '' : 'rotate(80)'}><circle class="grip" cy="-12" r="24"></circle>${alienFigure(foot_mm)}</g></g>`;
  }

  _bag(/** @type {number} */ half, /** @type {number} */ count) {
    return svg`<g transform="translate(${-half * 0.76} ${half * 0.74})" data-bag=${count} class=${count ? 'bench-alien' : ''}
      @pointerdown=${(/** @type {PointerEvent} */ event) => count && this._grab(event, null, false)}>
      <path class="bench-bag" d="M-26 -26q26 14 52 0q22 36 12 62q-38 18 -76 0q-10 -26 12 -62z"></path><path class="bench-bag-tie" d="M-28 -30q28 16 56 0l3 8q-31 16 -62 0z"></path>
      <text class="bench-bag-text" y="16">${count}</text></g>`;
  }

  _ghost(/** @type {number} */ foot_mm) {
    return this.held ? svg`<g class="ship-alien bench-alien held" transform="translate(${this.held.at[0]} ${this.held.at[1]})">${alienFigure(foot_mm)}</g>` : nothing;
  }

  render() {
    const { board, view } = this;
    if (!board || !view) return nothing;
    const half = this._half();
    const box = `${-half} ${-half} ${2 * half} ${2 * half}`;
    const sorted = [...view.aliens].sort((a, b) => (b.xy_mm ? b.xy_mm[1] : 0) - (a.xy_mm ? a.xy_mm[1] : 0));
    const ship = svg`<g transform="rotate(${-view.yaw_deg})">${discDrawing(board, /** @type {[number, number]} */ (view.lean_deg))}</g>`;
    return html`<div class="bench-board">
      <svg viewBox=${box} role="group" aria-label=${t('bench.board', { n: view.bag })}>
        ${svg`<rect class="bench-deck" x=${-half} y=${-half} width=${2 * half} height=${2 * half} rx="26"></rect>`}
        ${svg`<g class=${view.lifted ? 'bench-ship lifted' : 'bench-ship'}>${ship}
          <g transform="rotate(${-view.yaw_deg})">${sorted.filter((alien) => alien.aboard).map((alien) => this._alien(alien, board.foot_radius_mm))}</g></g>`}
        ${svg`<g transform="rotate(${-view.yaw_deg})">${sorted.filter((alien) => !alien.aboard).map((alien) => this._alien(alien, board.foot_radius_mm))}</g>`}
        ${this._bag(half, view.bag)} ${this._ghost(board.foot_radius_mm)}
      </svg></div>`;
  }
}

define('bench-board', BenchBoard);
