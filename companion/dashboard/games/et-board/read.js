/** What the rules of this game publish, read loosely: their page lists it. */

/** @typedef {import('../../core/api').TableView} TableView */

/** The game's own view. @param {TableView} table @returns {Record<string, any>} */
export const stateOf = (table) => table.state;

/** The surveyed rings, as the board file writes them. @param {TableView} table @returns {string[][]} */
export const ringsOf = (table) => /** @type {any} */ (table.game && table.game.board && 'values' in table.game.board ? table.game.board.values.rings : null) || [];
