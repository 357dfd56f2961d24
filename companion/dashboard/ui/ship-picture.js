import { html, svg, nothing } from '../vendor/lit.js';
import { MARGIN_MM, areaMiddle, placements, pushApart, radius, tilt } from '../core/geometry.js';
import { t } from '../i18n/t.js';
import { Part, define } from './part.js';
import { alienFigure, areas, discDrawing, pressurePoint } from './ship-parts.js';

/**
 * @typedef {import('../core/api').BoardView} BoardView
 * @typedef {import('../core/api').Standing} Standing
 * @typedef {import('../core/api').SensorFrame} SensorFrame
 * @typedef {{letter: string, at: [number, number], pick: () => void}} Candidate
 */

const NOT_STANDING = new Set(['absent', 'lifted', 'fault']);

/** Lean (to a tenth of a degree) at which the lights along the rim are drawn anew. */
const coarse = (/** @type {[number, number]} */ lean) => lean.map((part) => Math.round(part * 5) / 5).join();

/**
 * The ship with everything on it. `open`: areas that glow ("ring/sector"); `pick`: what a tap on one does;
 * `candidates`: lettered spots of a question; `live`: an object whose `onSensor` gives the frames that lean the drawing.
 */
export class ShipPicture extends Part {
  static get properties() {
    return {
      board: { attribute: false },
      standing: { attribute: false },
      open: { attribute: false },
      pick: { attribute: false },
      candidates: { attribute: false },
      ghosts: { attribute: false },
      live: { attribute: false },
      reading: { type: Boolean },
      plain: { type: Boolean },
      lit: { attribute: false },
      sensorState: { state: true },
    };
  }

  constructor() {
    super();
    /** @type {BoardView | null} */
    this.board = null;
    /** @type {Standing[]} */
    this.standing = [];
    /** @type {Set<string> | null} */
    this.open = null;
    /** @type {((ring: number, sector: number) => void) | null} */
    this.pick = null;
    /** @type {Candidate[]} */
    this.candidates = [];
    /** @type {Array<{ring: number, sector: number, xy_mm: [number, number] | null}>} aliens that belong here and are not */
    this.ghosts = [];
    /** @type {{onSensor(listener: (frame: SensorFrame | null) => void): () => void} | null} */
    this.live = null;
    this.reading = false;
    /** The side without dice on its sectors: their numbers stand around it, and rings are worth nothing. */
    this.plain = false;
    /** @type {number | null} the ring that was rolled */
    this.lit = null;
    /** @type {SensorFrame | null} */
    this.frame = null;
    this.sensorState = '';
    this.drawnLean = '0,0';
    this.seen = new Set();
    /** @type {() => unknown} stop listening */
    this.deaf = () => undefined;
  }

  /** @param {Map<string, any>} changed */
  willUpdate(changed) {
    if (changed.has('live')) this._listenTo(this.live);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this._listenTo(null);
  }

  connectedCallback() {
    super.connectedCallback();
    this._listenTo(this.live);
  }

  /** @param {ShipPicture['live']} live */
  _listenTo(live) {
    this.deaf();
    this.frame = live ? this.frame : null;
    this.deaf = live ? live.onSensor((frame) => this._sensed(frame)) : () => undefined;
  }

  /** Frames lean the drawing at once; the rest is drawn again only when it looks different. A silent ship is drawn level. @param {SensorFrame | null} frame */
  _sensed(frame) {
    this.frame = frame;
    this._lean();
    if (!frame) {
      this.sensorState = '';
      this.requestUpdate();
      return;
    }
    const lean = coarse(frame.lean_deg);
    if (lean === this.drawnLean && this.sensorState === frame.state) return;
    this.drawnLean = lean;
    this.sensorState = frame.state;
    this.requestUpdate();
  }

  updated() {
    this.standing.forEach((alien) => this.seen.add(alien.id));
    this.toggleAttribute('data-picking', this.pick !== null);
    this._lean();
  }

  _lean() {
    const value = this.querySelector('.ship-reading b');
    if (value) value.textContent = this._leanText();
    const frame = this.frame;
    const disc = /** @type {HTMLElement | null} */ (this.querySelector('.ship-disc'));
    if (disc && !frame) disc.style.transform = 'none';
    if (!disc || !frame) return;
    const { axis, deg } = tilt(frame.lean_deg);
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    disc.style.transform = calm ? 'none' : `rotate3d(${axis[0].toFixed(3)}, ${axis[1].toFixed(3)}, 0, ${deg.toFixed(2)}deg)`;
    const point = /** @type {HTMLElement | null} */ (this.querySelector('.ship-pressure'));
    if (point) point.style.transform = `translate(${frame.cop_mm[0].toFixed(1)}px, ${(-frame.cop_mm[1]).toFixed(1)}px)`;
  }

  /** The lean in words; nothing while no ship stands there to lean. */
  _leanText() {
    if (!this.frame || NOT_STANDING.has(this.frame.state)) return '';
    const lean = Math.hypot(this.frame.lean_deg[0], this.frame.lean_deg[1]);
    return t('ship.lean', { deg: Math.round(lean * 10) / 10 });
  }

  _label() {
    const list = this.standing.map((alien) => t('ship.area', { ring: alien.ring, sector: alien.sector })).join('; ');
    return t('ship.picture', { n: this.standing.length, list });
  }

  _aliens(/** @type {BoardView} */ board) {
    return placements(board, this.standing).map(
      ({ alien, at }) => svg`<g transform="translate(${at[0]} ${-at[1]})"><g class=${this.seen.size && !this.seen.has(alien.id) ? 'ship-alien new' : 'ship-alien'}>
        ${alienFigure(board.foot_radius_mm)}
        ${alien.scored ? nothing : svg`<circle class="doubt" r=${board.foot_radius_mm * 2.1} cy=${-board.foot_radius_mm * 1.3}></circle>`}</g></g>`,
    );
  }

  _ghosts(/** @type {BoardView} */ board) {
    return placements(board, this.ghosts).map(({ at }) => svg`<g class="ship-alien ghost" transform="translate(${at[0]} ${-at[1]})">${alienFigure(board.foot_radius_mm)}</g>`);
  }

  _letters() {
    const signs = pushApart(this.candidates.map(({ at }) => at), 36);
    return this.candidates.map(
      ({ letter, at, pick }, i) => svg`<g class="ship-letter" translate="no" @click=${pick}><line x1=${at[0]} y1=${-at[1]} x2=${signs[i][0]} y2=${-signs[i][1]}></line>
        <circle class="spot" cx=${at[0]} cy=${-at[1]} r="6"></circle>
        <g transform="translate(${signs[i][0]} ${-signs[i][1]})"><circle r="15"></circle><text>${letter}</text></g></g>`,
    );
  }

  render() {
    const board = this.board;
    if (!board) return nothing;
    const half = radius(board) + MARGIN_MM;
    const box = `${-half} ${-half} ${2 * half} ${2 * half}`;
    /** @type {[number, number]} */
    const lean = this.frame ? this.frame.lean_deg : [0, 0];
    const sensed = this.frame !== null && this.frame.load_g > 1 && this.frame.state !== 'absent';
    const words = (/** @type {number} */ ring, /** @type {number} */ sector) => (this.plain ? t('ship.area', { ring, sector }) : t('ship.area.points', { ring, sector, points: board.points[ring - 1] }));
    return html`<div class="ship-stage">
      <svg viewBox=${box} aria-hidden="true">${svg`<ellipse class="ship-shadow" cy="10" rx=${half * 0.86} ry=${half * 0.86}></ellipse>`}</svg>
      <svg class="ship-disc" viewBox=${box} role=${this.pick ? 'group' : 'img'} aria-label=${this._label()}>
        ${discDrawing(board, lean, { plain: this.plain, lit: this.lit })} ${areas(board, this.open, this.pick, words)} ${this._ghosts(board)} ${this._aliens(board)}
        ${sensed ? svg`<g class="ship-pressure">${pressurePoint()}</g>` : nothing} ${this._letters()}
      </svg>
    </div>
    ${this.reading && this.live ? html`<p class="ship-reading"><b></b><span>${t(`ship.state.${this.frame ? this.frame.state : 'silent'}`)}</span></p>` : nothing}`;
  }
}

define('ship-picture', ShipPicture);

/** Board middle of an area, for candidates whose point is not known. */
export const middleOf = areaMiddle;
