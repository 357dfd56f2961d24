/** Which notes of the mystery tune sound: each chip its player's next one; the fifth plays all of it. The melody is our own. */

/** @typedef {import('../../core/api').TableView} TableView */
/** @typedef {import('../../core/api').EventView} EventView */

const NOTES = 5;
/** Things done on the table that put chips down; a correction or a step taken back sounds nothing. */
const SOUNDING = ['step', 'trapped'];

/** @param {EventView[]} events what is new @param {TableView} table @param {TableView | null} before @returns {string[] | null} null: the sounds all games share */
export function cues(events, table, before) {
  if (!before || !before.game || !table.game || before.game.number !== table.game.number) return [];
  if (!events.some((event) => SOUNDING.includes(event.code))) return null;
  const was = new Map(before.seats.map((seat) => [seat.seat, seat.score]));
  const placed = table.seats.filter((seat) => seat.score > (was.get(seat.seat) || 0));
  if (placed.some((seat) => seat.score >= NOTES)) return ['tune'];
  return placed.map((seat) => `note-${seat.score}`);
}
