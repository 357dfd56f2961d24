import { html, svg } from '../vendor/lit.js';

/** Half the side of the drawn plate, in millimetres. */
const HALF_MM = 110;

/** The bare weighing plate from above, with the place of the known mass (or nothing on it). @param {[number, number] | null} at_mm @param {string} label */
export function platePicture(at_mm, label) {
  const box = `${-HALF_MM - 14} ${-HALF_MM - 14} ${2 * HALF_MM + 28} ${2 * HALF_MM + 28}`;
  return html`<svg class="plate" viewBox=${box} role="img" aria-label=${label}>
    ${svg`<rect class="plate-wood" x=${-HALF_MM} y=${-HALF_MM} width=${2 * HALF_MM} height=${2 * HALF_MM} rx="16"></rect>
      <path class="plate-cross" d=${`M${-HALF_MM} 0H${HALF_MM}M0 ${-HALF_MM}V${HALF_MM}`}></path>`}
    ${at_mm ? svg`<g transform=${`translate(${at_mm[0]} ${-at_mm[1]})`}><circle class="plate-spot" r="17"></circle><path class="plate-mass" d="M-9 9l3 -15h12l3 15zM-4 -6a4 4 0 1 1 8 0"></path></g>` : ''}
  </svg>`;
}
