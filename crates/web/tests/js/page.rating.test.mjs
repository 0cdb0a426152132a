import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expected, isHelp, rated, resultOf, suggested, tookBack } from '../../assets/js/rating.js';

const most = 16;

test('equals expect half a point, and each level less of it', () => {
  assert.equal(expected(5, 5), 0.5);
  // 150 Elo are 70 %.
  assert.ok(Math.abs(expected(6, 5) - 0.703) < 0.001);
  assert.ok(Math.abs(expected(5, 6) + expected(6, 5) - 1) < 1e-12);
});

test('a rating begins at the first opponent and moves by what was not expected', () => {
  const won = rated(null, { level: 4, points: 1 });
  assert.equal(won.games, 1);
  assert.ok(Math.abs(won.strength - (4 + 40 / 150)) < 1e-9);
  const lost = rated(won, { level: 4, points: 0 });
  assert.ok(lost.strength < 4 && lost.games === 2);
  assert.equal(rated({ strength: 4, games: 20 }, { level: 4, points: 0.5 }).strength, 4);
  // Later games move it less.
  assert.ok(rated({ strength: 4, games: 20 }, { level: 4, points: 1 }).strength < won.strength);
});

test('who wins every game is led to where half are won', () => {
  let rating = null;
  const truth = 9;
  for (let i = 0; i < 60; i += 1) {
    const level = rating ? suggested(rating, most) : 3;
    rating = rated(rating, { level, points: expected(truth, level) });
  }
  assert.ok(Math.abs(rating.strength - truth) < 0.7, String(rating.strength));
  assert.deepEqual([suggested({ strength: 0.2 }, most), suggested({ strength: 19 }, most)], [1, 16]);
});

test('a game counts against a level as it is, from the usual start, once it is over', () => {
  const game = {
    start: 'startpos',
    moves: ['h8', 'i9'],
    players: [{ kind: 'engine', engine: 'level=3' }, { kind: 'human' }],
    ending: { winner: 'white', reason: 'five in a row' },
  };
  const names = ['black', 'white'];
  const result = (change) => resultOf({ ...game, ...change }, names);
  assert.deepEqual(result({}), { level: 3, points: 1 });
  assert.deepEqual(result({ ending: { winner: 'black', reason: '' } }), { level: 3, points: 0 });
  assert.deepEqual(result({ ending: { winner: null, reason: '' } }), { level: 3, points: 0.5 });
  for (const change of [
    { ending: null },
    { start: 'X 15' },
    { moves: ['h8'] },
    { players: [{ kind: 'human' }, { kind: 'human' }] },
    { players: [{ kind: 'engine', engine: 'level=3' }, { kind: 'engine', engine: 'level=3' }] },
    { players: [{ kind: 'engine', engine: 'level=3,eval.mobility=0' }, { kind: 'human' }] },
    { players: [{ kind: 'engine', engine: 'pvs,time=1s' }, { kind: 'human' }] },
  ])
    assert.equal(result(change), null, JSON.stringify(change));
});

test('help is what an engine says of a game under way, and a move taken back', () => {
  const game = { ending: null, moves: ['h8', 'i9', 'j10'] };
  assert.ok(isHelp('hint', {}, game) && isHelp('analyze', { on: true }, game) && isHelp('review', {}, game));
  assert.ok(!isHelp('analyze', { on: false }, game) && !isHelp('play', {}, game) && !isHelp('resign', {}, game));
  assert.ok(!isHelp('review', {}, { ending: {} }) && !isHelp('hint', {}, null));
  assert.ok(isHelp('players', {}, game) && !isHelp('players', {}, { ending: null, moves: [] }));
  assert.equal(tookBack(game, { moves: ['h8', 'i9', 'j10', 'k11'] }), false);
  assert.equal(tookBack(game, { moves: ['h8', 'i9', 'a1'] }), true);
  assert.equal(tookBack(game, { moves: ['h8', 'i9'] }), true);
});
