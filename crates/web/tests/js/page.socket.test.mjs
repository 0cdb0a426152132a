import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { RequestError, createSocket } from '../../assets/js/net/socket.js';

/** A WebSocket that does what the test tells it. */
class FakeWebSocket extends EventTarget {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSED = 3;
  static made = [];
  readyState = 0;
  sent = [];

  constructor() {
    super();
    FakeWebSocket.made.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  open() {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }

  tell(message) {
    this.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(message) }));
  }

  close() {
    this.readyState = 3;
    this.dispatchEvent(new Event('close'));
  }
}

const last = () => FakeWebSocket.made.at(-1);
let events;
let states;

const open = () => {
  const socket = createSocket('ws://x/ws', {
    onEvent: (event) => events.push(event.event),
    onState: (state) => states.push(state),
  });
  last().open();
  last().tell({ event: 'hello', limits: { message: 100 } });
  return socket;
};

beforeEach(() => {
  FakeWebSocket.made = [];
  events = [];
  states = [];
  globalThis.WebSocket = FakeWebSocket;
  globalThis.window = new EventTarget();
  mock.timers.enable({ apis: ['setTimeout'] });
});
afterEach(() => {
  mock.timers.reset();
  delete globalThis.WebSocket;
  delete globalThis.window;
});

test('a reply settles the request of its number', async () => {
  const socket = open();
  const [first, second] = [socket.request('ping'), socket.request('play', { move: 'h8', ply: 0 })];
  assert.deepEqual(last().sent, [
    { id: 1, do: 'ping' },
    { id: 2, do: 'play', move: 'h8', ply: 0 },
  ]);
  last().tell({ re: 2, error: { field: 'move', message: 'occupied' } });
  last().tell({ re: 1, ok: { well: true } });
  await assert.rejects(second, new RequestError('move', 'occupied'));
  assert.deepEqual(await first, { well: true });
  assert.deepEqual(events, ['hello']);
});

test('a reply to nobody is to the first that waits', async () => {
  const socket = open();
  const asked = socket.request('ping');
  last().tell({ re: null, error: { field: 'message', message: 'too long' } });
  await assert.rejects(asked, new RequestError('message', 'too long'));
});

test('a message that the server would not read is not sent', async () => {
  const socket = open();
  // 40 signs, but 120 bytes.
  await assert.rejects(socket.request('import', { text: '棋'.repeat(40) }), { field: 'message' });
  assert.deepEqual(last().sent, []);
});

test('a lost connection fails what waits and comes back, each time later', async () => {
  const socket = open();
  const asked = socket.request('ping');
  socket.drop();
  await assert.rejects(asked, { field: 'connection' });
  await assert.rejects(socket.request('ping'), { field: 'connection' });
  assert.deepEqual(states, ['open', 'lost']);
  mock.timers.tick(249);
  assert.equal(FakeWebSocket.made.length, 1);
  mock.timers.tick(1);
  assert.equal(FakeWebSocket.made.length, 2);
  // One that hangs up without a word is asked after twice the time.
  last().open();
  last().close();
  mock.timers.tick(499);
  assert.equal(FakeWebSocket.made.length, 2);
  mock.timers.tick(1);
  assert.equal(FakeWebSocket.made.length, 3);
  last().open();
  assert.deepEqual(states, ['open', 'lost', 'open', 'lost', 'open']);
});

test('the network coming back ends the wait', () => {
  open().drop();
  window.dispatchEvent(new Event('online'));
  assert.equal(FakeWebSocket.made.length, 2);
});

test('a socket opened before is taken over, with what it has heard', async () => {
  const first = Object.assign(new FakeWebSocket(), { heard: [JSON.stringify({ event: 'hello', limits: { message: 9 } })] });
  first.open();
  createSocket('ws://x/ws', { first, onEvent: ({ event }) => events.push(event), onState: (state) => states.push(state) });
  assert.deepEqual(events, [], 'whoever connects is not ready yet');
  await null;
  first.tell({ event: 'game' });
  assert.deepEqual([events, states], [['hello', 'game'], ['open']]);
  first.close();
  mock.timers.tick(250);
  assert.equal(FakeWebSocket.made.length, 2, 'and one of its own follows');
});

test('a socket opened before and lost since is one that is lost', async () => {
  const first = Object.assign(new FakeWebSocket(), { heard: [] });
  first.close();
  createSocket('ws://x/ws', { first, onEvent: () => undefined, onState: (state) => states.push(state) });
  await null;
  assert.deepEqual(states, ['lost']);
  mock.timers.tick(250);
  assert.equal(FakeWebSocket.made.length, 2);
});

/** A socket with a fallback in the browser: the kinds of sockets made, and which of them spoke last. */
function openWithFallback() {
  const made = [];
  class Server extends FakeWebSocket {
    constructor() {
      super();
      made.push('server');
    }
  }
  globalThis.WebSocket = Server;
  const local = () => {
    const fallback = new FakeWebSocket();
    made.push('local');
    return fallback;
  };
  const onState = (state) => states.push(state);
  const socket = createSocket('ws://x/ws', { local, onEvent: (event) => events.push(event.event), onState });
  const greet = () => {
    last().open();
    last().tell({ event: 'hello', limits: { message: 100 } });
  };
  return { socket, made, greet };
}

test('a page that finds no server goes on by itself', () => {
  const { made, greet } = openWithFallback();
  last().close();
  mock.timers.tick(0);
  assert.deepEqual(made, ['server', 'local']);
  greet();
  assert.deepEqual([states, events], [['lost', 'local'], ['hello']]);
});

test('a server that does not answer at all is not waited for', () => {
  const { made } = openWithFallback();
  mock.timers.tick(3999);
  assert.deepEqual(made, ['server']);
  mock.timers.tick(1);
  mock.timers.tick(0);
  assert.deepEqual(made, ['server', 'local']);
});

test('a server that was there is asked some times before', () => {
  const { made, greet } = openWithFallback();
  greet();
  for (let asked = 0; asked < 4; asked++) {
    assert.equal(made.at(-1), 'server');
    last().close();
    mock.timers.tick(5000);
  }
  assert.deepEqual(made, ['server', 'server', 'server', 'server', 'local']);
});

test('a fallback that fails is not begun again and again', () => {
  const { made } = openWithFallback();
  last().close();
  mock.timers.tick(0);
  last().close();
  mock.timers.tick(249);
  assert.equal(made.length, 2);
});

test('the way back leads to the server, and where there is none here again', () => {
  const { socket, made, greet } = openWithFallback();
  last().close();
  mock.timers.tick(0);
  greet();
  socket.goBack();
  mock.timers.tick(5000);
  assert.deepEqual(made, ['server', 'local', 'server']);
  last().close();
  mock.timers.tick(5000);
  assert.equal(made.at(-1), 'local');
});
