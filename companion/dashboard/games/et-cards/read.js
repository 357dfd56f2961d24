/** What the rules of this game publish, read loosely: their page lists it. */

/** @typedef {import('../../core/api').TableView} TableView */

/** The game's own view. @param {TableView} table @returns {Record<string, any>} */
export const stateOf = (table) => table.state;
