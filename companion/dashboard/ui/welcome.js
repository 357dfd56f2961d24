import { html, nothing } from '../vendor/lit.js';
import { t } from '../i18n/t.js';
import { icon } from './icons.js';
import './ship-picture.js';

/** A ship to look at while no game runs. It leans as the real one does; no alien is drawn, since between games nobody knows where they stand. */
const SHIP = { name: '', verified: true, ring_edges_mm: [30, 50, 70, 90, 110, 130, 150], points: [1, 2, 3, 4, 5, 6], sectors: 4, foot_radius_mm: 6, aliens: 10 };
/** Less than this is no alien. */
const EMPTY_G = 3;
const ON_THE_PLATE = new Set(['empty', 'resting', 'rocking', 'rim', 'touched']);

/** What the plate feels, in words. @param {import('../core/api').SensorFrame | null} sensor */
function weight(sensor) {
  if (!sensor) return nothing;
  const { state, load_g } = sensor;
  const words = !ON_THE_PLATE.has(state) ? t(`ship.state.${state}`) : load_g < EMPTY_G ? t('welcome.empty') : t('welcome.load', { grams: Math.round(load_g) });
  return html`<p class="welcome-weight" data-load>${words}</p>`;
}

/** What the page shows between games.
 * @param {import('../core/store.js').Known} known @param {import('../core/store.js').Store | null} live @param {(number: number) => void} resume */
export function welcome(known, live, resume) {
  const table = known.table;
  const control = known.role === 'control';
  return html`<div class="welcome">
    <div>
      <h1>${t('welcome.title')}</h1>
      <p>${control ? t('welcome.text') : t('welcome.watching')}</p>
      <div class="row">
        ${control ? html`<a class="button main" href="#/setup">${icon('play')}${t('welcome.start')}</a>` : nothing}
        ${control && table
          ? table.resumable.map((number) => html`<button class="button tall" data-resume=${number} @click=${() => resume(number)}>${icon('history')}${t('welcome.resume', { number })}</button>`)
          : nothing}
        ${known.demo ? html`<a class="button tall" href="#/bench">${icon('hand')}${t('menu.bench')}</a>` : nothing}
      </div>
    </div>
    <div class="welcome-ship"><ship-picture aria-hidden="true" .board=${SHIP} .live=${live}></ship-picture>${weight(known.sensor)}</div>
  </div>`;
}
