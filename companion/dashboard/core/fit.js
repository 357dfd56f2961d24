/** How many score cards go side by side, and how large their numbers can be: the largest arrangement that fits. */

/** @typedef {{columns: number, size_px: number, name_px: number}} Fit */

const NAME_PX = 50;
const PADDING_PX = 10;
const GAP_PX = 12;
/** What else a card needs above and below, and the mark, gap and padding beside a name; the size names have where there is room, and the least. */
const ABOVE_NAME_PX = 20;
const BESIDE_NAME_PX = 56;
const NAME_SIZES_PX = [16, 28];
/** Width of a digit and of a letter, and height of a line, per pixel of type. */
const DIGIT = 0.635;
const LETTER = 0.57;
const NAME_LINE = 1.2;
const LINE = 1.06;

/** The size at which the longest name stays on one line and in what the number leaves of the height, if any does.
 * @param {number} letters @param {number} card_px @param {number} left_px */
function nameSize(letters, card_px, left_px) {
  const [least, most] = NAME_SIZES_PX;
  return Math.floor(Math.max(least, Math.min(most, (card_px - BESIDE_NAME_PX) / (letters * LETTER), left_px / NAME_LINE)));
}

/**
 * A number is never wider than its card, even where that makes it smaller than `least_px`; where height is short, the row grows.
 *
 * @param {number} count cards @param {{digits: number, letters: number}} longest score and name
 * @param {number} width_px @param {number} height_px @param {{least_px: number, most_px: number}} bounds
 * @returns {Fit}
 */
export function fitScores(count, { digits, letters }, width_px, height_px, { least_px, most_px }) {
  let best = { columns: 1, size: 0, across: 0, card_px: width_px, line_px: 0 };
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const card_px = (width_px - GAP_PX * (columns - 1)) / columns;
    const line_px = (height_px - GAP_PX * (rows - 1)) / rows;
    const across = (card_px - PADDING_PX) / (digits * DIGIT);
    const size = Math.min(across, (line_px - NAME_PX) / LINE);
    if (size > best.size + 1) best = { columns, size, across, card_px, line_px };
  }
  const size_px = Math.floor(Math.min(most_px, best.across, Math.max(least_px, best.size)));
  return { columns: best.columns, size_px, name_px: nameSize(letters, best.card_px, best.line_px - size_px * LINE - ABOVE_NAME_PX) };
}
