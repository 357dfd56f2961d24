/** The drawings of the E.T. board: a sign for each kind of space, and E.T. himself. */
import { html, svg } from '../../vendor/lit.js';

/** Line drawings on a 24 grid. @type {Record<string, string>} */
const SIGNS = {
  hide: 'M12 3l2.6 5.6 6 .7-4.5 4.2 1.2 6L12 16.4 6.7 19.5l1.2-6L3.4 9.3l6-.7z',
  'hide-roll': 'M5 5h14v14H5zM9 9v.1M15 15v.1M12 12v.1',
  men: 'M8 3h8v5l-2.5 3v10h-3V11L8 8zM8 6h8M4 4 2 3M20 4l2-1',
  gertie: 'M12 20a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM6.5 9.5 3 5M17.5 9.5 21 5M9.7 12.6v.6M14.3 12.6v.6M9.5 16q2.5 2 5 0',
  van: 'M2.5 6.5H14V17H2.5zM14 10h4l3.5 4v3H14M7 19.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17.5 19.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM6 6.5V3h4',
  spacesuit: 'M12 2.5a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM7.5 8.5h9a3 3 0 0 1-9 0zM6 21.5h12',
  beacon: 'M12 21V10M8 21h8M12 9.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM6.8 11.5a6.5 6.5 0 0 1 0-8M17.2 3.5a6.5 6.5 0 0 1 0 8',
  costume: 'M5 21V11a7 7 0 0 1 14 0v10l-2.3-2-2.4 2-2.3-2-2.3 2-2.4-2zM9.5 10.5v1M14.5 10.5v1',
  playground: 'M4 21 8 4M20 21 16 4M6 4h12M10.3 4v10M13.7 4v10M9 14h6',
  'arrow-bottom': 'M12 21V4M5.5 10.5 12 4l6.5 6.5',
  'arrow-top': 'M5.5 11.5 12 5l6.5 6.5M12 5v9M4 19.5h16',
  landing: 'M4 17a8 8 0 0 1 16 0zM2 17h20M9 21l1-4M15 21l-1-4M12 9V5',
};

/** The sign of a kind of space as an icon. @param {string} kind */
export const signOf = (kind) => html`<svg class="icon et-sign" viewBox="0 0 24 24" aria-hidden="true">${svg`<path d=${SIGNS[kind] || SIGNS.landing}></path>`}</svg>`;

/** The same inside a drawing, its middle at (x, y). @param {string} kind @param {number} x @param {number} y @param {number} size */
export const signAt = (kind, x, y, size) => {
  const scale = size / 24;
  return svg`<path class="et-sign" d=${SIGNS[kind] || SIGNS.landing} transform=${`translate(${x - size / 2} ${y - size / 2}) scale(${scale})`}></path>`;
};

/** E.T., his feet at (x, y); under the sheet when he is in costume. @param {number} x @param {number} y @param {boolean} worn */
export function figure(x, y, worn) {
  const body = worn
    ? svg`<path class="et-ghost" d="M-8 0v-12a8 9 0 0 1 16 0V0l-3-2.4L2.4 0 0-2.4-2.4 0-5-2.4z"></path>`
    : svg`<path class="et-skin" d="M-6 0q-2.5-8 3-10v-3h6v3q5.5 2 3 10zM3 -8l6-7 1.5 1-5 9z"></path><ellipse class="et-skin" cx="0" cy="-15.5" rx="8" ry="5"></ellipse><circle class="et-tip" cx="9.8" cy="-15" r="1.8"></circle>`;
  const eyes = worn ? -13 : -16;
  return svg`<g class="et-figure" transform=${`translate(${x} ${y})`}>${body}<circle class="et-eye" cx="-3" cy=${eyes} r="1.6"></circle><circle class="et-eye" cx="3" cy=${eyes} r="1.6"></circle></g>`;
}
