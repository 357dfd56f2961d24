import { html, svg } from '../vendor/lit.js';

/** One shape per player, on a 100 grid, so that colour is never alone. The order is the order of the palette. */
const SHAPES = [
  'M50 4a46 46 0 1 0 0 92 46 46 0 0 0 0-92z',
  'M10 10h80v80H10z',
  'M50 6 97 92H3z',
  'M50 2 96 50 50 98 4 50z',
  'M36 4h28v32h32v28H64v32H36V64H4V36h32z',
  'M27 8h46l24 42-24 42H27L3 50z',
  'M50 2l13 33 35 2-27 23 9 35-30-20-30 20 9-35L2 37l35-2z',
  'M50 4a46 46 0 1 0 0 92 46 46 0 0 0 0-92zm0 26a20 20 0 1 1 0 40 20 20 0 0 1 0-40z',
];
/** Names of the shapes in the catalogue, for those who hear the page. */
export const SHAPE_NAMES = ['circle', 'square', 'triangle', 'diamond', 'cross', 'hexagon', 'star', 'ring'];
export const MARKS = SHAPES.length;

/** The outline of a player's shape, on a 100 grid. @param {number} mark */
export const markPath = (mark) => SHAPES[((mark % MARKS) + MARKS) % MARKS];

/** A player's sign. @param {number} mark */
export function markOf(mark) {
  const i = ((mark % MARKS) + MARKS) % MARKS;
  return html`<svg class=${`mark fill-${i}`} viewBox="0 0 100 100" aria-hidden="true">${svg`<path d=${SHAPES[i]} fill-rule="evenodd"></path>`}</svg>`;
}

/** The class that lends a player's colour to a component as `--who`. @param {number} mark */
export const whoClass = (mark) => `who-${((mark % MARKS) + MARKS) % MARKS}`;
