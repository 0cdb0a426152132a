import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOTHING, answered, nextPuzzle, ownMoves, ratingOf, tallyOf, taskOf } from '../../assets/js/exercises.js';

const puzzle = (id, rating, more = {}) => ({ id, theme: 'mate', moves: 3, rating, ...more });

test('a rating rises with what is right and falls with what is not, by how surprising it is', () => {
  const [easy, hard] = [puzzle('a', 900), puzzle('b', 1800)];
  const rise = (one) => answered(NOTHING, one, true).rating - NOTHING.rating;
  const fall = (one) => NOTHING.rating - answered(NOTHING, one, false).rating;
  assert.ok(rise(hard) > rise(easy) && rise(easy) > 0);
  assert.ok(fall(easy) > fall(hard) && fall(hard) > 0);
  assert.ok(rise(hard) < 80);
  // Later exercises move it less.
  const known = { ...NOTHING, count: 10 };
  assert.ok(answered(known, hard, true).rating - known.rating < rise(hard) / 3);
});

test('a puzzle that is missed counts for more, one that is solved for less', () => {
  const one = puzzle('a', 1200);
  const missed = answered(NOTHING, one, false);
  assert.equal(ratingOf(one, missed), 1208);
  assert.equal(ratingOf(one, answered(NOTHING, one, true)), 1192);
  assert.equal(ratingOf(puzzle('b', 1200), missed), 1200);
});

test('a streak goes on until one is missed, and the best is kept', () => {
  let progress = NOTHING;
  for (const [id, right] of [['a', true], ['b', true], ['c', false], ['d', true]])
    progress = answered({ ...progress, current: id }, puzzle(id, 1200), right);
  const { streak, best, count, done, current } = progress;
  assert.deepEqual({ streak, best, count, current }, { streak: 1, best: 2, count: 4, current: null });
  assert.deepEqual(done, { a: true, b: true, c: false, d: true });
  assert.deepEqual(tallyOf(['a', 'c', 'z'].map((id) => puzzle(id, 1)), progress), { right: 1, tried: 2, all: 3 });
  assert.deepEqual(NOTHING.done, {});
});

test('the next puzzle is the untried one nearest to the rating, then those missed', () => {
  const all = [puzzle('a', 800), puzzle('b', 1250), puzzle('c', 1900)];
  assert.equal(nextPuzzle(all, NOTHING).id, 'b');
  assert.equal(nextPuzzle(all, NOTHING, 'b').id, 'a');
  assert.equal(nextPuzzle(all, { ...NOTHING, done: { a: true, b: false } }).id, 'c');
  assert.equal(nextPuzzle(all, { ...NOTHING, done: { a: true, b: false, c: true } }).id, 'b');
  assert.equal(nextPuzzle(all, { ...NOTHING, done: { a: true, b: true, c: true } }), null);
});

test('a task counts the moves of the solver', () => {
  assert.deepEqual([1, 2, 3, 4, 5].map((moves) => ownMoves({ moves })), [1, 1, 2, 2, 3]);
  const t = (key, { n }, fallback) => (key === 'puzzle.mate' ? `Mate in ${n}` : fallback);
  assert.equal(taskOf(puzzle('a', 1), t), 'Mate in 2');
  assert.equal(taskOf(puzzle('a', 1, { theme: 'other' }), t), 'other');
});
