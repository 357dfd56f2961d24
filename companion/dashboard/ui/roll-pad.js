import { html } from '../vendor/lit.js';
import { t } from '../i18n/t.js';
import { dieFace } from './die.js';

/** Six faces to tap in what the wooden die shows. @param {(value: number) => void} roll */
export function rollPad(roll) {
  return html`<div class="roll-pad" role="group" aria-label=${t('roll.pad')}>
    ${[1, 2, 3, 4, 5, 6].map((value) => html`<button class="button" aria-label=${t('roll.value', { n: value })} data-roll=${value} @click=${() => roll(value)}>${dieFace(value)}</button>`)}
  </div>`;
}
