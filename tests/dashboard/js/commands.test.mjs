import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Commands, Refused, newKey } from '../../../companion/dashboard/core/commands.js';
import { splitFragment, storedKey, takeKey } from '../../../companion/dashboard/core/key.js';

const immediately = { now: () => 0, setTimeout: (fn) => fn(), clearTimeout: () => undefined };

function harness(answers) {
  const calls = [];
  let keys = 0;
  const commands = new Commands({
    fetch: async (url, init) => {
      calls.push({ url, ...init });
      const answer = answers[Math.min(calls.length, answers.length) - 1];
      if (answer instanceof Error) throw answer;
      return { ok: answer.status < 400, status: answer.status, json: async () => answer.body };
    },
    key: () => 'table-key',
    clock: immediately,
    newKey: () => `k${(keys += 1)}`,
  });
  return { calls, commands };
}

test('a command carries the table key and a key of its own', async () => {
  const { calls, commands } = harness([{ status: 200, body: { seq: 3 } }]);
  assert.deepEqual(await commands.send({ type: 'undo', seq: 2 }), { seq: 3 });
  assert.equal(calls[0].headers.Authorization, 'Bearer table-key');
  assert.equal(calls[0].headers['Idempotency-Key'], 'k1');
  assert.deepEqual(JSON.parse(calls[0].body), { type: 'undo', seq: 2 });
});

test('trying again uses the same key, so nothing is done twice', async () => {
  const { calls, commands } = harness([new Error('gone'), { status: 503, body: {} }, { status: 200, body: { seq: 4 } }]);
  await commands.send({ type: 'undo', seq: 2 });
  assert.deepEqual(calls.map((call) => call.headers['Idempotency-Key']), ['k1', 'k1', 'k1']);
});

test('a refusal carries the code and the parameters of the service', async () => {
  const { calls, commands } = harness([{ status: 409, body: { code: 'await-gone', params: { await_id: '1' }, detail: 'too late', title: '', status: 409 } }]);
  await assert.rejects(commands.send({ type: 'undo', seq: 2 }), (error) => error instanceof Refused && error.code === 'await-gone' && error.params.await_id === '1');
  assert.equal(calls.length, 1);
});

test('a service that never answers is given up after four tries', async () => {
  const { calls, commands } = harness([new Error('gone')]);
  await assert.rejects(commands.send({ type: 'undo', seq: 2 }), (error) => error.code === 'no-connection');
  assert.equal(calls.length, 4);
});

test('keys have 128 bits and differ', () => {
  assert.match(newKey(), /^[0-9a-f]{32}$/);
  assert.notEqual(newKey(), newKey());
});

test('the table key is taken out of the address once and stored', () => {
  const stored = {};
  const storage = { getItem: (name) => stored[name] ?? null, setItem: (name, value) => (stored[name] = value) };
  let address = '';
  takeKey({ hash: '#k=abc' }, storage, (hash) => (address = hash));
  assert.equal(address, '#/table');
  assert.equal(storedKey(storage), 'abc');
  takeKey({ hash: '#/setup&k=def' }, storage, (hash) => (address = hash));
  assert.equal(address, '#/setup');
  assert.equal(storedKey(storage), 'def');
});

test('an address without a key stays as it is', () => {
  let address = null;
  takeKey({ hash: '#/history/7' }, { getItem: () => null, setItem: () => assert.fail() }, (hash) => (address = hash));
  assert.equal(address, null);
  assert.deepEqual(splitFragment('#/history/7'), { key: null, route: '#/history/7' });
});
