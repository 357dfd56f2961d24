import { html, nothing } from '../vendor/lit.js';
import { LANGUAGES, language, t } from '../i18n/t.js';
import { theme } from '../device/settings.js';
import { icon } from './icons.js';

/**
 * @typedef {object} MenuHands
 * @property {(theme: 'dark'|'light') => void} setTheme
 * @property {(language: string) => void} setLanguage
 * @property {() => void} switchOff
 * @property {() => void} showCode
 * @property {string | null} code address of the picture of the code, once fetched
 */

/** The pages, in the order people need them. @type {Array<[string, string, string]>} */
const PAGES = [
  ['#/table', 'play', 'menu.table'],
  ['#/setup', 'people', 'menu.setup'],
  ['#/survey', 'ruler', 'menu.survey'],
  ['#/calibrate', 'scale', 'menu.calibrate'],
  ['#/history', 'history', 'menu.history'],
  ['#/diagnostics', 'gauge', 'menu.diagnostics'],
];

/** @param {string} name @param {string} label @param {Array<[string, string]>} options @param {string} now @param {(value: string) => void} set */
function choice(name, label, options, now, set) {
  return html`<div class="menu-group"><h3 id=${`menu-${name}`}>${label}</h3>
    <div class="choices" role="radiogroup" aria-labelledby=${`menu-${name}`}>
      ${options.map(([value, words]) => html`<label class="choice"><input type="radio" name=${name} value=${value} .checked=${now === value} @change=${() => set(value)} /><span>${words}</span></label>`)}
    </div></div>`;
}

/** @param {import('../core/store.js').Known} known @param {MenuHands} hands @param {() => void} close */
export function menuBody(known, hands, close) {
  const pages = known.demo ? [...PAGES, /** @type {[string, string, string]} */ (['#/bench', 'hand', 'menu.bench'])] : PAGES;
  const control = known.role === 'control';
  return html`<nav class="menu-list" aria-label=${t('menu.pages')}>
      ${pages.map(([href, sign, key]) => html`<a class="button" href=${href} @click=${close}>${icon(sign)}${t(key)}</a>`)}
    </nav>
    ${choice('theme', t('menu.theme'), [['dark', t('theme.dark')], ['light', t('theme.light')]], theme(), (value) => hands.setTheme(/** @type {'dark'|'light'} */ (value)))}
    ${choice('language', t('menu.language'), LANGUAGES.map((code) => [code, t(`language.${code}`)]), language(), hands.setLanguage)}
    ${control
      ? html`<div class="menu-group row"><button class="button tall" @click=${hands.showCode}>${icon('globe')}${t('menu.code')}</button>
          <button class="button tall" data-power @click=${hands.switchOff}>${icon('power')}${t('menu.power')}</button></div>`
      : html`<p class="menu-group soft">${t('menu.watching')}</p>`}
    ${hands.code ? html`<figure class="qr"><img src=${hands.code} alt=${t('menu.code.alt')} width="280" height="280" /><figcaption>${t('menu.code.how')}</figcaption></figure>` : nothing}`;
}
