/** The four rings as they are being surveyed. Pure: the page draws them and posts `toValues`. */

/**
 * @typedef {{kind: string, chips: number | null, arrow: string}} Space a number nobody has looked at is null; the letter joins the halves of an arrow
 * @typedef {object} Survey
 * @property {string} name
 * @property {Space[][]} rings from the outermost, each counter-clockwise
 * @property {number} ring the one that is tapped now, from 1
 * @property {number | null} picked the space that taps are about, from 0
 * @property {number} start E.T.'s first space in ring 1, from 1
 * @property {[number, number] | null} landing space of ring 4 and steps from it, where the Landing Site has a path of its own
 * @property {number[]} die faces; empty while nobody has looked
 * @typedef {{code: string, params: Record<string, any>}} Contradiction
 */

export const RINGS = 4;
export const KINDS = ['hide', 'hide-roll', 'men', 'gertie', 'van', 'spacesuit', 'beacon', 'costume', 'playground', 'arrow-bottom', 'arrow-top'];
const NUMBERED = ['hide', 'arrow-bottom', 'arrow-top'];
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const UNKNOWN = '?';
const FEWEST = 4;
const MOST = 60;

export const isNumbered = (/** @type {string} */ kind) => NUMBERED.includes(kind);
export const isArrow = (/** @type {string} */ kind) => kind.startsWith('arrow');

/** Nothing is known yet. @returns {Survey} */
export const blank = () => ({ name: '', rings: Array.from({ length: RINGS }, () => []), ring: 1, picked: null, start: 1, landing: null, die: [] });

/** @param {Survey} survey */
export const spaces = (survey) => survey.rings[survey.ring - 1];

/** @param {Survey} survey @returns {Space | null} */
export const pickedSpace = (survey) => (survey.picked === null ? null : spaces(survey)[survey.picked] || null);

/** The letters of one half of arrows, counter-clockwise. @param {Space[]} ring @param {string} half */
const letters = (ring, half) => ring.filter((space) => space.kind === half).map((space) => space.arrow);

/** The letter a new arrow most likely has: of a top half the next bottom half outside it that has none yet, else one nobody has used. @param {Survey} survey @param {string} kind */
function letterFor(survey, kind) {
  const used = new Set(survey.rings.flat().map((space) => space.arrow));
  const fresh = LETTERS.find((letter) => !used.has(letter)) || 'A';
  if (kind === 'arrow-bottom' || survey.ring === 1) return fresh;
  const own = letters(spaces(survey), 'arrow-top');
  return letters(survey.rings[survey.ring - 2], 'arrow-bottom').find((letter) => !own.includes(letter)) || fresh;
}

/** @param {Survey} survey @param {Space[]} ring @returns {Survey} */
const withRing = (survey, ring) => ({ ...survey, rings: survey.rings.map((old, i) => (i === survey.ring - 1 ? ring : old)) });

/** A space behind the picked one, or behind the last. @param {Survey} survey @param {string} kind @returns {Survey} */
export function added(survey, kind) {
  const ring = spaces(survey);
  if (ring.length >= MOST) return survey;
  const at = survey.picked === null ? ring.length : survey.picked + 1;
  const space = { kind, chips: null, arrow: isArrow(kind) ? letterFor(survey, kind) : '' };
  return moved({ ...withRing(survey, [...ring.slice(0, at), space, ...ring.slice(at)]), picked: at }, at + 1, 1);
}

/** The picked space is not there; the one before it is picked. @param {Survey} survey @returns {Survey} */
export function removed(survey) {
  const at = survey.picked;
  if (at === null) return survey;
  const ring = spaces(survey).filter((_, i) => i !== at);
  return moved({ ...withRing(survey, ring), picked: ring.length ? Math.max(0, at - 1) : null }, at + 1, -1);
}

/** E.T.'s first space and the landing path stay where they are on the board. @param {Survey} survey @param {number} from the first space that has moved @param {number} by @returns {Survey} */
function moved(survey, from, by) {
  const many = spaces(survey).length;
  const later = (/** @type {number} */ at) => at > from || (by > 0 && at === from && many > 1);
  const shift = (/** @type {number} */ at) => Math.max(1, Math.min(many, later(at) ? at + by : at));
  if (survey.ring === 1) return { ...survey, start: shift(survey.start) };
  if (survey.ring !== RINGS || !survey.landing) return survey;
  const gone = by < 0 && survey.landing[0] === from;
  return { ...survey, landing: gone ? null : [shift(survey.landing[0]), survey.landing[1]] };
}

/** @param {Survey} survey @param {Partial<Space>} change @returns {Survey} */
export const changed = (survey, change) => withRing(survey, spaces(survey).map((space, i) => (i === survey.picked ? { ...space, ...change } : space)));

/** Letters to choose from: those of the arrows there are, and a fresh one. @param {Survey} survey */
export function offered(survey) {
  const used = [...new Set(survey.rings.flat().map((space) => space.arrow).filter(Boolean))].sort();
  const fresh = LETTERS.find((letter) => !used.includes(letter));
  return fresh ? [...used, fresh] : used;
}

/** Everything that cannot be so on a real board; rings with no space yet are left out. @param {Survey} survey @returns {Contradiction[]} */
export function contradictions(survey) {
  const short = survey.rings.flatMap((ring, i) => (ring.length && ring.length < FEWEST ? [{ code: 'too-few', params: { ring: i + 1, least: FEWEST } }] : []));
  return [...short, ...inRings(survey.rings), ...betweenRings(survey.rings), ...theEnd(survey)];
}

/** @param {Space[][]} rings @returns {Contradiction[]} */
function inRings(rings) {
  const intoFirst = letters(rings[0], 'arrow-top').map((arrow) => ({ code: 'top-in-ring-1', params: { arrow } }));
  const twice = rings.flatMap((ring, i) =>
    ['arrow-bottom', 'arrow-top'].flatMap((half) => {
      const all = letters(ring, half);
      return [...new Set(all.filter((letter, at) => all.indexOf(letter) !== at))].sort().map((arrow) => ({ code: 'letter-twice', params: { ring: i + 1, arrow } }));
    }),
  );
  const costume = rings[RINGS - 1].some((space) => space.kind === 'costume') ? [{ code: 'costume-in-ring-4', params: {} }] : [];
  return [...intoFirst, ...twice, ...costume];
}

/** @param {Space[][]} rings @returns {Contradiction[]} */
function betweenRings(rings) {
  return rings.slice(1).flatMap((inner, i) => {
    const [outer, ring] = [rings[i], i + 1];
    const [bottoms, tops] = [letters(outer, 'arrow-bottom'), letters(inner, 'arrow-top')];
    const up = outer.length && !bottoms.length ? [{ code: 'no-way-up', params: { ring } }] : [];
    const into = inner.length && !tops.length ? [{ code: 'no-way-in', params: { ring: ring + 1 } }] : [];
    return [...up, ...into, ...(outer.length && inner.length ? unpaired(ring, bottoms, tops) : [])];
  });
}

/** Halves without the other, and arrows that would have to cross: both rings are walked the same way round. @param {number} ring @param {string[]} bottoms @param {string[]} tops @returns {Contradiction[]} */
function unpaired(ring, bottoms, tops) {
  const half = (/** @type {string[]} */ own, /** @type {string[]} */ other, /** @type {string} */ missing, /** @type {number} */ where) =>
    [...new Set(own)].filter((arrow) => !other.includes(arrow)).map((arrow) => ({ code: 'half-missing', params: { arrow, half: missing, ring: where } }));
  const found = [...half(bottoms, tops, 'top', ring + 1), ...half(tops, bottoms, 'bottom', ring)];
  if (found.length || bottoms.length !== tops.length || bottoms.length !== new Set(bottoms).size) return found;
  const first = tops.indexOf(bottoms[0]);
  const round = [...tops.slice(first), ...tops.slice(0, first)];
  return String(round) === String(bottoms) ? [] : [{ code: 'arrows-crossed', params: { ring } }];
}

/** @param {Survey} survey @returns {Contradiction[]} */
function theEnd({ rings, landing }) {
  const last = rings[RINGS - 1];
  const home = last.length && !landing && !letters(last, 'arrow-bottom').length ? [{ code: 'no-way-home', params: {} }] : [];
  const outer = rings.slice(0, RINGS - 1);
  const beacon = outer.every((ring) => ring.length) && !outer.flat().some((space) => space.kind === 'beacon') ? [{ code: 'no-beacon', params: {} }] : [];
  return [...home, ...beacon];
}

/** Numbers nobody has looked at: the table is asked for them in the game. @param {Survey} survey */
export const unset = (survey) => survey.rings.flat().filter((space) => isNumbered(space.kind) && space.chips === null).length;

/** A space as the board file writes it. @param {Space} space */
function written(space) {
  if (space.kind === 'hide-roll') return 'hide roll';
  const chips = space.chips === null ? UNKNOWN : String(space.chips);
  return [space.kind, space.arrow, isNumbered(space.kind) ? chips : ''].filter(Boolean).join(' ');
}

/** What is posted. @param {Survey} survey */
export const toValues = (survey) => ({ rings: survey.rings.map((ring) => ring.map(written)), start: survey.start, landing_path: survey.landing || [], die: survey.die });

/** @param {string} word as the board file writes a space @returns {Space} */
function readSpace(word) {
  if (word === 'hide roll') return { kind: 'hide-roll', chips: null, arrow: '' };
  const [kind, ...rest] = word.split(' ');
  const number = rest[rest.length - 1];
  return { kind, chips: isNumbered(kind) && number !== UNKNOWN ? Number(number) : null, arrow: isArrow(kind) ? rest[0] : '' };
}

/** A survey from the values of a stored board. @param {string} name @param {any} values @returns {Survey} */
export const fromValues = (name, values) => ({
  ...blank(),
  name,
  rings: values.rings.map((/** @type {string[]} */ ring) => ring.map(readSpace)),
  start: values.start,
  landing: values.landing_path && values.landing_path.length ? values.landing_path : null,
  die: values.die || [],
});
