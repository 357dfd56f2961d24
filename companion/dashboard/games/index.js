/**
 * The one list of game pages: from a game's id to what the pages need to know about it.
 *
 * @typedef {import('../core/api').TableView} TableView
 * @typedef {import('../core/api').AwaitView} AwaitView
 * @typedef {import('../core/prompt.js').Prompt} Prompt
 *
 * @typedef {object} Hands what a person at this tablet can do
 * @property {(task: AwaitView | null, action: Record<string, any>) => void} act answers an await; null: cites whatever is open (the rules then say why not)
 * @property {(option: import('../core/api').Option) => void} answer
 * @property {(button: string) => void} press
 * @property {(seq: number) => void} undo takes an entry back
 * @property {(sheet: string) => void} open one of the game's sheets
 * @property {any} picked what the game keeps between two taps (a chosen alien, a chosen card); null after every action
 * @property {(value: any) => void} pick
 * @property {boolean} byTap the ship is not asked: placements are tapped in
 * @property {() => void} tapInstead
 * @property {boolean} rollByTap
 * @property {() => void} rollInstead
 *
 * @typedef {object} Sheet
 * @property {string} title key of its heading
 * @property {string} [button] key of its button in the action bar; none: opened otherwise
 * @property {string} [icon]
 * @property {boolean} [after] also when the game is over
 * @property {(table: TableView, event: import('../core/api').EventView | null, hands: Hands) => unknown} body
 *
 * @typedef {object} GamePage
 * @property {string} section key of the name of the picture's section
 * @property {(table: TableView, store: import('../core/store.js').Store | null, hands: Hands | null) => unknown} picture
 * @property {(table: TableView, hands: Hands) => unknown} controls the middle of the action bar
 * @property {Record<string, Sheet>} sheets in the order of their buttons; `change`, if there, opens from a line of the log
 * @property {(table: TableView) => Prompt | null} [prompt] the large words; null: those all games share
 * @property {(table: TableView, hands: Hands | null) => unknown} [asked] what is asked for, in the place of the log; null: the log
 * @property {string[]} [featured] switches offered openly at set-up: variants and presets
 * @property {number} [most] the score that wins, shown beside every score
 * @property {(events: import('../core/api').EventView[], table: TableView, before: TableView | null) => string[] | null} [cues] the game's own sounds; null: those all games share
 */
import * as aliensDance from './aliens-dance/view.js';
import * as balancingAliens from './balancing-aliens/view.js';
import { seatView as closeEncountersSeat } from './close-encounters/seat.js';
import * as closeEncounters from './close-encounters/view.js';
import * as etBoard from './et-board/view.js';
import * as etCards from './et-cards/view.js';
import * as liftOff from './lift-off/view.js';

/** @type {Record<string, GamePage>} */
export const GAME_PAGES = { 'balancing-aliens': balancingAliens, 'aliens-dance': aliensDance, 'close-encounters': closeEncounters, 'et-board': etBoard, 'et-cards': etCards, 'lift-off': liftOff };

/**
 * @typedef {object} SeatHands what a player can do on the phone of the own seat
 * @property {(task: AwaitView, action: Record<string, any>) => void} act
 * @property {(seq: number) => void} undo
 * @property {any} picked
 * @property {(value: any) => void} pick
 *
 * @typedef {(table: TableView, seat: number, hands: SeatHands) => unknown} SeatView what the phone of a seat shows of a game
 */

/** The phone's page of each game in which something is secret. @type {Record<string, SeatView>} */
export const SEAT_PAGES = { 'close-encounters': closeEncountersSeat };

/** The page of the running game. @param {TableView | null} table @returns {GamePage | null} */
export const pageOf = (table) => (table && table.game ? GAME_PAGES[table.game.id] || null : null);

/** The survey of each kind of board: the route that leads to it. @type {Record<string, string>} */
export const SURVEYS = { ship: '#/survey', grid: '#/survey-close-encounters', 'moon-track': '#/survey-lift-off', rings: '#/survey-et' };
