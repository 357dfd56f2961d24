import { html, nothing } from '../vendor/lit.js';
import { promptOf } from '../core/prompt.js';
import { t, tFirst } from '../i18n/t.js';
import { dieFace } from './die.js';
import { markOf, whoClass } from './mark.js';
import { flatParams } from './words.js';

/** @typedef {import('../core/api').TableView} TableView */

/** The roll that counts now, or the one held back until an open call is settled. @param {TableView} table */
function rollShown(table) {
  if (table.held_roll !== null) return html`<p class="prompt-roll">${dieFace(table.held_roll)}<span>${t('prompt.roll.held', { n: table.held_roll })}</span></p>`;
  const roll = table.state.roll;
  if (typeof roll !== 'number') return nothing;
  return html`<p class="prompt-roll">${dieFace(roll)}<span class="off-screen">${t('prompt.roll.shown', { n: roll })}</span></p>`;
}

/** @param {import('../core/prompt.js').Prompt} prompt */
const words = (prompt) => tFirst([prompt.code], 'prompt.unknown', prompt.code.replace(/^(prompt|question)\./, ''), flatParams(prompt.params));

/** The prompt as plain text, for those who hear the page. @param {TableView} table */
export function promptText(table) {
  const prompt = promptOf(table);
  const seat = table.seats.find((one) => one.seat === prompt.seat);
  return `${seat ? `${seat.name}: ` : ''}${words(prompt)}`;
}

/** Whose turn it is and what is asked for, in the largest words of the page. @param {TableView} table */
export function promptPanel(table) {
  const prompt = promptOf(table);
  const seat = table.seats.find((one) => one.seat === prompt.seat);
  const asks = table.questions.length > 0 ? ' asks' : '';
  return html`<section class=${`at-prompt prompt${asks} ${seat ? whoClass(seat.mark) : ''}`} aria-label=${t('prompt.section')}>
    ${seat ? markOf(seat.mark) : nothing}
    <h1 class="prompt-words">${seat ? html`<b translate="no">${seat.name}</b>` : nothing}<span>${words(prompt)}</span></h1>
    ${rollShown(table)}
  </section>`;
}
