/** The drawings of Close Encounters: the two destinations, a card. */
import { html, svg } from '../../vendor/lit.js';

/** Line drawings on a 24 grid. @type {Record<string, string>} */
const SIGNS = {
  tower: 'M3 21 8.5 6.5q.5-2 2-2h3q1.5 0 2 2L21 21zM10 8l-1.5 13M14 8l1.5 13M12 7.5V21',
  ship: 'M7 11a5 5 0 0 1 10 0M2 13.5q10-5 20 0-10 5.5-20 0zM7 18l-1.5 3M12 18v4M17 18l1.5 3M8 13.5v.1M12 14.5v.1M16 13.5v.1',
  paper: 'M6 3h9l4 4v14H6zM15 3v4h4M9.5 12.5h5M9.5 16.5h5',
  phone: 'M8 2.5h8q1.5 0 1.5 1.5v16q0 1.5-1.5 1.5H8q-1.5 0-1.5-1.5V4q0-1.5 1.5-1.5zM10.5 18.5h3',
};

/** A sign as an icon. @param {string} name */
export const signOf = (name) => html`<svg class="icon ce-sign" viewBox="0 0 24 24" aria-hidden="true">${svg`<path d=${SIGNS[name]}></path>`}</svg>`;

/** The same inside a drawing, its middle at (x, y). @param {string} name @param {number} x @param {number} y @param {number} size */
export const signAt = (name, x, y, size) => svg`<path class="ce-sign" d=${SIGNS[name]} transform=${`translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})`}></path>`;
