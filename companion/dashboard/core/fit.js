/** How many score cards go side by side, and how large their numbers can be: the largest arrangement that fits. */

/** @typedef {{columns: number, size_px: number, name_px: number}} Fit */

const NAME_PX = 50;
const PADDING_PX = 24;
const GAP_PX = 12;
/** Width of a digit and height of a line, per pixel of type. */
const DIGIT = 0.66;
const LINE = 1.06;

/**
 * @param {number} count cards @param {number} digits of the longest score @param {number} width_px @param {number} height_px
 * @param {{least_px: number, most_px: number}} bounds
 * @returns {Fit}
 */
export function fitScores(count, digits, width_px, height_px, { least_px, most_px }) {
  /** @type {Fit} */
  let best = { columns: 1, size_px: 0, name_px: 28 };
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const card_px = (width_px - GAP_PX * (columns - 1)) / columns;
    const line_px = (height_px - GAP_PX * (rows - 1)) / rows;
    const size = Math.min((card_px - PADDING_PX) / (digits * DIGIT), (line_px - NAME_PX) / LINE);
    if (size > best.size_px + 1) best = { columns, size_px: size, name_px: Math.round(Math.max(16, Math.min(28, card_px * 0.15))) };
  }
  return { ...best, size_px: Math.round(Math.max(least_px, Math.min(most_px, best.size_px))) };
}
