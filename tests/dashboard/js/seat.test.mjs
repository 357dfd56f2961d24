import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refused } from '../../../companion/dashboard/core/commands.js';
import { SeatKeeper, claimIn } from '../../../companion/dashboard/core/seat.js';

const TAKEN = { game: 3, seat: 1, name: 'Ben' };
const problem = (code, status) => new Refused({ type: '', title: code, status, detail: code, code, params: {} });

function keeper(answers = {}, stored = {}) {
  const asked = [];
  const states = [];
  const kept = { ...stored };
  const answer = async (url, body) => {
    asked.push([url, body]);
    if (answers[url] instanceof Error) throw answers[url];
    return answers[url];
  };
  const storage = { getItem: (name) => (name in kept ? kept[name] : null), setItem: (name, value) => (kept[name] = value) };
  const made = new SeatKeeper({ storage, post: answer, get: answer, newKey: () => 'fresh', onChange: (state) => states.push(state.phase) });
  return { made, asked, states, kept };
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
