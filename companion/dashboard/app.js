/** The root of the page: wires core, devices and pages together and does what components ask for. */
import { html, nothing } from './vendor/lit.js';
import { Commands, Refused, newKey } from './core/commands.js';
import { cuesFor } from './core/cues.js';
import { storedKey, takeKey } from './core/key.js';
import { SeatKeeper } from './core/seat.js';
import { LiveSocket } from './core/socket.js';
import { Store } from './core/store.js';
import { Sounds } from './device/audio.js';
import { applyTheme, recall, remember, theme } from './device/settings.js';
import { WakeLock } from './device/wakelock.js';
import { pageOf } from './games/index.js';
import { pickLanguage, t, tag, useLanguage } from './i18n/t.js';
import { pageFor } from './pages/index.js';
import { announce, liveRegions } from './ui/announcer.js';
import { icon } from './ui/icons.js';
import { menuBody } from './ui/menu.js';
import { LIVE, Part, define } from './ui/part.js';
import { promptText } from './ui/prompt-panel.js';
import { starSky } from './ui/stars.js';
import { topBar } from './ui/top-bar.js';
import { problemWords } from './ui/words.js';
import './ui/sheet.js';

const TOAST_MS = 12000;
/** Several sounds of one moment follow each other. */
const APART_S = 0.3;

export class CompanionApp extends Part {
  static get properties() {
    return { known: { state: true }, route: { state: true }, wake: { state: true }, sound: { state: true }, toast: { state: true }, sheet: { state: true }, code: { state: true }, seat: { state: true } };
  }

  constructor() {
    super();
    this.commands = new Commands({ fetch: (url, init) => fetch(url, init), key: () => storedKey(localStorage) });
    /** @type {SeatKeeper} */
    this.seatKeeper = this._makeKeeper();
    /** @type {Commands} */
    this.seatCommands = new Commands({ fetch: (url, init) => fetch(url, init), key: () => this.seatKeeper.key });
    /** @type {import('./core/seat.js').SeatState} */
    this.seat = this.seatKeeper.state;
    this._takeFromAddress();
    this.store = new Store();
    this.known = this.store.known;
    this.route = location.hash || (this.seat.held ? '#/seat' : '#/table');
    this.sounds = new Sounds((state) => (this.sound = state));
    this.wakeLock = new WakeLock((state) => (this.wake = state));
    this.sound = this.sounds.state;
    this.wake = this.wakeLock.state;
    this.toast = '';
    this.sheet = 'none';
    /** @type {any} the refused command that may be entered as a ruling */
    this.anyway = null;
    /** @type {string | null} */
    this.code = null;
    this.socket = this._makeSocket();
  }

  /** @returns {SeatKeeper} */
  _makeKeeper() {
    return new SeatKeeper({
      storage: localStorage,
      newKey,
      post: (url, body) => this.commands.post(url, body),
      get: (url) => this.seatCommands.get(url),
      onChange: (state) => (this.seat = state),
      wake: () => this.socket.wake(),
    });
  }

  /** The table key or a seat's claim, whichever the address carries. */
  _takeFromAddress() {
    const rewrite = (/** @type {string} */ hash) => history.replaceState(null, '', location.pathname + location.search + hash);
    this.seatKeeper.take(location, rewrite);
    takeKey(location, localStorage, rewrite);
  }

  /** A new seat is proved on the socket at once. */
  async _claimSeat() {
    if (await this.seatKeeper.claim()) this.socket.wake();
  }

  _makeSocket() {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    return new LiveSocket({
      url: `${scheme}//${location.host}/ws`,
      key: () => storedKey(localStorage),
      seatKey: () => this.seatKeeper.key,
      makeSocket: (url) => new WebSocket(url),
      isServiceUp: async () => (await fetch('/api/health', { cache: 'no-store' })).ok,
      onFrame: (frame) => this._heard(frame),
      onState: (state, since, rtt) => this._connection(state, since, rtt),
    });
  }

  _heard(/** @type {import('./core/api').ServerFrame} */ frame) {
    this.store.take(frame);
    this.seatKeeper.heard(frame);
  }

  /** @param {import('./core/socket.js').ConnectionState} state @param {number} since @param {number | null} rtt */
  _connection(state, since, rtt) {
    const back = state === 'live' && this.known.connection !== 'live';
    this.store.connection(state, since, rtt);
    if (state === 'live') this._claimSeat();
    if (back) setTimeout(() => window.dispatchEvent(new Event(LIVE)));
  }

  connectedCallback() {
    super.connectedCallback();
    this.keep(this.store.subscribe((known) => (this.known = known)));
    this.keep(this.store.onNews((events, table, before) => this._news(events, table, before)));
    this._listen();
    this.socket.start();
    this.wakeLock.start();
  }

  _listen() {
    window.addEventListener('hashchange', () => this._routed());
    document.addEventListener('visibilitychange', () => (document.hidden ? this.socket.sleep() : this.socket.wake()));
    window.addEventListener('pageshow', (event) => event.persisted && this.socket.wake());
    window.addEventListener('online', () => this.socket.wake());
    document.addEventListener('pointerup', () => this.sounds.touched());
    this.addEventListener('companion-command', (event) => this._do(event, (detail) => this.commands.send(detail.command)));
    this.addEventListener('companion-seat-command', (event) => this._do(event, (detail) => this.seatCommands.post('/api/seat/commands', detail.seatCommand)));
    this.addEventListener('companion-post', (event) => this._do(event, (detail) => this.commands.post(detail.url, detail.body)));
    this.addEventListener('companion-get', (event) => this._do(event, (detail) => this.commands.get(detail.url)));
    this.addEventListener('companion-toast', (event) => this._say(/** @type {CustomEvent} */ (event).detail));
  }

  _routed() {
    this._takeFromAddress();
    this._claimSeat();
    this.route = location.hash || '#/table';
    this.sheet = 'none';
    window.scrollTo(0, 0);
  }

  /** @param {Event} event @param {(detail: any) => Promise<any>} work */
  async _do(event, work) {
    const { detail } = /** @type {CustomEvent} */ (event);
    try {
      const reply = await work(detail);
      detail.resolve(reply === null ? {} : reply);
    } catch (error) {
      const refused = error instanceof Refused ? error : new Refused({ type: '', title: '', status: 0, detail: String(error), code: 'server-error', params: {} });
      const { table } = this.known;
      this._say(problemWords(refused.code, refused.params, refused.message, table && table.game ? table.game.id : ''));
      if (refused.params.anyway && detail.command && detail.command.type === 'act') this.anyway = detail.command;
      detail.resolve(null);
    }
  }

  /** What the rules refused happened all the same: entered as a ruling. */
  async _happenedAnyway() {
    const { action, ...command } = this.anyway;
    this.toast = '';
    await this.send({ ...command, action: { ...action, ruling: true } });
  }

  /** @param {string} text */
  _say(text) {
    this.anyway = null;
    this.toast = text;
    announce(text, 'assertive');
    clearTimeout(this.toastTimer);
    this.toastTimer = setTimeout(() => (this.toast = ''), TOAST_MS);
  }

  /** @param {import('./core/api').EventView[]} events @param {import('./core/api').TableView} table @param {import('./core/api').TableView | null} before */
  _news(events, table, before) {
    this._cues(events, table, before).forEach((cue, i) => this.sounds.play(cue, i * APART_S));
    const now = promptText(table);
    if (!before || promptText(before) !== now) announce(now, table.questions.length ? 'assertive' : 'polite');
  }

  /** The game's own sounds, else those all games share. @param {import('./core/api').EventView[]} events @param {import('./core/api').TableView} table @param {import('./core/api').TableView | null} before */
  _cues(events, table, before) {
    const page = pageOf(table);
    return (page && page.cues && page.cues(events, table, before)) || cuesFor(events, table, before);
  }

  async _switchOff() {
    const reply = await this.post('/api/power/off', {});
    this.sheet = 'none';
    if (reply) this._say(t('power.going'));
  }

  async _showCode() {
    const key = storedKey(localStorage);
    const response = await fetch('/api/qr.svg', { headers: key ? { Authorization: `Bearer ${key}` } : {} });
    if (response.ok) this.code = URL.createObjectURL(await response.blob());
    else this._say(t('problem.no-key'));
  }

  async _setLanguage(/** @type {string} */ code) {
    remember('language', code);
    await useLanguage(code);
    document.documentElement.lang = tag();
  }

  _setTheme(/** @type {import('./device/settings.js').Theme} */ value) {
    remember('theme', value);
    applyTheme(value);
    this.requestUpdate();
  }

  _menuHands() {
    return {
      setTheme: (/** @type {import('./device/settings.js').Theme} */ value) => this._setTheme(value),
      setLanguage: (/** @type {string} */ code) => this._setLanguage(code),
      switchOff: () => this._switchOff(),
      showCode: () => this._showCode(),
      code: this.code,
    };
  }

  _toast() {
    if (!this.toast) return nothing;
    return html`<div class="toast paper"><p>${this.toast}</p>
      ${this.anyway ? html`<button class="button" data-anyway @click=${this._happenedAnyway}>${t('problem.anyway')}</button>` : nothing}
      <button class="button icon" aria-label=${t('sheet.close')} @click=${() => (this.toast = '')}>${icon('close')}</button></div>`;
  }

  render() {
    const page = pageFor(this.route);
    this.className = page.fits;
    document.title = `${t(page.title)} · ${t('brand')}`;
    const bar = { known: this.known, wake: this.wake, sound: this.sound, toggleSound: () => this.sounds.toggle(), openMenu: () => (this.sheet = 'menu') };
    return html`${starSky()} ${topBar(bar)}
      <main>${page.view({ known: this.known, store: this.store, wake: this.wake, sounds: this.sounds, route: this.route, seat: this.seat })}</main>
      <modal-sheet ?open=${this.sheet === 'menu'} .heading=${t('menu.title')} .body=${() => menuBody(this.known, this._menuHands(), () => (this.sheet = 'none'))}
        @sheet-closed=${() => (this.sheet = 'none')}></modal-sheet>
      ${this._toast()} ${liveRegions()}`;
  }
}

/** The page starts once its words are there. */
async function start() {
  applyTheme(theme());
  await useLanguage(pickLanguage(location.search, recall('language'), navigator.languages || []));
  document.documentElement.lang = tag();
  define('companion-app', CompanionApp);
}

start();
