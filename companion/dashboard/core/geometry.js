/**
 * The ship's drawing, from the board file. Board axes are millimetres, x right and y away; the drawing's y points down.
 *
 * @typedef {import('./api').BoardView} BoardView
 * @typedef {[number, number]} Point
 */

const TURN = 2 * Math.PI;

/** Millimetres beyond the rim that the drawing leaves for the dice that name the sectors. */
export const MARGIN_MM = 26;

export const ringCount = (/** @type {BoardView} */ board) => board.ring_edges_mm.length - 1;
export const radius = (/** @type {BoardView} */ board) => board.ring_edges_mm[board.ring_edges_mm.length - 1];

/** A point at `radius_mm` and `angle` (counter-clockwise from x) in drawing coordinates. @returns {Point} */
export function polar(/** @type {number} */ radius_mm, /** @type {number} */ angle) {
  return [radius_mm * Math.cos(angle), -radius_mm * Math.sin(angle)];
}

/** First and last angle of a sector, and its middle. */
export function sectorAngles(/** @type {number} */ sectors, /** @type {number} */ sector) {
  const from = ((sector - 1) / sectors) * TURN;
  const to = (sector / sectors) * TURN;
  return { from, to, middle: (from + to) / 2 };
}

const round = (/** @type {number} */ value) => Math.round(value * 100) / 100;
const pair = (/** @type {Point} */ point) => `${round(point[0])} ${round(point[1])}`;

/** SVG path of one area: ring `ring` of sector `sector`. */
export function areaPath(/** @type {BoardView} */ board, /** @type {number} */ ring, /** @type {number} */ sector) {
  const inner = board.ring_edges_mm[ring - 1];
  const outer = board.ring_edges_mm[ring];
  const { from, to } = sectorAngles(board.sectors, sector);
  const large = to - from > Math.PI ? 1 : 0;
  return [
    `M${pair(polar(inner, from))}`,
    `L${pair(polar(outer, from))}`,
    `A${outer} ${outer} 0 ${large} 0 ${pair(polar(outer, to))}`,
    `L${pair(polar(inner, to))}`,
    `A${inner} ${inner} 0 ${large} 1 ${pair(polar(inner, from))}`,
    'Z',
  ].join('');
}

/** Middle of an area in board millimetres (y away). @returns {Point} */
export function areaMiddle(/** @type {BoardView} */ board, /** @type {number} */ ring, /** @type {number} */ sector) {
  const middle_mm = (board.ring_edges_mm[ring - 1] + board.ring_edges_mm[ring]) / 2;
  const { middle } = sectorAngles(board.sectors, sector);
  return [middle_mm * Math.cos(middle), middle_mm * Math.sin(middle)];
}

/** The spot of a point in board millimetres; the foot counts for the smaller ring. Null off the disc. */
export function spotAt(/** @type {BoardView} */ board, /** @type {Point} */ xy_mm) {
  const distance = Math.hypot(xy_mm[0], xy_mm[1]);
  if (distance > radius(board)) return null;
  const inner = distance - board.foot_radius_mm;
  const ring = 1 + board.ring_edges_mm.slice(1, -1).filter((edge) => inner >= edge).length;
  const angle = (Math.atan2(xy_mm[1], xy_mm[0]) + TURN) % TURN;
  return { ring, sector: (Math.floor((angle / TURN) * board.sectors) % board.sectors) + 1 };
}

/** Where to draw aliens of which only the area is known: side by side along the middle of the area. @returns {Point[]} */
export function spread(/** @type {BoardView} */ board, /** @type {number} */ ring, /** @type {number} */ sector, /** @type {number} */ count) {
  const middle_mm = (board.ring_edges_mm[ring - 1] + board.ring_edges_mm[ring]) / 2;
  const { from, to } = sectorAngles(board.sectors, sector);
  const step = Math.min((to - from) / (count + 1), (2.6 * board.foot_radius_mm) / middle_mm);
  const first = (from + to) / 2 - (step * (count - 1)) / 2;
  return Array.from({ length: count }, (_, i) => [middle_mm * Math.cos(first + i * step), middle_mm * Math.sin(first + i * step)]);
}

/**
 * Every alien with a point to draw it at, farthest first so that nearer ones overlap farther ones.
 * @template {{ring: number, sector: number, xy_mm: Point | null}} T
 * @param {BoardView} board @param {T[]} standing @returns {Array<{alien: T, at: Point}>}
 */
export function placements(board, standing) {
  /** @type {Map<string, T[]>} */
  const vague = new Map();
  standing.filter((alien) => !alien.xy_mm).forEach((alien) => {
    const area = `${alien.ring}/${alien.sector}`;
    vague.set(area, [...(vague.get(area) || []), alien]);
  });
  /** @type {Array<{alien: T, at: Point}>} */
  const placed = standing.filter((alien) => alien.xy_mm).map((alien) => ({ alien, at: /** @type {Point} */ (alien.xy_mm) }));
  vague.forEach((aliens) => {
    const points = spread(board, aliens[0].ring, aliens[0].sector, aliens.length);
    aliens.forEach((alien, i) => placed.push({ alien, at: points[i] }));
  });
  return placed.sort((a, b) => b.at[1] - a.at[1]);
}

/** How the drawing shows a lean: the axis it turns about and the angle, enlarged so that a degree is seen, and bounded. */
export function tilt(/** @type {Point} */ lean_deg, /** @type {{gain?: number, most_deg?: number}} */ { gain = 3, most_deg = 24 } = {}) {
  const lean = Math.hypot(lean_deg[0], lean_deg[1]);
  if (lean < 0.02) return { axis: /** @type {Point} */ ([1, 0]), deg: 0 };
  return { axis: /** @type {Point} */ ([lean_deg[1] / lean, lean_deg[0] / lean]), deg: Math.min(most_deg, lean * gain) };
}

/** Where to write the letters of spots that lie close together: each is pushed away from the others until they can be told apart. @param {Point[]} points @param {number} apart_mm @returns {Point[]} */
export function pushApart(points, apart_mm) {
  const out = points.map((point) => /** @type {Point} */ ([...point]));
  for (let round = 0; round < 24; round += 1) {
    out.forEach((a, i) => out.slice(i + 1).forEach((b) => separate(a, b, apart_mm)));
  }
  return out;
}

/** @param {Point} a @param {Point} b @param {number} apart_mm */
function separate(a, b, apart_mm) {
  const distance = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (distance >= apart_mm) return;
  const [ux, uy] = distance > 0.1 ? [(b[0] - a[0]) / distance, (b[1] - a[1]) / distance] : [1, 0];
  const push = (apart_mm - distance) / 2;
  a[0] -= ux * push;
  a[1] -= uy * push;
  b[0] += ux * push;
  b[1] += uy * push;
}
