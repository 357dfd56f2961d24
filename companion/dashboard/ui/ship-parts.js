/** The drawing of the ship, piece by piece. Everything is in millimetres of the board; pure functions of it. */
import { svg, nothing } from '../vendor/lit.js';
import { areaPath, polar, radius, ringCount, sectorAngles } from '../core/geometry.js';
import { pips } from './die.js';
import { pressed } from './pressed.js';

/** @typedef {import('../core/api').BoardView} BoardView */

/** @param {BoardView} board */
function rings(board) {
  return board.ring_edges_mm
    .slice(1)
    .map((edge, i) => ({ edge, i }))
    .reverse()
    .map(({ edge, i }) => svg`<circle class=${i % 2 ? 'ship-band odd' : 'ship-band'} r=${edge}></circle><circle class="ship-line" r=${edge}></circle>`);
}

/** @param {BoardView} board */
function dividers(board) {
  return Array.from({ length: board.sectors }, (_, i) => {
    const { from } = sectorAngles(board.sectors, i + 1);
    const [x1, y1] = polar(board.ring_edges_mm[0], from);
    const [x2, y2] = polar(radius(board), from);
    return svg`<line class="ship-divider" x1=${x1} y1=${y1} x2=${x2} y2=${y2}></line>${numbers(board, from)}`;
  });
}

/** The points of each ring along a divider. @param {BoardView} board @param {number} angle */
function numbers(board, angle) {
  return board.points.map((points, i) => {
    const [x, y] = polar((board.ring_edges_mm[i] + board.ring_edges_mm[i + 1]) / 2, angle);
    return svg`<circle class="ship-number-ground" cx=${x} cy=${y} r="6.6"></circle><text class="ship-number" x=${x} y=${y}>${points}</text>`;
  });
}

/** The lights along the rim; those on the low side burn. @param {BoardView} board @param {[number, number]} lean_deg */
function lights(board, lean_deg) {
  const count = 32;
  const lean = Math.hypot(lean_deg[0], lean_deg[1]);
  const low = Math.atan2(lean_deg[1], lean_deg[0]);
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * (i + 0.5)) / count;
    const [x, y] = polar(radius(board) + 4.5, angle);
    const burns = lean > 0.25 && Math.cos(angle - low) > Math.cos(Math.min(1.2, 0.16 + lean * 0.12));
    return svg`<circle class=${burns ? 'ship-light low' : 'ship-light'} cx=${x} cy=${y} r="2"></circle>`;
  });
}

/** @param {BoardView} board */
function sectorDice(board) {
  return Array.from({ length: board.sectors }, (_, i) => {
    const [x, y] = polar(radius(board) + 17, sectorAngles(board.sectors, i + 1).middle);
    return svg`<g class="die-face" transform="translate(${x - 11} ${y - 11}) scale(0.22)"><rect x="3" y="3" width="94" height="94" rx="22"></rect>${pips(i + 1)}</g>`;
  });
}

/** The boss in the middle: a dome with eyes, seen from above and a little in front. @param {BoardView} board */
function boss(board) {
  const r = board.ring_edges_mm[0];
  return svg`<circle class="ship-rim" r=${r}></circle><circle class="ship-boss" r=${r * 0.8}></circle>
    <g transform="scale(${r / 30})">
      <path class="ship-boss-dark" d="M-13 -2a6 7 0 1 1 12 0a6 7 0 1 1-12 0zM1 -2a6 7 0 1 1 12 0a6 7 0 1 1-12 0z"></path>
      <circle cx="-8.5" cy="-4.5" class="ship-boss-shine" r="2"></circle><circle cx="5.5" cy="-4.5" class="ship-boss-shine" r="2"></circle>
      <path d="M-7 11q7 5 14 0" class="ship-boss-smile"></path>
    </g>`;
}

/** The sectors by number, where no dice are printed. @param {BoardView} board */
function sectorNumbers(board) {
  return Array.from({ length: board.sectors }, (_, i) => {
    const [x, y] = polar(radius(board) + 19, sectorAngles(board.sectors, i + 1).middle);
    return svg`<text class="ship-sector" x=${x} y=${y}>${i + 1}</text>`;
  });
}

/** The rolled ring, lit all around. @param {BoardView} board @param {number} ring */
function litRing(board, ring) {
  const [inner, outer] = [board.ring_edges_mm[ring - 1], board.ring_edges_mm[ring]];
  return svg`<circle class="ship-lit" data-lit=${ring} r=${(inner + outer) / 2} stroke-width=${outer - inner}></circle>`;
}

/** Everything that is printed on the disc. @param {BoardView} board @param {[number, number]} lean_deg @param {{plain?: boolean, lit?: number | null}} [look] */
export function discDrawing(board, lean_deg, { plain = false, lit = null } = {}) {
  const r = radius(board);
  return svg`<circle class="ship-rim" r=${r + 9}></circle>${lights(board, lean_deg)}${rings(board)}${lit ? litRing(board, lit) : nothing}${dividers(board)}${boss(board)}
    ${plain ? sectorNumbers(board) : sectorDice(board)}`;
}

/**
 * The areas, for light and for hands. `label` words an area; areas without `act` are only drawn.
 * @param {BoardView} board @param {Set<string> | null} open @param {((ring: number, sector: number) => void) | null} act @param {(ring: number, sector: number) => string} label
 */
export function areas(board, open, act, label) {
  return Array.from({ length: board.sectors * ringCount(board) }, (_, i) => {
    const sector = Math.floor(i / ringCount(board)) + 1;
    const ring = (i % ringCount(board)) + 1;
    const isOpen = open !== null && open.has(`${ring}/${sector}`);
    if (!isOpen && !act) return nothing;
    const path = areaPath(board, ring, sector);
    if (!act || !isOpen) return svg`<path class=${isOpen ? 'ship-area open' : 'ship-area'} d=${path}></path>`;
    return svg`<path class="ship-area open" d=${path} role="button" tabindex="0" aria-label=${label(ring, sector)} data-ring=${ring} data-sector=${sector}
      @click=${() => act(ring, sector)} @keydown=${(/** @type {KeyboardEvent} */ event) => pressed(event, () => act(ring, sector))}></path>`;
  });
}

/** An alien standing at a point: its foot is where it really is, the figure rises from it. @param {number} foot_mm */
export function alienFigure(foot_mm) {
  const k = (foot_mm / 6) * 1.3;
  return svg`<circle class="foot" r=${foot_mm}></circle><g transform="scale(${k})">
    <path class="stalk" d="M-1.5 -21.5q-2 -4 -4.5 -4.5M1.5 -21.5q2 -4 4.5 -4.5"></path>
    <circle class="body" cx="-6.3" cy="-26.3" r="1.5"></circle><circle class="body" cx="6.3" cy="-26.3" r="1.5"></circle>
    <path class="body" d="M-5.6 1C-7 -5 -5 -8 -4 -10.5C-8 -13 -7.5 -22 0 -22S8 -13 4 -10.5C5 -8 7 -5 5.6 1C3 3.6 -3 3.6 -5.6 1z"></path>
    <ellipse class="ink" cx="-2.7" cy="-15.8" rx="1.9" ry="2.6"></ellipse><ellipse class="ink" cx="2.7" cy="-15.8" rx="1.9" ry="2.6"></ellipse>
    <circle class="shine" cx="-2.1" cy="-16.8" r="0.8"></circle><circle class="shine" cx="3.3" cy="-16.8" r="0.8"></circle></g>`;
}

/** The centre of pressure. */
export const pressurePoint = () =>
  svg`<circle class="halo" r="5.5"></circle><circle r="5.5"></circle><path d="M-9 0h6M3 0h6M0 -9v6M0 3v6"></path>`;
