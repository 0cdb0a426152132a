import assert from 'node:assert/strict';
import { test } from 'node:test';
import { badness, nextBad, reviewed, tally, toldAt } from '../../assets/js/review.js';

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
