/** The ship as it is being measured. Pure: the page draws it and posts `toBoard`. */

/**
 * @typedef {object} Survey
 * @property {string} name
 * @property {'balancing'|'dance'} side
 * @property {number} diameter_mm
 * @property {number} foot_radius_mm
 * @property {number} aliens
 * @property {number} sectors
 * @property {number[]} edges_mm hub and then each ring's outer radius but the last, which is the rim
 * @property {number[]} points one per ring
 */

/** What a survey begins with: nothing measured yet, only the things that the box itself tells. @returns {Survey} */
export const blank = () => ({ name: '', side: 'balancing', diameter_mm: 300, foot_radius_mm: 6, aliens: 10, sectors: 4, edges_mm: [30], points: [1] });

export const rim = (/** @type {Survey} */ survey) => survey.diameter_mm / 2;
export const rings = (/** @type {Survey} */ survey) => survey.edges_mm.length;

/** Evenly spaced rings from the hub to the rim, worth 1, 2, 3, ...: a start that is corrected by measuring. @param {Survey} survey @param {number} count @returns {Survey} */
export function withRings(survey, count) {
  const hub = survey.edges_mm[0];
  const width = (rim(survey) - hub) / count;
  const edges_mm = Array.from({ length: count }, (_, i) => Math.round((hub + i * width) * 2) / 2);
  return { ...survey, edges_mm, points: Array.from({ length: count }, (_, i) => survey.points[i] || i + 1) };
}

/** Set edge `i` (0: the hub), kept between its neighbours. @param {Survey} survey @param {number} i @param {number} radius_mm @returns {Survey} */
export function withEdge(survey, i, radius_mm) {
  const least = i === 0 ? 1 : survey.edges_mm[i - 1] + 1;
  const most = (i + 1 < survey.edges_mm.length ? survey.edges_mm[i + 1] : rim(survey)) - 1;
  const edge = Math.round(Math.min(most, Math.max(least, radius_mm)) * 2) / 2;
  return { ...survey, edges_mm: survey.edges_mm.map((old, j) => (j === i ? edge : old)) };
}

/** A tap on the drawing: the nearest line moves there. @param {Survey} survey @param {number} radius_mm @returns {Survey} */
export function tapped(survey, radius_mm) {
  if (radius_mm >= rim(survey)) return survey;
  const distances = survey.edges_mm.map((edge) => Math.abs(edge - radius_mm));
  return withEdge(survey, distances.indexOf(Math.min(...distances)), radius_mm);
}

/** @param {Survey} survey @param {number} ring @param {number} points @returns {Survey} */
export const withPoints = (survey, ring, points) => ({ ...survey, points: survey.points.map((old, i) => (i === ring - 1 ? points : old)) });

/** @param {Survey} survey @param {number} diameter_mm @returns {Survey} */
export function withDiameter(survey, diameter_mm) {
  const scale = diameter_mm / survey.diameter_mm;
  return { ...survey, diameter_mm, edges_mm: survey.edges_mm.map((edge) => Math.round(edge * scale * 2) / 2) };
}

/** What is posted. @param {Survey} survey */
export const toBoard = (survey) => ({
  name: survey.name.trim(),
  side: survey.side,
  ring_edges_mm: [...survey.edges_mm, rim(survey)],
  points: survey.points,
  sectors: survey.sectors,
  foot_radius_mm: survey.foot_radius_mm,
  aliens: survey.aliens,
});

/** The same as the picture draws it. @param {Survey} survey */
export const toView = (survey) => {
  const { side, ...board } = toBoard(survey);
  return { ...board, kind: /** @type {const} */ ('ship'), verified: true, side };
};

/** A survey from a stored ship. @param {import('./api').BoardView} board @returns {Survey} */
export const fromBoard = (board) => ({
  name: board.name,
  side: board.side === 'dance' ? 'dance' : 'balancing',
  diameter_mm: 2 * board.ring_edges_mm[board.ring_edges_mm.length - 1],
  foot_radius_mm: board.foot_radius_mm,
  aliens: board.aliens,
  sectors: board.sectors,
  edges_mm: board.ring_edges_mm.slice(0, -1),
  points: [...board.points],
});
