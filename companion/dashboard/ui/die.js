import { html, svg } from '../vendor/lit.js';

/** Where the pips of each face lie, on a 3 by 3 grid. @type {Record<number, Array<[number, number]>>} */
const PIPS = {
  1: [[1, 1]],
  2: [[0, 0], [2, 2]],
  3: [[0, 0], [1, 1], [2, 2]],
  4: [[0, 0], [2, 0], [0, 2], [2, 2]],
  5: [[0, 0], [2, 0], [1, 1], [0, 2], [2, 2]],
  6: [[0, 0], [2, 0], [0, 1], [2, 1], [0, 2], [2, 2]],
};

/** The pips of a face inside an SVG of 100 by 100. @param {number} value @param {number} [size] */
export const pips = (value, size = 10) => (PIPS[value] || []).map(([x, y]) => svg`<circle cx=${27 + x * 23} cy=${27 + y * 23} r=${size}></circle>`);

/** A face of the die. Decorative: what stands beside it says the number. @param {number} value */
export function dieFace(value) {
  return html`<svg class="die-face" viewBox="0 0 100 100" aria-hidden="true">${svg`<rect x="3" y="3" width="94" height="94" rx="22"></rect>`}${pips(value)}</svg>`;
}
