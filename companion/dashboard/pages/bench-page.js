import { html, nothing } from '../vendor/lit.js';
import { areaMiddle } from '../core/geometry.js';
import { t } from '../i18n/t.js';
import { dieFace } from '../ui/die.js';
import { icon } from '../ui/icons.js';
import { Part, define } from '../ui/part.js';
import { shipOf } from '../core/board.js';
import '../ui/bench-board.js';
import '../ui/spot-picker.js';
import './table-page.js';

/** How often the virtual table is looked at. */
const LOOK_MS = 200;
const TURN_DEG = 30;
const LEAN_G = 80;
const PUSH_MM = 10;

/** The virtual table of the demo; beside it, where there is room, what the companion makes of it. */
export class BenchPage extends Part {
  static get properties() {
    return { known: { attribute: false }, store: { attribute: false }, view: { state: true }, chosen: { state: true }, sample: { state: true } };
  }

  constructor() {
    super();
    /** @type {import('../core/store.js').Known | null} */
    this.known = null;
    /** @type {import('../core/store.js').Store | null} */
    this.store = null;
    /** @type {import('../core/api').BenchView | null} */
    this.view = null;
    /** @type {number | null} */
    this.chosen = null;
    /** @type {import('../core/api').BoardView | null} */
    this.sample = null;
  }

  connectedCallback() {
    super.connectedCallback();
    setTimeout(() => this._board());
    const look = setInterval(() => this._look(), LOOK_MS);
    this.keep(() => clearInterval(look));
  }

  /** The ship that lies on the virtual table: that of the running game, else the sample. */
  async _board() {
    const boards = await this.load('/api/boards');
    const sample = boards && boards.boards.find((/** @type {any} */ stored) => stored.name === null && shipOf(stored.board));
    this.sample = sample ? sample.board : null;
  }

  async _look() {
    if (document.hidden || this.looking) return;
    this.looking = true;
    try {
      const response = await fetch('/api/bench', { cache: 'no-store' });
      if (response.ok) this.view = await response.json();
    } catch (error) {
      this.view = null;
    }
    this.looking = false;
  }

  async _do(/** @type {Record<string, any>} */ command) {
    const view = await this.post('/api/bench', command);
    if (view && view.aliens) this.view = view;
  }

  _shape() {
    const table = this.known && this.known.table;
    return shipOf(table && table.game && table.game.board) || this.sample;
  }

  /** @param {string} sign @param {string} key @param {Record<string, any>} command @param {boolean} [off] */
  _tool(sign, key, command, off = false) {
    return html`<button class="button" data-do=${command.do} ?disabled=${off} @click=${() => this._do(command)}>${icon(sign)}${t(key)}</button>`;
  }

  _chosenTools() {
    const view = this.view;
    const alien = view && view.aliens.find((one) => one.id === this.chosen);
    if (!alien) return html`<p class="soft small">${t('bench.how')} ${t('bench.choose')}</p>`;
    const [x, y] = alien.xy_mm || [0, 0];
    const far = Math.hypot(x, y) || 1;
    const out = [(x / far) * PUSH_MM, (y / far) * PUSH_MM].map((value) => Math.round(value * 10) / 10);
    return html`<div class="bench-tools">
      ${alien.aboard ? this._tool('nudge', 'bench.nudge', { do: 'nudge', id: alien.id, dxy_mm: out }) : nothing}
      ${this._tool('close', 'bench.remove', { do: 'remove', id: alien.id })}
    </div>`;
  }

  /** The script plays whatever game is on the table; where there is none, a game for two is put there first. */
  async _play() {
    const table = this.known && this.known.table;
    if (!table || table.phase !== 'playing') {
      const names = [1, 2].map((n) => t('setup.player', { n }));
      const reply = await this.send({ type: 'new-game', game: 'balancing-aliens', names, options: {}, mode: 'ship', board: null });
      if (!reply) return;
    }
    await this._do({ do: 'script' });
  }

  _script() {
    const view = this.view;
    if (!view) return nothing;
    if (view.script && view.script.step < view.script.of) return html`<p class="tag strong">${t('bench.script.runs', { step: view.script.step, of: view.script.of })}</p>`;
    return html`<button class="button yes" data-do="script" @click=${this._play}>${icon('play')}${t('bench.script')}</button>`;
  }

  _tools() {
    const view = /** @type {import('../core/api').BenchView} */ (this.view);
    const board = this._shape();
    const rim = board ? board.ring_edges_mm[board.ring_edges_mm.length - 1] * 0.9 : 100;
    return html`<div class="bench-tools">
      ${this._tool('bump', 'bench.bump', { do: 'bump' })} ${this._tool('turn', 'bench.turn', { do: 'turn', deg: TURN_DEG })}
      ${this._tool('lean', 'bench.lean', { do: 'lean', xy_mm: [rim, 0], grams: LEAN_G, s: 1 })}
      ${view.lifted ? this._tool('drop', 'bench.put-back', { do: 'put-back' }) : this._tool('lift', 'bench.lift', { do: 'lift' })}
      ${view.plugged ? this._tool('plug', 'bench.unplug', { do: 'unplug' }) : this._tool('plug', 'bench.replug', { do: 'replug' })}
      ${this._tool('scale', 'bench.calibrate', { do: 'calibrate-again' })}
    </div>`;
  }

  _die() {
    return html`<section class="menu-group" aria-labelledby="bench-die"><h2 id="bench-die">${t('bench.die')}</h2><div class="row tight">
      ${[1, 2, 3, 4, 5, 6].map((value) => html`<button class="button" aria-label=${t('bench.die.value', { n: value })} data-die=${value} @click=${() => this._do({ do: 'die', value })}><span class="pick-die">${dieFace(value)}</span></button>`)}
      <button class="button" data-die="any" @click=${() => this._do({ do: 'die', value: null })}>${t('bench.die.any')}</button></div></section>`;
  }

  /** The keyboard's way on to the ship: an area instead of a drag. */
  _byArea() {
    const board = this._shape();
    if (!board || !this.view || !this.view.bag) return nothing;
    const all = new Set(board.points.flatMap((_, r) => Array.from({ length: board.sectors }, (__, s) => `${r + 1}/${s + 1}`)));
    return html`<section class="menu-group" aria-labelledby="bench-area"><h2 id="bench-area">${t('bench.by-area')}</h2>
      <spot-picker .open=${all} .board=${board} .pick=${(/** @type {number} */ ring, /** @type {number} */ sector) => this._do({ do: 'place', xy_mm: areaMiddle(board, ring, sector).map((value) => Math.round(value * 10) / 10) })}></spot-picker></section>`;
  }

  render() {
    const board = this._shape();
    const ready = board && this.view;
    return html`<div class="bench"><div class="bench-hands">
        <div class="row"><h1 class="grow">${t('menu.bench')}</h1>${this._script()}</div>
        ${ready
          ? html`<bench-board .board=${board} .view=${this.view} .chosen=${this.chosen} @bench-do=${(/** @type {CustomEvent} */ event) => this._do(event.detail)}
                @bench-chosen=${(/** @type {CustomEvent} */ event) => (this.chosen = event.detail)}></bench-board>
              ${this._chosenTools()} ${this._tools()} ${this._die()} ${this._byArea()}`
          : html`<p class="loading">${t('bench.none')}</p>`}
      </div>
      <div class="bench-view" role="region" aria-label=${t('bench.tablet')}><table-page beside .known=${this.known} .store=${this.store}></table-page></div></div>`;
  }
}

define('bench-page', BenchPage);
