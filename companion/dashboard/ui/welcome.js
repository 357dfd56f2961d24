import { html, nothing } from '../vendor/lit.js';
import { t } from '../i18n/t.js';
import { icon } from './icons.js';
import './ship-picture.js';

/** A ship to look at while no game runs: an ornament, so its rings mean nothing. */
const ORNAMENT = { name: '', verified: true, ring_edges_mm: [30, 50, 70, 90, 110, 130, 150], points: [1, 2, 3, 4, 5, 6], sectors: 4, foot_radius_mm: 6, aliens: 10 };
const CROWD = [[52, 96], [-88, 60], [-40, -118], [104, -52], [118, 44]].map((xy_mm, id) => ({ id, ring: 1, sector: 1, xy_mm, scored: true }));

/** What the page shows between games. @param {import('../core/store.js').Known} known @param {(number: number) => void} resume */
export function welcome(known, resume) {
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
    <ship-picture aria-hidden="true" .board=${ORNAMENT} .standing=${CROWD}></ship-picture>
  </div>`;
}
