/** Which sound goes with which news; the page plays it only when sound is on. */

/** @type {Record<string, string>} */
const BY_EVENT = { placed: 'place', removed: 'remove', fell: 'fall', rolled: 'die', passed: 'tick' };

/** @param {import('./api').EventView[]} events @param {import('./api').TableView} table @param {import('./api').TableView | null} before @returns {string[]} */
export function cuesFor(events, table, before) {
  const cues = events.map((event) => BY_EVENT[event.code]).filter(Boolean);
  if (before && before.questions.length === 0 && table.questions.length > 0) cues.push('question');
  if (before && before.phase === 'playing' && table.phase === 'over') cues.push('win');
  return cues;
}
