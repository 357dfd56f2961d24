import { html } from '../vendor/lit.js';
import { t } from '../i18n/t.js';
import { icon } from './icons.js';

/**
 * A number with two large buttons; no keyboard needed. Who types anyway types over what stands there.
 * @param {{label: string, value: number, least?: number, most?: number, step?: number, change: (value: number) => void}} options
 */
export function stepper({ label, value, least = 0, most = 999, step = 1, change }) {
  const tidy = (/** @type {number} */ next) => Math.round(Math.min(most, Math.max(least, next)) * 100) / 100;
  return html`<div class="stepper" role="group" aria-label=${label}>
    <button type="button" class="button icon" aria-label=${t('stepper.less', { label })} ?disabled=${value <= least} @click=${() => change(tidy(value - step))}>${icon('minus')}</button>
    <input class="input" type="number" inputmode="decimal" aria-label=${label} min=${least} max=${most} step=${step} .value=${String(value)}
      @focus=${(/** @type {any} */ event) => event.target.select()} @change=${(/** @type {any} */ event) => change(tidy(Number(event.target.value) || least))} />
    <button type="button" class="button icon" aria-label=${t('stepper.more', { label })} ?disabled=${value >= most} @click=${() => change(tidy(value + step))}>${icon('plus')}</button>
  </div>`;
}
