import { html } from '../vendor/lit.js';
import { t, tFirst } from '../i18n/t.js';
import { stepper } from './stepper.js';

/** @typedef {{id: string, default: any, decision: string, values: any[], bounds: [number, number] | null}} Switch */

/** @param {string} id @param {any} value */
const valueWords = (id, value) => tFirst([`rule.${id}.${value}`, `rule.value.${value}`], 'rule.value.unknown', String(value), {});

/** @param {Switch} one @param {any} now @param {(id: string, value: any) => void} set */
function values(one, now, set) {
  if (one.bounds) return stepper({ label: t(`rule.${one.id}`), value: Number(now), least: one.bounds[0], most: Math.min(one.bounds[1], 60), change: (value) => set(one.id, value) });
  return html`<div class="choices" role="radiogroup" aria-labelledby=${`rule-${one.id}`}>
    ${one.values.map((value) => html`<label class="choice"><input type="radio" name=${one.id} value=${String(value)} .checked=${now === value} @change=${() => set(one.id, value)} />
      <span>${valueWords(one.id, value)}${value === one.default ? html`<small class="small">${t('rule.default')}</small>` : ''}</span></label>`)}
  </div>`;
}

/** Every house rule with what it settles. @param {Switch[]} switches @param {Record<string, any>} options @param {(id: string, value: any) => void} set */
export const ruleList = (switches, options, set) =>
  switches.map((one) => {
    const now = one.id in options ? options[one.id] : one.default;
    return html`<div class="rule" data-rule=${one.id}><h3 id=${`rule-${one.id}`}>${tFirst([`rule.${one.id}`], 'rule.unknown', one.id, {})}</h3>
      <p class="soft">${tFirst([`rule.${one.id}.why`], 'rule.unknown.why', one.decision, {})}</p>${values(one, now, set)}</div>`;
  });
