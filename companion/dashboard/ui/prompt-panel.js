import { html, nothing } from '../vendor/lit.js';
import { promptOf } from '../core/prompt.js';
import { pageOf } from '../games/index.js';
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

/** The game's own prompt, else what all games share. @param {TableView} table */
function promptFor(table) {
  const page = pageOf(table);
  const own = page && page.prompt && !table.questions.length ? page.prompt(table) : null;
  return own || promptOf(table);
}

/** @param {import('../core/prompt.js').Prompt} prompt */
const words = (prompt) => tFirst([`${prompt.code}.${prompt.params.why}`, prompt.code], 'prompt.unknown', prompt.code.replace(/^(prompt|question)\./, ''), flatParams(prompt.params));

/** The prompt as plain text, for those who hear the page. @param {TableView} table */
export function promptText(table) {
  const prompt = promptFor(table);
  const seat = table.seats.find((one) => one.seat === prompt.seat);
  return seat ? t('prompt.spoken', { name: seat.name, what: words(prompt) }) : words(prompt);
}

/** @typedef {{sign: unknown, name: unknown, what: string, roll: unknown, look: string}} PromptParts */

/** The pieces of the prompt, for whoever lays them out. @param {TableView} table @returns {PromptParts} */
export function promptParts(table) {
  const prompt = promptFor(table);
  const seat = table.seats.find((one) => one.seat === prompt.seat);
  return {
    sign: seat ? markOf(seat.mark) : nothing,
    name: seat ? html`<b translate="no">${seat.name}</b>` : nothing,
    what: words(prompt),
    roll: rollShown(table),
    look: `prompt${table.questions.length > 0 ? ' asks' : ''} ${seat ? whoClass(seat.mark) : ''}`,
  };
}

/** Whose turn it is and what is asked for, in the largest words of the page. @param {TableView} table */
export function promptPanel(table) {
  const { sign, name, what, roll, look } = promptParts(table);
  return html`<section class=${`at-prompt ${look}`} aria-label=${t('prompt.section')}>
    ${sign}<h1 class="prompt-words">${name}<span>${what}</span></h1>
    ${roll}
  </section>`;
}
