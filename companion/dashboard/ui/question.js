import { html, nothing } from '../vendor/lit.js';
import { areaMiddle } from '../core/geometry.js';
import { t } from '../i18n/t.js';
import { optionWords, percentOf, questionWords } from './words.js';

/**
 * @typedef {import('../core/api').Question} Question
 * @typedef {import('../core/api').Option} Option
 * @typedef {import('../core/api').BoardView} BoardView
 */

/** @param {number} i */
export const letter = (i) => String.fromCharCode(65 + i);

/** The lettered spots that the picture shows for a question. @param {Question} question @param {BoardView} board @param {(option: Option) => void} answer */
export function candidatesOf(question, board, answer) {
  return question.options
    .map((option, i) => ({ option, letter: letter(i) }))
    .filter(({ option }) => option.xy_mm || (option.ring && option.sector))
    .map(({ option, letter: sign }) => ({
      letter: sign,
      at: /** @type {[number, number]} */ (option.xy_mm || areaMiddle(board, Number(option.ring), Number(option.sector))),
      pick: () => answer(option),
    }));
}

/** The answers, as large as hands that reach across a table need. @param {Question} question @param {((option: Option) => void) | null} answer */
export function answerList(question, answer) {
  return html`<div class="answers" role="dialog" aria-label=${questionWords(question)} data-question=${question.id}>
    ${question.options.map(
      (option, i) => html`<button class="button tall answer" ?disabled=${!answer} data-option=${option.id} @click=${() => answer && answer(option)}>
        <span class="letter" translate="no">${letter(i)}</span>
        <span>${optionWords(option)}${option.odds === null ? nothing : html`<small>${t('option.odds', { percent: percentOf(option.odds) })}</small>`}</span>
      </button>`,
    )}
  </div>`;
}
