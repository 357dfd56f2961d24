/** The virtual table's geometry: from a pointer on the drawing to a point of the ship, and what letting go there means. */

/** @typedef {[number, number]} Point */

/** Half the side of the drawing, in ship radii. */
export const REACH = 1.5;

/** A point of the drawing (y down, table axes) in the axes of a ship turned by `yaw_deg` (y away). @param {Point} at @param {number} yaw_deg @returns {Point} */
export function toShip(at, yaw_deg) {
  const angle = (-yaw_deg * Math.PI) / 180;
  const [x, y] = [at[0], -at[1]];
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
}

/**
 * The command that letting go of an alien stands for; null when nothing is to happen.
 * @param {{id: number | null, aboard: boolean}} held `id` null: fresh from the bag @param {Point} xy_mm @param {number} radius_mm
 * @returns {Record<string, any> | null}
 */
export function dropped(held, xy_mm, radius_mm) {
  const onDisc = Math.hypot(xy_mm[0], xy_mm[1]) <= radius_mm;
  const spot = xy_mm.map((value) => Math.round(value * 10) / 10);
  if (held.id === null) return onDisc ? { do: 'place', xy_mm: spot } : null;
  if (onDisc) return { do: 'move', id: held.id, xy_mm: spot };
  return { do: 'remove', id: held.id };
}

const STEP_MM = 6;
/** @type {Record<string, Point>} */
const ARROWS = { ArrowLeft: [-STEP_MM, 0], ArrowRight: [STEP_MM, 0], ArrowUp: [0, STEP_MM], ArrowDown: [0, -STEP_MM] };

/** What a key does to the alien that has the focus. @param {string} key @param {number} id @param {number} yaw_deg @returns {Record<string, any> | null} */
export function keyed(key, id, yaw_deg) {
  if (key === 'Delete' || key === 'Backspace') return { do: 'remove', id };
  const arrow = ARROWS[key];
  if (!arrow) return null;
  return { do: 'nudge', id, dxy_mm: toShip([arrow[0], -arrow[1]], yaw_deg).map((value) => Math.round(value * 10) / 10) };
}
