import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lyingAt, moveByCard, onCircle, payments, questions, sharesOf, statusOf, steps } from '../../../companion/dashboard/games/lift-off/read.js';
import { blank, contradictions, fromValues, restHalf, spots, tapped, toValues, turned, unset, usual, withSpots } from '../../../companion/dashboard/games/lift-off/survey.js';
import { fromBoard, toView } from '../../../companion/dashboard/core/survey.js';
import { table } from './fakes.mjs';

const none = { fuel: 0, screw: 0, action: 0 };
const tile = (more = {}) => ({ kind: 'bonfire', moon: 'half', standing: [0], room: 4, paid: none, missing: null, launch_phase: null, price: none, needed: 2, tried: 'die', fee: { ...none, fuel: 1 }, blocked: false, ...more });
const status = (more, awaits = []) => statusOf(table({ awaits, state: { points: { p1: tile(more) } } }), 'p1');
const attempt = { id: '1.attempt', kind: 'attempt', seat: 0, domain: { fees: { p1: { ...none, fuel: 1 } } } };
const near = ([x, y], [a, b]) => Math.hypot(x - a, y - b) < 1e-9;

test('the Moon goes counter-clockwise from above', () => {
  assert.ok(near(onCircle(0, 8, 10), [0, -10]));
  assert.ok(near(onCircle(2, 8, 10), [-10, 0]));
  assert.ok(near(onCircle(4, 8, 10), [0, 10]));
});

test('a point that can be tried now is ready, and nothing else is', () => {
  assert.deepEqual([status({}, [attempt]).code, status({}, [attempt]).ready], ['try-die', true]);
  assert.deepEqual([status({ tried: 'pay' }, [attempt]).code, status({}).ready], ['try-pay', false]);
  assert.equal(status({ blocked: true }, [attempt]).code, 'blocked');
  assert.deepEqual(status({ missing: { fuel: 2, screw: 0, action: 0 }, launch_phase: 'full' }).code, 'missing');
  assert.deepEqual(status({ missing: none, launch_phase: 'full' }), { code: 'moon', params: { phase: 'full' }, ready: false });
  assert.equal(status({ missing: none, launch_phase: 'half' }).code, 'waits.bonfire');
  const due = { fuel: 2, screw: 0, action: 0 };
  assert.deepEqual(['full', 'half'].map((launch_phase) => status({ missing: due, launch_phase }).ready), [false, true]);
  assert.equal(status({ missing: due, launch_phase: 'half', standing: [] }).ready, false);
  const stand = { id: '1.stand', kind: 'stand', seat: 0, domain: { prices: { p1: { ...none, fuel: 3, cards: 0 } } } };
  const step = (more) => status({ tried: '', ...more }, [stand]).code === 'step';
  assert.deepEqual([step({ kind: 'jetpack' }), step({ kind: 'slingshot' }), step({ kind: 'slingshot', standing: [] })], [true, true, false]);
  assert.deepEqual([step({ kind: 'miracle', room: 2 }), step({ kind: 'miracle', room: 3 }), step({ kind: 'satellite', missing: none })], [true, false, true]);
});

test('what the game asks for goes before what may be done', () => {
  const task = (kind) => ({ id: `1.${kind}`, kind, seat: 0, domain: {} });
  assert.deepEqual(questions(table({ awaits: [task('tile'), task('roll'), task('detail')] })).map((one) => one.kind), ['tile', 'roll']);
  assert.deepEqual(questions(table({ awaits: [task('end-turn'), task('move')] })), []);
});

test('aliens lie where the table says, each colour once', () => {
  const here = table({ state: { aliens: { e1: [0, 2, 1] } } });
  assert.deepEqual(lyingAt(here, 'e1'), [[1, 2], [2, 1]]);
  assert.deepEqual(lyingAt(here, 'p1'), []);
  assert.deepEqual(steps(table({})), []);
});

test('resources of either kind can be paid in every mixture', () => {
  assert.deepEqual(payments({ fuel: 1, screw: 0, action: 0, cards: 0 }), [{ fuel: 1, screw: 0, action: 0 }]);
  assert.deepEqual(payments({ fuel: 0, screw: 1, action: 0, cards: 2 }).map(({ fuel, screw }) => [fuel, screw]), [[0, 3], [1, 2], [2, 1]]);
});

test('a survey begins with nothing known, and says how much is open', () => {
  const survey = blank();
  assert.equal(unset(survey), 4 * 8 + 4 + 4 * 3);
  assert.deepEqual(contradictions(survey), []);
  assert.deepEqual(toValues(survey).day_start, { 2: null, 3: null, 4: null, 5: null });
});

test('a tap along the track goes round the phases, and more spots keep what is known', () => {
  let survey = blank();
  const seen = ['full', 'new', 'half', '?'].map(() => (survey = tapped(survey, 'p2', 3)).phases.p2[3]);
  assert.deepEqual(seen, ['full', 'new', 'half', '?']);
  survey = withSpots(tapped(survey, 'p2', 3), 10);
  assert.deepEqual([spots(survey), survey.phases.p2[3], survey.phases.p2[9]], [10, 'full', '?']);
  assert.equal(spots(withSpots(survey, 1)), 4);
});

test('the usual board has Full at each point, New across, and nothing to name', () => {
  const survey = usual(blank());
  assert.deepEqual(survey.phases.p1, ['half', 'full', 'half', 'half', 'half', 'new', 'half', 'half']);
  assert.deepEqual(survey.phases.p4, ['half', 'half', 'half', 'new', 'half', 'half', 'half', 'full']);
  assert.deepEqual(contradictions(survey), []);
});

test('contradictions are named one by one', () => {
  const codes = (survey) => contradictions(survey).map(({ code }) => code);
  const flat = { ...usual(blank()) };
  flat.phases = { ...flat.phases, p1: Array(8).fill('half') };
  assert.deepEqual(codes(flat), ['never', 'never']);
  const alike = usual(blank());
  assert.deepEqual(codes({ ...alike, phases: { ...alike.phases, p2: alike.phases.p1 } }), ['alike']);
  assert.deepEqual(codes({ ...blank(), day_start: { 2: 7, 3: null, 4: null, 5: null } }), ['beyond']);
  assert.deepEqual(codes({ ...blank(), day_start: { 2: 1, 3: 3, 4: null, 5: null } }), ['later']);
  assert.deepEqual(codes({ ...blank(), tables: { bonfire: { full: 2, half: 2, new: 2 }, trampoline: {}, jetpack: {}, slingshot: {} } }), ['flat']);
});

test('a stored board can be surveyed again', () => {
  const survey = { ...usual(blank()), name: 'ours', day_start: { 2: 4, 3: 3, 4: 2, 5: 1 } };
  assert.deepEqual(fromValues('ours', toValues(survey)), survey);
});

test('the rest is Half Moon where Full and New are told, and nowhere else', () => {
  const full = tapped(blank(), 'p1', 1);
  const survey = restHalf(tapped(tapped(tapped(full, 'p1', 5), 'p1', 5), 'p2', 3));
  assert.deepEqual(survey.phases.p1, ['half', 'full', 'half', 'half', 'half', 'new', 'half', 'half']);
  assert.deepEqual([survey.phases.p2[3], survey.phases.p2[0]], ['full', '?']);
});

test('the other points follow the first, a quarter of the track on each', () => {
  const one = usual(blank());
  const first = { ...blank(), phases: { ...blank().phases, p1: one.phases.p1 } };
  assert.deepEqual(turned(first).phases, one.phases);
  assert.deepEqual(turned(withSpots(first, 9)), withSpots(first, 9));
});

test('a stored ship can be measured again, whichever side and however many sectors', () => {
  const survey = { name: 'ours', side: 'dance', diameter_mm: 280, foot_radius_mm: 5, aliens: 9, sectors: 6, edges_mm: [20, 80], points: [2, 1] };
  assert.deepEqual(fromBoard(toView(survey)), survey);
});

test('the player on turn pays the Teleport alone until it is shared', () => {
  assert.deepEqual(sharesOf({ point: 'p1' }, [0, 2], 3, 2), { 0: 0, 2: 3 });
  assert.deepEqual(sharesOf(null, [1], 2, 0), { 1: 2 });
  assert.deepEqual(sharesOf({ shares: { 0: 1, 2: 2 } }, [0, 2], 3, 2), { 0: 1, 2: 2 });
});

test('a card of the partner names its seat', () => {
  const ours = table({ state: { turn: 0 } });
  assert.deepEqual(moveByCard(ours, { owner: 2, by: 2 }, 'core', 'e1'), { type: 'card', seat: 2, card: 'move-your-alien', owner: 2, was: 'core', now: 'e1' });
  assert.equal('seat' in moveByCard(ours, { owner: 0, by: 0 }, 'pad1', 'p1'), false);
});
