import { html, nothing } from '../vendor/lit.js';
import { shipOf } from '../core/board.js';
import { GAME_PAGES, SURVEYS } from '../games/index.js';
import { t } from '../i18n/t.js';
import { connectionBanner } from '../ui/connection.js';
import { icon } from '../ui/icons.js';
import { markOf } from '../ui/mark.js';
import { Part, define } from '../ui/part.js';
import { ruleList } from '../ui/rule-list.js';
import '../ui/seats-panel.js';

const FIRST_GAME = 'balancing-aliens';
const NAME_LENGTH = 24;

/** Set-up: who plays, how, on which board, by which house rules. While a game runs: who sits at the table. */
export class SetupPage extends Part {
  static get properties() {
    return {
      known: { attribute: false },
      game: { state: true },
      names: { state: true },
      mode: { state: true },
      board: { state: true },
      options: { state: true },
      rules: { state: true },
      boards: { state: true },
      remembered: { state: true },
      forgetting: { state: true },
    };
  }

  constructor() {
    super();
    /** @type {import('../core/store.js').Known | null} */
    this.known = null;
    this.game = FIRST_GAME;
    this.names = ['', ''];
    /** @type {'ship'|'follow'|'manual'} */
    this.mode = 'ship';
    /** @type {string | null} */
    this.board = null;
    /** @type {Record<string, any>} */
    this.options = {};
    /** @type {any[]} the games there are, with their house rules */
    this.rules = [];
    /** @type {any[]} */
    this.boards = [];
    /** @type {string[]} */
    this.remembered = [];
    this.forgetting = false;
  }

  connectedCallback() {
    super.connectedCallback();
    setTimeout(() => this._fetch());
  }

  async _fetch() {
    const [rules, boards, players] = await Promise.all([this.load('/api/rules'), this.load('/api/boards'), this.load('/api/players')]);
    this.rules = rules ? rules.games.filter((/** @type {any} */ game) => game.id in GAME_PAGES) : [];
    this.boards = boards ? boards.boards : [];
    this.remembered = players ? players.names : [];
    this._choose(this.game);
  }

  /** The chosen game's rules, once they are there. */
  _game() {
    return this.rules.find((game) => game.id === this.game) || null;
  }

  /** Another game: its own rules, its usual way of being fed, and the owner's own board if there is one. @param {string} id */
  _choose(id) {
    this.game = id;
    this.options = {};
    const game = this._game();
    if (!game) return;
    [this.mode] = game.modes;
    const own = this._ownBoards().find((stored) => stored.name !== null && stored.board && stored.board.verified);
    this.board = own ? own.name : null;
  }

  /** The boards this game can be played on: its sample, and the owner's of its kind; of a ship, of the printed side it is played on. */
  _ownBoards() {
    const game = this._game();
    if (!game) return [];
    const sample = this.boards.find((stored) => stored.name === null && stored.game === game.id);
    const fits = (/** @type {any} */ stored) => stored.board.kind === game.board_kind && (!sample || stored.side === sample.side);
    return this.boards.filter((stored) => (stored.name === null ? stored === sample : !stored.board || fits(stored)));
  }

  _mostPlayers() {
    const game = this._game();
    return game ? game.seats[1] : 8;
  }

  _filled() {
    return this.names.map((name) => name.trim()).filter(Boolean);
  }

  /** @param {number} i @param {string} name */
  _rename(i, name) {
    this.names = this.names.map((before, j) => (j === i ? name.slice(0, NAME_LENGTH) : before));
  }

  /** @param {string} name */
  _addName(name) {
    const free = this.names.findIndex((one) => !one.trim());
    if (free >= 0) this._rename(free, name);
    else if (this.names.length < this._mostPlayers()) this.names = [...this.names, name];
  }

  /** @param {string} name */
  async _forget(name) {
    const left = await this.post('/api/players/forget', { name });
    if (left) this.remembered = left.names;
    this.forgetting = this.forgetting && this.remembered.length > 0;
  }

  /** Names that have played: a tap fills one in, or, once asked for, forgets it. @param {string[]} free */
  _rememberedNames(free) {
    if (!this.remembered.length) return nothing;
    return html`${this.forgetting
        ? this.remembered.map((name) => html`<button class="button quiet" data-forget translate="no" aria-label=${t('setup.player.forget', { name })} @click=${() => this._forget(name)}>${name}${icon('close')}</button>`)
        : free.slice(0, 8).map((name) => html`<button class="button quiet" translate="no" @click=${() => this._addName(name)}>${name}</button>`)}
      <button class="button quiet" data-forgetting aria-pressed=${String(this.forgetting)} @click=${() => (this.forgetting = !this.forgetting)}>${t(this.forgetting ? 'setup.forget.done' : 'setup.forget')}</button>
      ${this.forgetting ? html`<p class="full">${t('setup.forget.how')}</p>` : nothing}`;
  }

  async _start() {
    const reply = await this.send({ type: 'new-game', game: this.game, names: this._filled(), options: this.options, mode: this.mode, board: this.board });
    if (reply) location.hash = '#/table';
  }

  _players() {
    const free = this.remembered.filter((name) => !this._filled().includes(name));
    return html`<section class="panel"><h2>${t('setup.players')}</h2>
      ${this.names.map((name, i) => html`<div class="player-row">${markOf(i)}
        <input class="input" translate="no" data-player=${i} aria-label=${t('setup.player', { n: i + 1 })} placeholder=${t('setup.player', { n: i + 1 })} maxlength=${NAME_LENGTH} autocomplete="off" .value=${name}
          @input=${(/** @type {any} */ event) => this._rename(i, event.target.value)} />
        <button class="button icon quiet" aria-label=${t('setup.player.remove', { n: i + 1 })} ?disabled=${this.names.length < 2} @click=${() => (this.names = this.names.filter((_, j) => j !== i))}>${icon('close')}</button></div>`)}
      <div class="row tight">
        <button class="button" data-add-player ?disabled=${this.names.length >= this._mostPlayers()} @click=${() => (this.names = [...this.names, ''])}>${icon('plus')}${t('setup.player.add')}</button>
        ${this._rememberedNames(free)}
      </div></section>`;
  }

  _games() {
    if (this.rules.length < 2) return nothing;
    return html`<section class="panel"><h2 id="setup-game">${t('setup.game')}</h2>
      <div class="choices" role="radiogroup" aria-labelledby="setup-game">
        ${this.rules.map((game) => html`<label class="choice"><input type="radio" name="game" value=${game.id} .checked=${this.game === game.id} @change=${() => this._choose(game.id)} /><span translate="no">${t(`game.${game.id}`)}</span></label>`)}
      </div></section>`;
  }

  _modes() {
    const game = this._game();
    if (!game || game.modes.length < 2) return nothing;
    return html`<section class="panel"><h2 id="setup-mode">${t('setup.mode')}</h2>
      <div class="choices" role="radiogroup" aria-labelledby="setup-mode">
        ${game.modes.map((/** @type {'ship'|'follow'|'manual'} */ mode) => html`<label class="choice card"><input type="radio" name="mode" value=${mode} .checked=${this.mode === mode} @change=${() => (this.mode = mode)} />
          <span><span><b>${t(`mode.${mode}`)}</b>${t(`mode.${mode}.how`)}</span></span></label>`)}
      </div></section>`;
  }

  _board(/** @type {any} */ stored) {
    const ship = shipOf(stored.board);
    const label = stored.name === null ? t(ship ? 'board.sample' : 'board.sample-other') : stored.board ? stored.board.name : stored.name;
    const about = stored.problem || (ship ? t('board.about', { rings: ship.points.length, diameter: 2 * ship.ring_edges_mm[ship.points.length] }) : '');
    return html`<label class="choice card"><input type="radio" name="board" .checked=${this.board === stored.name} ?disabled=${Boolean(stored.problem)} @change=${() => (this.board = stored.name)} />
      <span><span><b translate=${stored.name === null ? 'yes' : 'no'}>${label}</b>${stored.problem ? html`<span translate="no">${about}</span>` : about}
        ${stored.board && !stored.board.verified ? html`<br />${t(ship ? 'board.unverified.why' : 'board.unverified-other.why')}` : nothing}</span></span></label>`;
  }

  _boards() {
    const game = this._game();
    if (!game || game.board_kind === 'none') return nothing;
    const ship = game.board_kind === 'ship';
    const survey = SURVEYS[game.board_kind];
    return html`<section class="panel"><h2 id="setup-board">${t(ship ? 'setup.board' : 'setup.board-other')}</h2>
      <div class="choices" role="radiogroup" aria-labelledby="setup-board">${this._ownBoards().map((stored) => this._board(stored))}</div>
      ${survey ? html`<p class="menu-group"><a class="button" data-survey href=${survey}>${icon('ruler')}${t(ship ? 'setup.survey' : 'setup.survey-other')}</a>
        ${this.board ? html`<a class="button" data-survey-again href=${`${survey}/${this.board}`}>${icon('pen')}${t('setup.survey.again')}</a>` : nothing}</p>` : nothing}</section>`;
  }

  /** The switches that a game offers openly (variants, presets, ways to play), and the others. @param {boolean} openly */
  _switches(openly) {
    const game = this._game();
    const featured = new Set(game && GAME_PAGES[game.id].featured);
    return game ? game.switches.filter((/** @type {any} */ one) => featured.has(one.id) === openly) : [];
  }

  _variants() {
    const switches = this._switches(true);
    if (!switches.length) return nothing;
    return html`<section class="panel"><h2>${t('setup.variant')}</h2>${ruleList(switches, this.options, (id, value) => this._setRule(id, value))}</section>`;
  }

  _rules() {
    const switches = this._switches(false);
    const changed = switches.filter((/** @type {any} */ one) => one.id in this.options).length;
    return html`<section class="panel"><details><summary>${t('setup.rules', { n: changed })}</summary>
      ${ruleList(switches, this.options, (id, value) => this._setRule(id, value))}</details></section>`;
  }

  /** @param {string} id @param {any} value */
  _setRule(id, value) {
    const { [id]: _, ...rest } = this.options;
    const game = this._game();
    const standard = game.switches.find((/** @type {any} */ one) => one.id === id).default;
    this.options = value === standard ? rest : { ...rest, [id]: value };
  }

  _resume() {
    const table = this.known && this.known.table;
    if (!table || !table.resumable.length) return nothing;
    return html`<section class="panel"><h2>${t('setup.resume')}</h2><div class="row tight">
      ${table.resumable.map((number) => html`<button class="button tall" data-resume=${number} @click=${() => this._goOn(number)}>${icon('history')}${t('welcome.resume', { number })}</button>`)}
    </div></section>`;
  }

  async _goOn(/** @type {number} */ number) {
    const reply = await this.send({ type: 'resume', number });
    if (reply) location.hash = '#/table';
  }

  _new(/** @type {boolean} */ control) {
    return html`${this._resume()} ${this._games()} ${this._players()} ${this._variants()} ${this._modes()} ${this._boards()} ${this._rules()}
      <div class="start-bar"><button class="button main" data-start ?disabled=${!control || !this._filled().length} @click=${this._start}>${icon('play')}${t('setup.start', { n: this._filled().length })}</button>
        ${control ? nothing : html`<p>${t('menu.watching')}</p>`}</div>`;
  }

  render() {
    const known = this.known;
    if (!known || !known.table) return html`<p class="loading">${t('connection.first')}</p>`;
    const control = known.role === 'control';
    const playing = known.table.phase === 'playing';
    return html`<div class="page"><h1>${playing ? t('setup.running') : t('setup.title')}</h1>${connectionBanner(known)}
      ${playing ? html`<seats-panel .table=${known.table} ?control=${control}></seats-panel>` : this._new(control)}</div>`;
  }
}

define('setup-page', SetupPage);
