/** One view per game: `picture` draws it, `controls` are its hands. */
import * as balancingAliens from './balancing-aliens/view.js';

/** @typedef {typeof balancingAliens} GameView */

/** @type {Record<string, GameView>} */
export const GAME_VIEWS = { 'balancing-aliens': balancingAliens };
