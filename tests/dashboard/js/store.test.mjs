import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cuesFor } from '../../../companion/dashboard/core/cues.js';
import { Store } from '../../../companion/dashboard/core/store.js';
import { FakeClock, event, hello, snapshot, table } from './fakes.mjs';

function started() {
  const clock = new FakeClock();
  const store = new Store(clock);
  const news = [];
  store.onNews((events, _, before) => news.push({ events: events.map((one) => one.seq), replayed: before !== null }));
  store.take(hello());
  store.take(snapshot(5, { events: [event(1)] }));
  store.connection('live', 0, null);
  return { store, news, clock };
}

test('the newest snapshot wins', () => {
  const { store } = started();
  store.take(snapshot(7, { queued: 2 }));
  store.take(snapshot(6, { queued: 9 }));
  assert.equal(store.known.seq, 7);
  assert.equal(store.known.table.queued, 2);
});

test('after a restart of the service a lower sequence is newer', () => {
  const { store } = started();
  store.take(hello('b2'));
  store.take(snapshot(1, { queued: 3 }, 'b2'));
  assert.equal(store.known.table.queued, 3);
});

test('an update of the service under the page shows', () => {
  const { store } = started();
  store.take(hello('b2', { version: '2' }));
  assert.equal(store.known.outdated, true);
});

test('what happens while the page looks on is news', () => {
  const { store, news } = started();
  store.take(snapshot(6, { events: [event(1), event(2)] }));
  assert.deepEqual(news[news.length - 1], { events: [2], replayed: true });
});

test('what happened during a gap is no news: no late sounds, no late animations', () => {
  const { store, news } = started();
  store.connection('stale', 0, null);
  store.connection('live', 0, null);
  store.take(snapshot(6, { events: [event(1), event(2)] }));
  assert.deepEqual(news[news.length - 1], { events: [], replayed: false });
});

test('the first snapshot of another game replays nothing', () => {
  const { store, news } = started();
  store.take(snapshot(6, { events: [event(8)], game: { ...table().game, number: 2 } }));
  assert.deepEqual(news[news.length - 1].events, []);
});

test('sensor frames reach those who draw them, and the rest of the page only when the state changes', () => {
  const { store } = started();
  let frames = 0;
  let renders = 0;
  store.onSensor(() => (frames += 1));
  store.subscribe(() => (renders += 1));
  const frame = { type: 'sensor', state: 'resting' };
  store.take(frame);
  store.take({ ...frame });
  store.take({ ...frame, state: 'rocking' });
  assert.equal(frames, 3);
  assert.equal(renders, 2);
});

test('a ship that says nothing for two seconds is not shown as it stood', async () => {
  const { store, clock } = started();
  const seen = [];
  store.onSensor((frame) => seen.push(frame && frame.state));
  store.take({ type: 'sensor', state: 'resting', load_g: 0 });
  await clock.pass(1500);
  store.take({ type: 'sensor', state: 'rocking', load_g: 0 });
  await clock.pass(1500);
  assert.equal(store.known.sensor.state, 'rocking');
  await clock.pass(600);
  assert.deepEqual(seen, ['resting', 'rocking', null]);
  assert.equal(store.known.sensor, null);
});

test('the page hears of weight that comes aboard while the ship stays as it is', () => {
  const { store } = started();
  let renders = 0;
  store.subscribe(() => (renders += 1));
  [0, 0.4, 8, 8.3].forEach((load_g) => store.take({ type: 'sensor', state: 'resting', load_g }));
  assert.equal(renders, 2);
});

test('sounds go with news: a fall, then the question it raises', () => {
  const before = table();
  const now = table({ questions: [{ id: 'q' }] });
  assert.deepEqual(cuesFor([event(3, 'fell')], now, before), ['fall', 'question']);
  assert.deepEqual(cuesFor([], now, null), []);
});
