import assert from 'node:assert/strict';
import { test } from 'node:test';
import { badness, nextBad, reviewed, tally, toldAt, turnOf } from '../../assets/js/review.js';

const row = (ply, move, mark = null) => ({ ply, move, player: (ply - 1) % 2, mark });
const rows = [row(1, 'h8', 'best'), row(2, 'a1', 'blunder'), row(3, 'i8'), row(4, 'a2', 'inaccuracy'), row(5, 'j8', 'best')];
const game = { start: 'startpos', moves: ['h8', 'a1', 'i8', 'a2', 'j8'] };
const review = { line: 'startpos moves h8 a1 i8 a2 j8', rows };

test('a review holds as far as the game is the one reviewed', () => {
  assert.deepEqual(reviewed({ game, review }), rows);
  assert.deepEqual(reviewed({ game: { ...game, moves: ['h8', 'a1', 'k8'] }, review }), rows.slice(0, 2));
  assert.deepEqual(reviewed({ game: { ...game, start: 'X 15' }, review }), []);
  assert.deepEqual(reviewed({ game, review: null }), []);
  assert.deepEqual(reviewed({ game: null, review }), []);
  // While it runs, as far as it has come.
  assert.deepEqual(reviewed({ game, review: { ...review, rows: rows.slice(0, 3) } }), rows.slice(0, 3));
});

test('marks are counted for each player', () => {
  assert.deepEqual(tally(rows), [
    { best: 2, inaccuracy: 0, mistake: 0, blunder: 0 },
    { best: 0, inaccuracy: 1, mistake: 0, blunder: 1 },
  ]);
  assert.deepEqual(rows.map(badness), [0, 3, 0, 1, 0]);
  assert.equal(badness(undefined), 0);
});

test('the next move is told of if it is bad, else the last', () => {
  const told = (ply) => toldAt(rows, ply)?.ply ?? null;
  assert.deepEqual([0, 1, 2, 3, 4, 5].map(told), [null, 2, 2, 4, 4, null]);
});

test('one goes from bad move to bad move, to the position before each', () => {
  assert.deepEqual([0, 1, 2, 3, 5].map((ply) => nextBad(rows, ply, 1)), [1, 3, 3, null, null]);
  assert.deepEqual([0, 1, 2, 3, 5].map((ply) => nextBad(rows, ply, -1)), [null, null, 1, 1, 3]);
});

test('a move is told to miss a win, or to give one away', () => {
  const end = (sign, plies) => ({ final: true, sign, end: { plies, margin: null } });
  const even = { final: false, sign: 1, units: 0.2 };
  const turn = (best, played) => turnOf({ best: { score: best }, score: played });
  assert.deepEqual(turn(end(1, 5), even), { kind: 'missed', plies: 5 });
  assert.deepEqual(turn(even, end(-1, 4)), { kind: 'allowed', plies: 4 });
  // From a win to a loss, the loss is what counts.
  assert.deepEqual(turn(end(1, 5), end(-1, 4)), { kind: 'allowed', plies: 4 });
  for (const [best, played] of [[end(1, 3), end(1, 7)], [end(-1, 6), end(-1, 2)], [even, even]]) assert.equal(turn(best, played), null);
  assert.equal(turnOf({ best: null, score: even }), null);
  // An end with a margin alone has no distance.
  assert.equal(turn(even, { final: true, sign: -1, end: { plies: null, margin: -4 } }), null);
});
