import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refused } from '../../../companion/dashboard/core/commands.js';
import { splitFragment } from '../../../companion/dashboard/core/key.js';
import { SeatKeeper, claimIn } from '../../../companion/dashboard/core/seat.js';

const TAKEN = { game: 3, seat: 1, name: 'Ben' };
const problem = (code, status) => new Refused({ type: '', title: code, status, detail: code, code, params: {} });

function keeper(answers = {}, stored = {}) {
  const asked = [];
  const states = [];
  const woken = [];
  const kept = { ...stored };
  const answer = async (url, body) => {
    asked.push([url, body]);
    const told = await answers[url];
    if (told instanceof Error) throw told;
    return told;
  };
  const storage = { getItem: (name) => (name in kept ? kept[name] : null), setItem: (name, value) => (kept[name] = value) };
  const made = new SeatKeeper({ storage, post: answer, get: answer, newKey: () => 'fresh', onChange: (state) => states.push(state.phase), wake: () => woken.push(asked.length) });
  return { made, asked, states, woken, kept };
}

const snapshot = (seat, number = 3) => ({ type: 'snapshot', boot: 'b', seq: 1, seat, table: { game: { number } } });

test('a claim is taken out of the address, kept with a fresh key, and used', async () => {
  const { made, asked, states } = keeper({ '/api/claims': TAKEN });
  let route = '';
  made.take({ hash: '#c=a%2Fb' }, (hash) => (route = hash));
  assert.equal(await made.claim(), true);
  assert.deepEqual([route, asked], ['#/seat', [['/api/claims', { claim: 'a/b', key: 'fresh' }]]]);
  assert.deepEqual([made.key, states], ['fresh', ['claiming', 'held']]);
  assert.equal(await made.claim(), false);
});

test('an answer that got lost is asked for again with the same key', async () => {
  const answers = { '/api/claims': problem('no-connection', 0) };
  const { made, asked, kept } = keeper(answers);
  made.take({ hash: '#c=x' }, () => {});
  assert.equal(await made.claim(), false);
  answers['/api/claims'] = TAKEN;
  assert.equal(await made.claim(), true);
  assert.deepEqual(asked[0], asked[1]);
  assert.deepEqual(JSON.parse(kept['companion.seat']), { ...TAKEN, key: 'fresh' });
});

test('a used claim is told once and forgotten', async () => {
  const { made, kept } = keeper({ '/api/claims': problem('claim-used', 410) });
  made.take({ hash: '#c=x' }, () => {});
  await made.claim();
  assert.deepEqual([made.state.phase, made.state.problem.code, kept['companion.seat.wanted']], ['refused', 'claim-used', 'null']);
});

const HELD = { 'companion.seat': JSON.stringify({ ...TAKEN, key: 'k' }) };

test('a used claim is told above the seat the phone had before, in whatever game', async () => {
  for (const [number, phase] of [[3, 'held'], [4, 'over']]) {
    const { made } = keeper({ '/api/claims': problem('claim-used', 410), '/api/seat': TAKEN }, HELD);
    made.take({ hash: '#c=x' }, () => {});
    const claimed = made.claim();
    await made.heard(snapshot(number === 3 ? 1 : null, number));
    assert.equal(await claimed, false);
    await made.heard(snapshot(number === 3 ? 1 : null, number));
    assert.deepEqual([made.state.phase, made.key, made.state.problem.code], [phase, 'k', 'claim-used']);
  }
});

test('a claim is used while the seat is asked about, and one scanned during another is used after it', async () => {
  let answer = () => {};
  const answers = { '/api/seat': new Promise((resolve) => (answer = resolve)), '/api/claims': TAKEN };
  const { made, asked } = keeper(answers, HELD);
  const heard = made.heard(snapshot(null));
  made.take({ hash: '#c=x' }, () => {});
  const claimed = made.claim();
  made.take({ hash: '#c=y' }, () => {});
  assert.equal(await claimed, true);
  answer(problem('wrong-seat-key', 403));
  await heard;
  assert.deepEqual(asked.map(([, body]) => body && body.claim), [undefined, 'x', 'y']);
  assert.deepEqual([made.state.phase, made.key], ['held', 'fresh']);
});

test('a socket without our view costs one question, and the answer a new socket', async () => {
  const { made, asked, woken } = keeper({ '/api/seat': TAKEN }, HELD);
  for (const frame of [{ type: 'hello' }, snapshot(null), snapshot(null), { type: 'hello' }, snapshot(null), snapshot(null)]) await made.heard(frame);
  assert.deepEqual([asked.length, woken], [2, [1]]);
  for (const frame of [snapshot(1), { type: 'hello' }, snapshot(null)]) await made.heard(frame);
  assert.deepEqual([asked.length, woken], [3, [1, 3]]);
});

test('a question that got no answer is asked again', async () => {
  const { made, asked, woken } = keeper({ '/api/seat': problem('no-connection', 0) }, HELD);
  await made.heard(snapshot(null));
  await made.heard(snapshot(null));
  assert.deepEqual([asked.length, woken, made.state.phase], [2, [], 'held']);
});

test('a stored seat is kept while nobody says otherwise', async () => {
  const held = { 'companion.seat': JSON.stringify({ ...TAKEN, key: 'k' }) };
  const { made, asked } = keeper({ '/api/seat': TAKEN }, held);
  await made.heard(snapshot(null));
  assert.deepEqual([made.state.phase, made.key, asked.length], ['held', 'k', 1]);
  await made.heard(snapshot(1));
  assert.deepEqual([made.state.phase, asked.length], ['held', 1]);
  await made.heard(snapshot(null, 4));
  assert.deepEqual([made.state.phase, made.key], ['over', 'k']);
});

test('a seat given out anew is forgotten, heard at once or found out later', async () => {
  const held = { 'companion.seat': JSON.stringify({ ...TAKEN, key: 'k' }) };
  const first = keeper({}, held);
  await first.made.heard({ type: 'bye', reason: 'seat-reissued' });
  assert.deepEqual([first.made.state.phase, first.made.key], ['out', null]);
  const second = keeper({ '/api/seat': problem('wrong-seat-key', 403) }, held);
  await second.made.heard(snapshot(null));
  assert.deepEqual([second.made.state.phase, second.kept['companion.seat']], ['out', 'null']);
});

test('an address without a claim has none', () => {
  assert.deepEqual(['#/table', '', '#k=1', '#c='].map(claimIn), [null, null, null, null]);
});

test('what is no text in an address is no claim and no key', () => {
  assert.equal(claimIn('#c=%E0'), null);
  assert.deepEqual(splitFragment('#k=%E0'), { key: null, route: '#/table' });
});
