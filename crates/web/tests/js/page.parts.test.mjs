import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withRow } from '../../assets/js/events.js';
import { duration } from '../../assets/js/format.js';
import { moverAt, piecesOf } from '../../assets/js/game.js';
import { createMemory, snapshotOf } from '../../assets/js/memory.js';
import { formatEngine, parseEngine } from '../../assets/js/engine.js';
import { scale } from '../../assets/js/panels/lab/bars.js';
import { toCsv } from '../../assets/js/panels/lab/export.js';
import { readForm } from '../../assets/js/panels/new-game.js';
import { DEFAULTS, readPreferences } from '../../assets/js/preferences.js';
import { stateAt, withState } from '../../assets/js/replay.js';
import { createStore } from '../../assets/js/store.js';

test('an engine is read into its parts and written back', () => {
  for (const text of [
    'level=3',
    'level=3,eval.corners=40',
    'pvs',
    'pvs,depth=6,time=2000ms,nodes=500,hash=16,null_move=off,eval.corners=400,eval.edges=-3',
    'mcts,time=500ms,selection=puct,leaf=playout',
  ]) {
    assert.equal(formatEngine(parseEngine(text)), text);
  }
  assert.deepEqual(parseEngine('pvs, time=500ms, null_move=off'), {
    searcher: 'pvs',
    weights: {},
    time: 0.5,
    others: 'null_move=off',
  });
  assert.equal(parseEngine('pvs,time=2s').time, 2);
  assert.equal(
    formatEngine({ searcher: 'pvs', depth: '', time: 0.25, others: ' null_move=off, ,table=off' }),
    'pvs,time=250ms,null_move=off,table=off',
  );
});

test('whose turn it is, the game says', () => {
  const game = { ply: 1, mover: 1, turns: [0, 1, 1, 0] };
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].map((ply) => moverAt(game, ply)),
    [0, 1, 1, 0, 0, 1],
  );
});

test('a store tells each listener once of what changed', async () => {
  const store = createStore({ a: 1, b: 1 });
  const calls = [];
  const leave = store.subscribe(['a'], ({ a }) => calls.push(a));
  store.set({ a: 2 });
  store.set({ a: 3 });
  store.set({ b: 2 });
  await null;
  assert.deepEqual(calls, [1, 3]);
  store.set({ b: 3, a: 3 });
  await null;
  leave();
  store.set({ a: 4 });
  await null;
  assert.deepEqual(calls, [1, 3]);
});

test('preferences of the wrong type are not taken', () => {
  const storage = { getItem: () => '{"sounds": "loud", "theme": "dark", "unknown": true}' };
  assert.deepEqual(readPreferences(storage), { ...DEFAULTS, theme: 'dark' });
  assert.deepEqual(readPreferences({ getItem: () => '{' }), { ...DEFAULTS });
  assert.deepEqual(readPreferences(null), { ...DEFAULTS });
});

const storage = (values = new Map()) => ({
  getItem: (key) => values.get(key) ?? null,
  setItem: (key, value) => values.set(key, value),
  removeItem: (key) => values.delete(key),
});

test('a tab remembers its game, a browser those played last', () => {
  const [tab, browser] = [storage(), storage()];
  const memory = createMemory({ tab, browser, now: () => 7 });
  assert.equal(memory.latest(), null);
  memory.save({ room: 'a', game: 'gomoku', moves: ['h8'] });
  memory.save({ room: 'b', game: 'othello', moves: ['f5'] });
  memory.save({ room: 'c', game: 'othello', moves: [] });
  memory.save({ room: 'a', game: 'gomoku', moves: ['h8', 'i9'] });
  const again = createMemory({ tab, browser });
  assert.equal(again.latest().room, 'a');
  assert.equal(again.latestOf('othello').room, 'b');
  assert.equal(again.latestOf('xiangqi'), null);
  assert.deepEqual(
    createMemory({ tab: storage(), browser }).saved().map(({ room, at, moves }) => [room, at, moves.length]),
    [['a', 7, 2], ['b', 7, 1]],
    'a game without a move is none to come back to',
  );
  again.forget('b');
  assert.equal(memory.of('b'), null);
  assert.equal(memory.of('a').moves.length, 2);
});

/** A state as the server tells it: these moves, so many of them played. */
const stateOf = (room, moves, ply = moves.length, more = {}) => {
  const pieces = Object.fromEntries(moves.slice(0, ply).map((move) => [move, 'X']));
  const board = { columns: 15, rows: 15, pieces };
  return { room, start: 'startpos', moves, ply, mover: ply % 2, board, last: null, ending: null, ...more };
};

test('a game is looked at as far as it was seen', () => {
  const states = [[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map((moves) => stateOf('r', moves));
  const seen = states.reduce(withState, null);
  for (const state of states) {
    const { board, mover, ply, legal, line } = stateAt(seen, state.ply);
    assert.deepEqual([board, mover, ply, legal], [state.board, state.mover, state.ply, []]);
    assert.equal(line, state.ply > 0 ? `startpos moves ${state.moves.join(' ')}` : 'startpos');
  }
  assert.equal(stateAt(seen, 4), null);
  // Another move than before: what came after it is no more.
  const other = withState(withState(seen, stateOf('r', ['a', 'b', 'c'], 1)), stateOf('r', ['a', 'd']));
  assert.deepEqual(Object.keys(stateAt(other, 2).board.pieces), ['a', 'd']);
  assert.equal(stateAt(other, 3), null);
  // A record of which only the end was seen.
  assert.equal(stateAt(withState(null, stateOf('r', ['a', 'b'])), 1), null);
});

test('of several pieces on a cell each is one, in games looked at as well', () => {
  const board = { columns: 2, rows: 1, pieces: { a1: 'K', b1: 'r', 'P*': 'P' }, counts: { 'P*': 3 } };
  assert.deepEqual(piecesOf({ board }), [4, 1]);
  const seen = withState(withState(null, stateOf('r', [], 0, { board })), stateOf('r', ['a']));
  assert.deepEqual(stateAt(seen, 0).board, board);
});

test('what was seen is shown again by the same page, not by another, and of so many games', () => {
  const browser = storage();
  const page = (name) => createMemory({ tab: storage(), browser, page: name });
  const hello = { games: [] };
  assert.equal(page('one').seen(), null);
  for (let room = 0; room < 20; room += 1) page('one').see({ hello, game: stateOf(`r${room}`, ['a']) });
  assert.equal(page('one').seen().game.room, 'r19');
  assert.deepEqual(page('one').seen('r15').hello, hello);
  assert.equal(page('one').seen('r1'), null, 'it was too long ago');
  assert.equal(page('two').seen(), null);
});

test('so many games are remembered, and no more', () => {
  const memory = createMemory({ tab: storage(), browser: storage() });
  for (let game = 0; game < 200; game += 1) memory.save({ room: String(game), game: 'othello', moves: ['f5'] });
  const rooms = memory.saved().map(({ room }) => room);
  assert.ok(rooms.length < 100 && rooms[0] === '199');
});

test('memory without storage, or with nonsense in it, still remembers', () => {
  for (const broken of [null, { getItem: () => '{"', setItem: () => undefined }, { getItem: () => '7', setItem() { throw new Error('full'); } }]) {
    const memory = createMemory({ tab: null, browser: broken });
    memory.save({ room: 'a', game: 'gomoku', moves: ['h8'] });
    assert.equal(memory.latest().room, 'a');
    assert.ok(Array.isArray(memory.saved()));
  }
});

test('a snapshot tells who resigned', () => {
  const players = [{ kind: 'human' }, { kind: 'engine', engine: 'level=1' }];
  const game = {
    room: 'r',
    game: 'othello',
    settings: {},
    start: 'startpos',
    moves: [],
    ply: 0,
    players,
    paused: false,
    mover: 1,
  };
  assert.equal(snapshotOf({ ...game, ending: null }).resigned, null);
  assert.equal(snapshotOf({ ...game, ending: { winner: 'white', reason: 'resignation' } }).resigned, 0);
});

test('rows of a laboratory run come in any order, and a new run begins anew', () => {
  let lab = withRow(null, { run: 1, line: 'startpos', state: 'running', row: { index: 1, nodes: 5 } });
  lab = withRow(lab, { run: 1, line: 'startpos', state: 'running', row: { index: 0, nodes: 3 } });
  lab = withRow(lab, { run: 1, line: 'startpos', state: 'done', row: null });
  assert.deepEqual(
    lab.rows.map(({ nodes }) => nodes),
    [3, 5],
  );
  assert.equal(lab.state, 'done');
  assert.deepEqual(withRow(lab, { run: 2, line: 'startpos', state: 'waiting', row: null }).rows, []);
});

test('bars turn logarithmic where a linear scale would hide the short ones', () => {
  const near = scale([10, 100]);
  assert.deepEqual([near.log, near.of(50)], [false, 0.5]);
  const far = scale([10, 1000, 100000]);
  assert.equal(far.log, true);
  assert.ok(far.of(10) > 0.1 && far.of(10) < far.of(1000) && far.of(100000) === 1);
  assert.equal(scale([]).of(3), 0);
  assert.equal(scale([0, 0]).of(0), 0);
});

test('values with commas and quotes are quoted', () => {
  const row = {
    searcher: 'pvs,null_move="off"',
    depth: 4,
    nodes: 10,
    time_ms: 1.5,
    nps: 6666,
    score: { text: '+1' },
    best: 'h8',
    skipped: null,
  };
  assert.equal(toCsv([row]).split('\n')[1], '"pvs,null_move=""off""",4,10,1.5,6666,+1,h8,');
});

test('times are told in ms or s', () => {
  assert.equal(duration(0.4, 'en'), '0.4 ms');
  assert.equal(duration(120.4, 'en'), '120 ms');
  assert.equal(duration(2345, 'en'), '2.35 s');
});

test('the form of a new game asks for what it shows', () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({
    game: 'gomoku',
    'rule.rule': 'renju',
    'rule.size': '',
    mode: 'human-engine',
    first: 'engine',
    level: '3',
    line: ' ',
    record: 'x',
  }))
    form.append(name, value);
  assert.deepEqual(readForm(form), {
    game: 'gomoku',
    settings: { rule: 'renju' },
    players: [{ kind: 'engine', engine: 'level=3' }, { kind: 'human' }],
  });
  form.set('mode', 'record');
  assert.deepEqual(readForm(form), {
    game: 'gomoku',
    settings: { rule: 'renju' },
    players: [{ kind: 'human' }, { kind: 'human' }],
    record: 'x',
  });
});
