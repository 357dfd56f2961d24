/** The Moon Track board as it is being surveyed. Pure: the page draws it and posts `toValues`. */
import { POINTS } from './read.js';

/**
 * @typedef {object} Survey
 * @property {string} name
 * @property {Record<string, string[]>} phases by point, a phase or "?" for each Moon spot, the Star first
 * @property {number} day_spots
 * @property {Record<string, number | null>} day_start by number of players
 * @property {Record<string, Record<string, any>>} tables bonfire, trampoline, jetpack, slingshot by phase
 * @property {Record<string, any[]>} dice faces; empty while nobody has looked
 */

export const PHASES = ['full', 'half', 'new'];
export const PLAYERS = ['2', '3', '4', '5'];
export const STARGATE = ['draw-1', 'draw-2', 'earthquake', 'tornado', 'electric-storm', 'lift-off'];
/** What is rare comes first: the rest of a row is Half Moon, and one button says so. */
const NEXT = { '?': 'full', full: 'new', new: 'half', half: '?' };
const FEWEST_SPOTS = 4;
const MOST_SPOTS = 60;

/** Nothing is known yet but the rules' own: at the Star, and everywhere else, somebody must look. @returns {Survey} */
export const blank = () => ({
  name: '',
  phases: Object.fromEntries(POINTS.map((point) => [point, Array(8).fill('?')])),
  day_spots: 7,
  day_start: Object.fromEntries(PLAYERS.map((n) => [n, null])),
  tables: { bonfire: {}, trampoline: {}, jetpack: {}, slingshot: {} },
  dice: { lift_off_die: [], stargate_die: [], number_die: [] },
});

export const spots = (/** @type {Survey} */ survey) => survey.phases.p1.length;

/** More or fewer Moon spots; what is known of the others stays. @param {Survey} survey @param {number} count @returns {Survey} */
export function withSpots(survey, count) {
  const n = Math.min(MOST_SPOTS, Math.max(FEWEST_SPOTS, count));
  const phases = Object.fromEntries(POINTS.map((point) => [point, Array.from({ length: n }, (_, i) => survey.phases[point][i] || '?')]));
  return { ...survey, phases };
}

/** A tap along the track: the next phase of that point at that spot. @param {Survey} survey @param {string} point @param {number} spot @returns {Survey} */
export function tapped(survey, point, spot) {
  const row = survey.phases[point].map((phase, i) => (i === spot ? NEXT[/** @type {'?'} */ (phase)] : phase));
  return { ...survey, phases: { ...survey.phases, [point]: row } };
}

/** In rows where Full and New are told, whatever nobody has tapped is Half Moon. @param {Survey} survey @returns {Survey} */
export function restHalf(survey) {
  const told = (/** @type {string[]} */ row) => row.includes('full') && row.includes('new');
  const rest = (/** @type {string[]} */ row) => (told(row) ? row.map((phase) => (phase === '?' ? 'half' : phase)) : row);
  return { ...survey, phases: Object.fromEntries(POINTS.map((point) => [point, rest(survey.phases[point])])) };
}

/** The other points as the first, each a quarter of the track on; to be compared with the real ones. @param {Survey} survey @returns {Survey} */
export function turned(survey) {
  const n = spots(survey);
  const first = survey.phases.p1;
  const row = (/** @type {number} */ quarters) => first.map((_, spot) => first[(spot - (quarters * n) / 4 + n) % n]);
  return n % 4 ? survey : { ...survey, phases: Object.fromEntries(POINTS.map((point, i) => [point, row(i)])) };
}

/** The usual board: Full where the Moon stands at the point, New across, Half elsewhere; to be compared with the real one. @param {Survey} survey @returns {Survey} */
export function usual(survey) {
  const n = spots(survey);
  const phases = Object.fromEntries(
    POINTS.map((point, i) => {
      const full = Math.round(((2 * i + 1) * n) / 8) % n;
      const across = Math.round(((2 * i + 5) * n) / 8) % n;
      return [point, Array.from({ length: n }, (_, spot) => (spot === full ? 'full' : spot === across ? 'new' : 'half'))];
    }),
  );
  return { ...survey, phases };
}

/** How many values nobody has looked at: they are asked in the game. @param {Survey} survey */
export function unset(survey) {
  const rows = POINTS.flatMap((point) => survey.phases[point]).filter((phase) => phase === '?').length;
  const starts = PLAYERS.filter((n) => survey.day_start[n] === null).length;
  const tables = Object.values(survey.tables).reduce((sum, table) => sum + PHASES.filter((phase) => table[phase] === undefined || table[phase] === null).length, 0);
  return rows + starts + tables;
}

/**
 * What cannot be, with codes for the catalogue: a finished row without Full or New, two points alike, the Sun beyond its track, more players with more days.
 * @param {Survey} survey @returns {Array<{code: string, params: Record<string, any>}>}
 */
export function contradictions(survey) {
  return [...rowProblems(survey), ...dayProblems(survey), ...tableProblems(survey)];
}

/** @param {Survey} survey */
function rowProblems(survey) {
  const done = POINTS.filter((point) => !survey.phases[point].includes('?'));
  const never = done.flatMap((point) => ['full', 'new'].filter((phase) => !survey.phases[point].includes(phase)).map((phase) => ({ code: 'never', params: { point, phase } })));
  const alike = done.flatMap((one, i) => done.slice(i + 1).filter((other) => String(survey.phases[one]) === String(survey.phases[other])).map((other) => ({ code: 'alike', params: { point: one, other } })));
  return [...never, ...alike];
}

/** @param {Survey} survey */
function dayProblems(survey) {
  const told = PLAYERS.filter((n) => survey.day_start[n] !== null).map((n) => /** @type {[string, number]} */ ([n, survey.day_start[n]]));
  const beyond = told.filter(([, spot]) => spot >= survey.day_spots).map(([players]) => ({ code: 'beyond', params: { players, spots: survey.day_spots } }));
  const later = told.slice(1).filter(([, spot], i) => spot > told[i][1]).map(([players]) => ({ code: 'later', params: { players } }));
  return [...beyond, ...later];
}

/** Thresholds that are the same at every phase: the Moon would not matter. @param {Survey} survey */
function tableProblems(survey) {
  const flat = ['bonfire', 'trampoline'].filter((name) => PHASES.every((phase) => survey.tables[name][phase] && survey.tables[name][phase] === survey.tables[name].full));
  return flat.map((tile) => ({ code: 'flat', params: { tile } }));
}

/** Contradictions that the service would refuse; the others may be printed so and are only named. */
export const REFUSED = new Set(['never', 'beyond']);

/** What is posted. @param {Survey} survey */
export function toValues(survey) {
  return { phases: survey.phases, day_spots: survey.day_spots, day_start: survey.day_start, ...survey.dice, ...survey.tables };
}

/** A survey from the values of a stored board. @param {string} name @param {any} values @returns {Survey} */
export function fromValues(name, values) {
  const base = blank();
  return {
    name,
    phases: values.phases,
    day_spots: values.day_spots,
    day_start: { ...base.day_start, ...values.day_start },
    tables: Object.fromEntries(Object.keys(base.tables).map((key) => [key, { ...values[key] }])),
    dice: Object.fromEntries(Object.keys(base.dice).map((key) => [key, values[key] || []])),
  };
}
