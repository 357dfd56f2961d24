import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LiveSocket } from '../../../companion/dashboard/core/socket.js';
import { FakeClock, FakeSocket, hello, settle, snapshot } from './fakes.mjs';

function harness({ up = () => true } = {}) {
  const clock = new FakeClock();
  const sockets = [];
  const states = [];
  const frames = [];
  const live = new LiveSocket({
    url: 'ws://localhost/ws',
    key: () => 'secret',
    makeSocket: (url) => {
      sockets.push(new FakeSocket(url));
      return sockets[sockets.length - 1];
    },
    isServiceUp: async () => up(),
    onFrame: (frame) => frames.push(frame),
    onState: (state, since) => states.push([state, since]),
    clock,
  });
  const last = () => sockets[sockets.length - 1];
  const open = async () => {
    await settle();
    last().onopen();
    last().hear(hello());
    last().hear(snapshot(1));
  };
  return { clock, sockets, states, frames, live, last, open, state: () => states.length && states[states.length - 1][0] };
}

/** A socket whose other end answers every ping. */
async function answered(h, ms) {
  for (let left = ms; left > 0; left -= 1000) {
    h.last().pong();
    await h.clock.pass(Math.min(1000, left));
  }
}

test('it says hello with its key, and is live with the first snapshot', async () => {
  const h = harness();
  h.live.start();
  await h.open();
  assert.deepEqual(h.last().sent[0], { type: 'hello', key: 'secret', seat_key: null });
  assert.equal(h.state(), 'live');
  assert.equal(h.frames.length, 2);
});

test('it pings every three seconds', async () => {
  const h = harness();
  h.live.start();
  await h.open();
  await answered(h, 9500);
  assert.equal(h.last().sent.filter((message) => message.type === 'ping').length, 4);
});

test('silence shows as stale first, and replaces the socket after nine seconds', async () => {
  const h = harness();
  h.live.start();
  await h.open();
  await h.clock.pass(6000);
  assert.equal(h.state(), 'stale');
  assert.equal(h.sockets.length, 1);
  await h.clock.pass(4500);
  assert.equal(h.sockets.length, 2);
  assert.ok(h.sockets[0].closed);
});

test('not connected since the last word that was heard', async () => {
  let up = true;
  const h = harness({ up: () => up });
  h.live.start();
  await h.open();
  const heard = h.clock.now();
  up = false;
  h.last().onclose();
  await h.clock.pass(20000);
  assert.deepEqual(h.states[h.states.length - 1], ['offline', heard]);
});

test('a socket that says open but is dead is replaced when the page wakes, right within two seconds', async () => {
  const h = harness();
  h.live.start();
  await h.open();
  h.live.sleep();
  h.clock.jump(60000);
  const woke = h.clock.now();
  h.live.wake();
  await h.open();
  assert.equal(h.sockets.length, 2);
  assert.ok(h.sockets[0].closed);
  assert.equal(h.state(), 'live');
  assert.ok(h.clock.now() - woke <= 2000);
});

test('what a replaced socket still says is not heard', async () => {
  const h = harness();
  h.live.start();
  await h.open();
  const old = h.last();
  h.live.wake();
  await settle();
  const before = h.frames.length;
  old.hear(snapshot(99));
  assert.equal(h.frames.length, before);
});

test('a jump of the clock replaces the socket without any event of the browser', async () => {
  const h = harness();
  h.live.start();
  await h.open();
  h.clock.jump(30000);
  await h.clock.pass(1000);
  assert.equal(h.sockets.length, 2);
});

test('a socket that hangs in connecting is given up after five seconds', async () => {
  const h = harness();
  h.live.start();
  await settle();
  assert.equal(h.sockets.length, 1);
  await h.clock.pass(5600);
  assert.equal(h.sockets.length, 2);
});

test('no socket is opened while the service does not answer', async () => {
  const h = harness({ up: () => false });
  h.live.start();
  await h.clock.pass(15000);
  assert.equal(h.sockets.length, 0);
});

test('the waiting between tries grows to five seconds and begins anew in the foreground', async () => {
  let tries = 0;
  const h = harness({
    up: () => {
      tries += 1;
      return false;
    },
  });
  h.live.start();
  await h.clock.pass(60000);
  const grown = tries;
  await h.clock.pass(5000);
  assert.ok(tries - grown <= 2);
  h.live.wake();
  await h.clock.pass(1000);
  assert.ok(tries - grown >= 3);
});

test('a hidden page starts no new tries', async () => {
  const h = harness();
  h.live.start();
  await h.open();
  h.live.sleep();
  h.last().onclose();
  await h.clock.pass(4000);
  assert.equal(h.sockets.length, 1);
});

test('a farewell of the service leads to a new socket', async () => {
  const h = harness();
  h.live.start();
  await h.open();
  h.last().hear({ type: 'bye', reason: 'resync' });
  await h.clock.pass(1000);
  assert.equal(h.sockets.length, 2);
});
