/** Boards by kind. A ship has rings; every other kind carries the values of its board file by name. */

/** @typedef {import('./api').BoardView} BoardView */
/** @typedef {import('./api').OtherBoardView} OtherBoardView */

/** The board as a ship, or null where the game is not played on one. @param {BoardView | OtherBoardView | null | undefined} board @returns {BoardView | null} */
export const shipOf = (board) => (board && 'ring_edges_mm' in board ? board : null);
