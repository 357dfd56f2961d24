/** Close Encounters on the game page. Pure functions of one table; the first of two dice and who calls a trap are `hands.picked`. */
import { html, nothing } from '../../vendor/lit.js';
import { awaiting } from '../../core/prompt.js';
import { t } from '../../i18n/t.js';
import { dieFace } from '../../ui/die.js';
import { icon } from '../../ui/icons.js';
import { asking } from './asked.js';
import { cards } from './cards.js';
import { grid, gridWords } from './grid.js';
import { namesOf, placeName, rowsOf, stateOf } from './read.js';
import './correct.js';

export { cues } from './tune.js';

/**
 * @typedef {import('../../core/api').TableView} TableView
 * @typedef {import('../../core/api').AwaitView} AwaitView
 * @typedef {import('../index.js').Hands} Hands
 */

const FACES = [1, 2, 3, 4, 5, 6];

export const section = 'close-encounters.section';
export const featured = ['ce.safe_twice_forbidden', 'ce.walk_on_after_arrival'];
/** Notes to sound: the score of who has won. */
export const most = 5;

/** @type {Record<string, import('../index.js').Sheet>} */
export const sheets = {
  cards: { title: 'close-encounters.cards', button: 'close-encounters.cards.button', icon: 'phone', body: (table, _event, hands) => cards(table, hands) },
  correct: { title: 'correct.title', button: 'correct.button', icon: 'pen', body: (table) => html`<close-encounters-correct .table=${table}></close-encounters-correct>` },
};

/** @param {TableView} table @param {import('../../core/store.js').Store | null} _store @param {Hands | null} hands */
export function picture(table, _store, hands) {
  const state = stateOf(table);
  const seats = /** @type {any[]} */ (state.seats).filter((seat) => seat.present);
  const step = awaiting(table, 'step');
  const mark = new Map(table.seats.map((seat) => [seat.seat, seat.mark]));
  const on = {
    pieces: seats.map((seat) => ({ seat: seat.seat, mark: mark.get(seat.seat) || 0, at: seat.at, turn: seat.seat === state.turn })),
    chips: /** @type {any[]} */ (state.chips).map(([at, owner]) => ({ at, mark: mark.get(owner) || 0 })),
    path: state.path,
    open: step ? /** @type {any[]} */ (step.domain.to) : [],
    goal: state.turn === null ? '' : state.seats[state.turn].destination,
    sprung: state.trapped ? state.trapped.square : null,
    tap: step && hands ? (/** @type {any} */ to) => hands.act(step, { type: 'step', to }) : null,
  };
  const words = gridWords(seats.map((seat) => ({ name: seat.name, place: placeName(seat.at) })), on.chips.length);
  return html`<div class="drawn-board">${grid(rowsOf(table), on, words)}</div>`;
}

/** Both dice, one tap each: the first waits for the second. @param {AwaitView} task @param {Hands} hands */
function dice(task, hands) {
  const first = hands.picked && hands.picked.die;
  const whose = task.domain.purpose === 'start' ? { seat: task.seat } : {};
  const tapped = (/** @type {number} */ face) => (first ? hands.act(task, { type: 'roll', value: first + face, ...whose }) : hands.pick({ die: face }));
  return html`<div class="ce-dice"><p class="ce-first" data-first-die=${first || ''}>${first ? html`${dieFace(first)}<span>+ ?</span>` : nothing}<span class="off-screen">${t(first ? 'close-encounters.second-die' : 'close-encounters.first-die')}</span></p>
    <div class="roll-pad" role="group" aria-label=${t(first ? 'close-encounters.second-die' : 'close-encounters.first-die')}>${FACES.map((face) => html`<button class="button" aria-label=${t('roll.value', { n: face })} data-roll=${face} @click=${() => tapped(face)}>${dieFace(face)}</button>`)}</div>
    ${first ? html`<button class="button tall" data-let-go @click=${() => hands.pick(null)}>${icon('close')}${t('close-encounters.die.again')}</button>` : nothing}</div>`;
}

/** @param {TableView} table @param {Hands} hands */
function rollArea(table, hands) {
  const task = awaiting(table, 'roll');
  if (!task) return nothing;
  const die = table.devices.some((device) => device.kind === 'die' && device.state === 'ok') && !hands.rollByTap;
  if (!die) return dice(task, hands);
  return html`<button class="button tall" data-roll-instead @click=${hands.rollInstead}><span class="pick-die">${dieFace(5)}</span>${t('roll.instead')}</button>`;
}

/** In the middle of a move a card on paper calls its trap; where only one player can, one tap does it. @param {TableView} table @param {Hands} hands */
function trapButton(table, hands) {
  const trap = awaiting(table, 'trapped');
  if (!trap || !awaiting(table, 'step') || (hands.picked && hands.picked.by)) return nothing;
  const may = /** @type {number[]} */ (trap.domain.seats);
  const call = () => (may.length === 1 ? hands.act(trap, { type: 'trapped', by: may }) : hands.pick({ by: [] }));
  return html`<button class="button main" data-trapped @click=${call}>${icon('bump')}${may.length === 1 ? t('close-encounters.trapped.by', { name: namesOf(table, may) }) : t('close-encounters.trapped')}</button>`;
}

/** @param {TableView} table @param {Hands} hands */
function moving(table, hands) {
  const stop = awaiting(table, 'stop');
  const last = table.undo;
  const back = awaiting(table, 'step') && last && last.code === 'step' ? last : null;
  return html`${stop ? html`<button class="button tall" data-stop @click=${() => hands.act(stop, { type: 'stop' })}>${icon('flag')}${t('close-encounters.stop')}</button>` : nothing}
    ${back ? html`<button class="button tall" data-step-back @click=${() => hands.undo(back.seq)}>${icon('undo')}${t('close-encounters.back')}</button>` : nothing}`;
}

/** @param {TableView} table @param {Hands} hands */
export const controls = (table, hands) => (table.questions.length ? nothing : html`${rollArea(table, hands)} ${trapButton(table, hands)} ${moving(table, hands)}`);

/** What is tapped now, in the place of the log. @param {TableView} table @param {Hands | null} hands */
export const asked = (table, hands) => asking(table, hands);

/** @param {string} code @param {AwaitView | null} task @param {Record<string, any>} params @param {number | null} seat @returns {import('../../core/prompt.js').Prompt} */
const say = (code, task, params, seat) => ({ code: `prompt.close-encounters.${code}`, task, params, seat });

/** @param {TableView} table @returns {import('../../core/prompt.js').Prompt | null} */
export function prompt(table) {
  if (table.phase === 'over') {
    const winners = table.outcome ? table.outcome.ranking[0] || [] : [];
    return say('over', null, { shared: winners.length > 1 ? 'yes' : 'no', names: namesOf(table, winners) }, winners.length === 1 ? winners[0] : null);
  }
  const roll = awaiting(table, 'roll');
  if (roll) return say(table.held_roll === null ? `roll.${roll.domain.purpose}` : 'roll.second', roll, {}, roll.seat);
  const step = awaiting(table, 'step');
  if (step) return say('step', step, { n: step.domain.left, goal: stateOf(table).seats[step.seat || 0].destination }, step.seat);
  const owing = /** @type {any[]} */ (stateOf(table).seats).filter((seat) => seat.present && seat.owed).map((seat) => seat.seat);
  return stateOf(table).phase === 'start' && owing.length ? say('circle', null, { names: namesOf(table, owing) }, null) : null;
}
