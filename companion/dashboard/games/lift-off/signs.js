/** Small drawings of Lift Off, all our own: aliens, the Moon in its phases, the Garglore, resources, dice. */
import { html, svg } from '../../vendor/lit.js';
import { markPath } from '../../ui/mark.js';

/** Around a middle of its own, about 60 high; the belly carries the player's shape, so that colour is never alone. @param {number} mark */
export const alien = (mark) => svg`<g class="lo-alien"><path class=${`fill-${mark}`} d="M0-30c11 0 17 8 17 17 0 6-3 10-7 13 8 4 11 12 11 25h-42c0-13 3-21 11-25-4-3-7-7-7-13 0-9 6-17 17-17z"></path>
  <ellipse class="lo-ink" cx="-6" cy="-15" rx="3.6" ry="5"></ellipse><ellipse class="lo-ink" cx="6" cy="-15" rx="3.6" ry="5"></ellipse>
  <path class="lo-ink" transform="translate(-9 4) scale(.18)" d=${markPath(mark)} fill-rule="evenodd"></path></g>`;

/** An alien as a picture beside words. @param {number} mark */
export const alienSign = (mark) => html`<svg class="lo-sign tall" viewBox="-22 -32 44 60" aria-hidden="true">${alien(mark)}</svg>`;

/** @type {Record<string, unknown>} */
const LIT = {
  full: svg`<circle class="lo-lit" r="40"></circle>`,
  half: svg`<path class="lo-lit" d="M0-40a40 40 0 0 1 0 80z"></path>`,
  new: svg``,
  unset: svg`<text class="lo-unset">?</text>`,
};

/** The Moon, radius 40: lit as far as its phase is. @param {string | null} phase */
export const moon = (phase) => svg`<circle class="lo-moon" r="40"></circle>${LIT[phase || 'unset']}<circle class="lo-moon-edge" r="40"></circle>`;

/** @param {string | null} phase */
export const moonSign = (phase) => html`<svg class="lo-sign" viewBox="-44 -44 88 88" aria-hidden="true">${moon(phase)}</svg>`;

/** The Garglore: all mouth. About 80 wide. */
export const garglore = () => svg`<g class="lo-garglore"><path d="M-40 6c-6-30 16-46 40-46s46 16 40 46c10 8 6 28-8 30h-64c-14-2-18-22-8-30z"></path>
  <path class="lo-teeth" d="M-26 6h52l-6 12-7-8-7 10-6-10-6 10-7-10-7 8z"></path><circle class="lo-eye" cx="-14" cy="-16" r="8"></circle><circle class="lo-eye" cx="14" cy="-16" r="8"></circle></g>`;

export const garglorePicture = () => html`<svg class="lo-sign" viewBox="-46 -46 92 92" aria-hidden="true">${garglore()}</svg>`;

/** @type {Record<string, unknown>} */
const RESOURCE = {
  fuel: svg`<path d="M5 21V5a2 2 0 0 1 2-2h6a2 2 0 0 1 2 2v16zM5 10h10M15 12h2a2 2 0 0 1 2 2v3a1.5 1.5 0 0 0 3 0V9l-3-3"></path>`,
  screw: svg`<path d="M7 3h10l-1 5H8zM9 8h6v3l-6 2v3l6-2v3l-6 2M12 21v1M10 5.500h4"></path>`,
  action: svg`<path d="M6 3h12a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM13 7l-4 6h3l-1 4 4-6h-3z"></path>`,
};

/** @param {string} kind */
export const resource = (kind) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${RESOURCE[kind]}</svg>`;

const ROCKET = 'M0-16c7 6 8 14 6 22h-12c-2-8-1-16 6-22zM-6 0l-6 9 5-1M6 0l6 9-5-1M-3 8l3 8 3-8';

/** A face of the Lift Off die: so many rockets, or X. @param {number} rockets */
export function rocketFace(rockets) {
  const at = [[], [[50, 50]], [[32, 50], [68, 50]], [[50, 30], [30, 68], [70, 68]]][rockets];
  return html`<svg class="die-face" viewBox="0 0 100 100" aria-hidden="true"><rect x="3" y="3" width="94" height="94" rx="22"></rect>
    ${rockets ? at.map(([x, y]) => svg`<path class="lo-pip" transform=${`translate(${x} ${y}) scale(1.05)`} d=${ROCKET}></path>`) : svg`<path class="lo-cross" d="M30 30l40 40M70 30L30 70"></path>`}</svg>`;
}
