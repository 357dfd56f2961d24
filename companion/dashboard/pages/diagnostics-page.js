import { html, nothing } from '../vendor/lit.js';
import { t } from '../i18n/t.js';
import { icon } from '../ui/icons.js';
import { Part, define } from '../ui/part.js';
import { faultWords } from '../ui/words.js';

const LOOK_EVERY = 3;

/** The engine's own name and version, without the rest of the user agent. */
export function engineOf(/** @type {string} */ agent) {
  const found = /(?:Version\/([\d.]+).*Safari|(?:Chrome|CriOS|Firefox|FxiOS)\/[\d.]+)/.exec(agent);
  if (!found) return agent;
  return found[1] ? `Safari ${found[1]}` : found[0].replace('/', ' ');
}

/** How this tablet and the companion are: what a good bug report needs. */
export class DiagnosticsPage extends Part {
  static get properties() {
    return { known: { attribute: false }, store: { attribute: false }, wake: { attribute: false }, sounds: { attribute: false }, frames: { state: true }, tick: { state: true }, numbers: { state: true } };
  }

  constructor() {
    super();
    /** @type {import('../core/store.js').Known | null} */
    this.known = null;
    /** @type {import('../core/store.js').Store | null} */
    this.store = null;
    this.wake = 'idle';
    /** @type {import('../device/audio.js').Sounds | null} */
    this.sounds = null;
    this.counted = 0;
    this.frames = 0;
    this.tick = 0;
    /** @type {Record<string, import('../core/api').DeviceReport>} */
    this.numbers = {};
  }

  connectedCallback() {
    super.connectedCallback();
    const second = setInterval(() => {
      this.frames = this.counted;
      this.counted = 0;
      this.tick += 1;
      if (this.tick % LOOK_EVERY === 1) this._look();
    }, 1000);
    this.keep(() => clearInterval(second));
  }

  /** What the devices count, which is not worth a place in every snapshot. */
  async _look() {
    if (document.hidden) return;
    const health = await this.load('/api/health');
    if (health) this.numbers = Object.fromEntries(health.devices.map((/** @type {any} */ one) => [one.device, one]));
  }

  /** Its own name, pace, noise, drift and age, what else is connected, and whatever was counted. @param {string} device */
  _numbers(device) {
    const row = this.numbers[device];
    if (!row) return nothing;
    const counted = Object.entries(row.counts).filter(([, count]) => count > 0).map(([name, count]) => `${name} ${count}`);
    const measured = [row.sps && t('diagnostics.pace', { sps: row.sps }), row.noise.length && t('diagnostics.noise', { counts: row.noise.join(', ') }),
      row.drift_per_min && t('diagnostics.drift', { counts: row.drift_per_min.join(', ') }), row.age_ms !== null && t('diagnostics.last', { ms: row.age_ms }), row.others.length && t('diagnostics.others', { names: row.others.join(', ') })];
    const raw = [row.node, ...counted].filter(Boolean).join(' · ');
    return html`<br /><small data-numbers=${device}><span translate="no">${raw}</span> ${measured.filter(Boolean).join(' · ')}</small>`;
  }

  firstUpdated() {
    if (this.store) this.keep(this.store.onSensor((frame) => (this.counted += frame ? 1 : 0)));
  }

  /** @param {string} key @param {unknown} value @param {boolean} [raw] true: not ours to translate */
  _fact(key, value, raw = true) {
    return html`<dt>${t(`diagnostics.${key}`)}</dt><dd data-fact=${key} translate=${raw ? 'no' : 'yes'}>${value}</dd>`;
  }

  _tablet() {
    const yes = t('rule.value.true');
    const no = t('rule.value.false');
    return html`<section class="panel"><h2>${t('diagnostics.tablet')}</h2><dl class="facts">
      ${this._fact('engine', engineOf(navigator.userAgent))} ${this._fact('secure', window.isSecureContext ? yes : no, false)}
      ${this._fact('wake', t(`wake.${this.wake}`), false)} ${this._fact('audio', t(`sound.${this.sounds ? this.sounds.state : 'off'}`), false)}
      ${this._fact('size', `${window.innerWidth} × ${window.innerHeight} · ${window.devicePixelRatio}`)} ${this._fact('agent', navigator.userAgent)}
    </dl>${this.wake === 'active' ? nothing : html`<p class="menu-group" data-wake-how>${t('diagnostics.wake.how')}</p>`}<p class="menu-group"><button class="button" @click=${() => this.sounds && this.sounds.toggle()}>${icon('sound')}${t('diagnostics.sound')}</button></p></section>`;
  }

  _service() {
    const known = /** @type {import('../core/store.js').Known} */ (this.known);
    const age = known.sensor ? `${Math.round(known.sensor.age_ms)} ms` : '–';
    return html`<section class="panel"><h2>${t('diagnostics.service')}</h2><dl class="facts">
      ${this._fact('connection', t(`connection.${known.connection}`), false)} ${this._fact('rtt', known.rttMs === null ? '–' : `${Math.round(known.rttMs)} ms`)}
      ${this._fact('frames', String(this.frames))} ${this._fact('age', age)} ${this._fact('version', known.version || '–')}
      ${this._fact('role', t(`diagnostics.role.${known.role}`), false)} ${this._fact('seq', `${known.boot || '–'} · ${known.seq}`)}
    </dl></section>`;
  }

  _devices() {
    const table = this.known && this.known.table;
    if (!table || !table.devices.length) return html`<section class="panel"><h2>${t('diagnostics.devices')}</h2><p>${t('diagnostics.devices.none')}</p></section>`;
    return html`<section class="panel"><h2>${t('diagnostics.devices')}</h2><dl class="facts">
      ${table.devices.map((device) => html`<dt>${t(`device.${device.kind}`)} <span translate="no">${device.device}</span></dt><dd>${t(`device.state.${device.state}`)}${device.state === 'ok' ? nothing : html` · ${faultWords(device)}`}${this._numbers(device.device)}</dd>`)}
    </dl></section>`;
  }

  render() {
    if (!this.known) return nothing;
    return html`<div class="page"><h1>${t('menu.diagnostics')}</h1>${this._service()} ${this._tablet()} ${this._devices()}<p><a class="button" href="#/styleguide">${t('menu.styleguide')}</a></p></div>`;
  }
}

define('diagnostics-page', DiagnosticsPage);
