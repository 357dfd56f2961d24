import { html, svg } from '../vendor/lit.js';

/** A few fixed stars behind everything; scattered by a small seeded sequence so that the sky is the same every evening. */
function scatter() {
  let seed = 7;
  const next = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  return Array.from({ length: 90 }, () => ({ x: next() * 1600, y: next() * 1000, r: 0.5 + next() ** 4 * 1.6 }));
}

const STARS = scatter();

export const starSky = () => html`<svg class="sky-stars" viewBox="0 0 1600 1000" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
  ${STARS.map(({ x, y, r }) => svg`<circle cx=${x.toFixed(0)} cy=${y.toFixed(0)} r=${r.toFixed(2)}></circle>`)}
</svg>`;
