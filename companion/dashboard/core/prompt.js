/**
 * What the table is asked to do now, read from what it waits for. Pure: the page words the codes.
 *
 * @typedef {import('./api').TableView} TableView
 * @typedef {import('./api').AwaitView} AwaitView
 * @typedef {{code: string, params: Record<string, any>, seat: number | null, task: AwaitView | null}} Prompt
 */

/** Kinds that are always possible and therefore ask for nothing. */
const ALWAYS = new Set(['fell', 'moved', 'join', 'leave', 'back', 'skip', 'correct']);

/** The awaits that ask for something. */
export const tasks = (/** @type {TableView} */ table) => table.awaits.filter((one) => !ALWAYS.has(one.kind));

/** @param {TableView} table @param {string} kind */
export const awaiting = (table, kind) => table.awaits.find((one) => one.kind === kind) || null;

/** @param {string} code @param {AwaitView | null} task @param {Record<string, any>} [params] @returns {Prompt} */
const say = (code, task, params = {}) => ({ code, params, task, seat: task ? task.seat : null });

/** @param {AwaitView} task @returns {Prompt} */
function rollPrompt(task) {
  return say(task.domain.purpose === 'start' ? 'prompt.roll.start' : 'prompt.roll.turn', task);
}

/** @param {AwaitView} task @returns {Prompt} */
function placePrompt(task) {
  const sectors = /** @type {number[]} */ (task.domain.sectors || []);
  const why = task.domain.why || 'roll';
  if (sectors.length === 1) return say(why === 'overtime' ? 'prompt.place.overtime-one' : 'prompt.place.one', task, { sector: sectors[0] });
  return say(why === 'overtime' ? 'prompt.place.overtime' : 'prompt.place.any', task, { sectors: sectors.join(', ') });
}

/** @param {AwaitView} task @returns {Prompt} */
function removePrompt(task) {
  const spots = /** @type {Array<[number, number]>} */ (task.domain.spots || []);
  const sectors = new Set(spots.map((spot) => spot[1]));
  if (sectors.size === 1) return say('prompt.remove.one', task, { sector: [...sectors][0] });
  return say('prompt.remove.any', task);
}

/** @type {Record<string, (task: AwaitView) => Prompt>} */
const BY_KIND = {
  roll: rollPrompt,
  place: placePrompt,
  remove: removePrompt,
  pass: (task) => say('prompt.pass', task),
};

/** @param {TableView} table @returns {Prompt} */
function playingPrompt(table) {
  const open = tasks(table);
  const order = ['place', 'remove', 'roll', 'pass'];
  const task = order.map((kind) => open.find((one) => one.kind === kind)).find(Boolean) || open[0];
  if (!task) return say('prompt.wait', null);
  if (table.game && table.game.mode === 'follow' && task.kind === 'roll' && task.domain.purpose !== 'start') {
    return say(table.state.phase === 'returning' ? 'prompt.follow.return' : 'prompt.follow.send', task);
  }
  return (BY_KIND[task.kind] || ((one) => say(`prompt.${one.kind}`, one)))(task);
}

/** @param {TableView} table @returns {Prompt} */
function overPrompt(table) {
  const winners = table.outcome ? table.outcome.ranking[0] || [] : [];
  const code = winners.length > 1 ? 'prompt.over.shared' : 'prompt.over.one';
  return { code, params: { reason: table.outcome ? table.outcome.reason : '' }, seat: winners.length === 1 ? winners[0] : null, task: null };
}

/** The one thing to say in large letters. @param {TableView} table @returns {Prompt} */
export function promptOf(table) {
  if (table.phase === 'lobby') return say('prompt.lobby', null);
  if (table.questions.length) {
    const question = table.questions[0];
    return { code: `question.${question.code}`, params: question.params, seat: null, task: null };
  }
  return table.phase === 'over' ? overPrompt(table) : playingPrompt(table);
}

/** The areas a hand may go to now, as "ring/sector" keys; null when none is asked for. @param {TableView} table @returns {Set<string> | null} */
export function openAreas(table) {
  const place = tasks(table).find((one) => one.kind === 'place');
  const remove = tasks(table).find((one) => one.kind === 'remove');
  if (place) {
    const { rings, sectors } = /** @type {{rings: number[], sectors: number[]}} */ (place.domain);
    return new Set(sectors.flatMap((sector) => rings.map((ring) => `${ring}/${sector}`)));
  }
  if (remove) return new Set(/** @type {Array<[number, number]>} */ (remove.domain.spots).map(([ring, sector]) => `${ring}/${sector}`));
  return null;
}

/** True where a roll is tapped in: one is awaited, and no die is there to tell it or the whole game is tapped. @param {TableView} table */
export function wantsRollPad(table) {
  const told = table.game === null || table.game.mode !== 'manual';
  const die = told && table.devices.some((device) => device.kind === 'die' && device.state === 'ok');
  return awaiting(table, 'roll') !== null && !die && table.game !== null && table.game.mode !== 'follow';
}
