import assert from 'node:assert/strict';
import test from 'node:test';
import { createEntry, spelledCells, waysOf } from '../../assets/js/boards/entry.js';

const entryOf = (ways) => {
  const entry = createEntry();
  entry.offer(ways);
  return entry;
};
const way = (move, ...routes) => routes.map((route) => ({ move, route: route.split(' ') }));

test('a move is entered by the cell of its name, or by the routes that are told', () => {
  const names = ['a2', 'b2', 'a1', 'b1'];
  const routes = { a: [[2], [0]], a1b2: [[2, 1]], pass: [[]] };
  assert.deepEqual(waysOf(['b1', 'a', 'a1b2', 'pass'], routes, names), [
    { move: 'b1', route: ['b1'] },
    { move: 'a', route: ['a1'] },
    { move: 'a', route: ['a2'] },
    { move: 'a1b2', route: ['a1', 'b2'] },
  ]);
});

test('a point is played at once, and so is any cell of a column', () => {
  const entry = entryOf([...way('h8', 'h8'), ...way('d', 'd1', 'd2')]);
  assert.deepEqual([...entry.starts()], ['h8', 'd1', 'd2']);
  assert.deepEqual(entry.press('h8'), ['h8']);
  assert.deepEqual(entry.press('d2'), ['d']);
  assert.equal(entry.wayAt('d2').route[0], 'd1', 'the disc is drawn where it lands');
  assert.deepEqual(entry.press('a1'), []);
  assert.deepEqual(entry.chosen, []);
});

test('from and to: another piece may be chosen, or the same one put back', () => {
  const entry = entryOf([...way('a1a2', 'a1 a2'), ...way('b1b2', 'b1 b2'), ...way('b1c2', 'b1 c2')]);
  assert.ok(entry.goesOn('a1') && !entry.goesOn('a2'));
  assert.deepEqual(entry.press('a1'), []);
  assert.deepEqual([...entry.nexts()], ['a2']);
  assert.deepEqual(entry.press('b1'), []);
  assert.deepEqual([...entry.nexts()], ['b2', 'c2']);
  assert.deepEqual(entry.press('b1'), []);
  assert.deepEqual(entry.chosen, []);
  entry.press('b1');
  assert.deepEqual(entry.press('c2'), ['b1c2']);
  entry.press('a1');
  assert.ok(entry.cancel() && !entry.cancel());
});

test('routes are entered jump by jump, or by an end that no other has', () => {
  const ways = [...way('32x23x14', '32 23 14'), ...way('32x23x12', '32 23 12'), ...way('32x21x12', '32 21 12')];
  const entry = entryOf(ways);
  entry.press('32');
  assert.deepEqual([...entry.nexts()].sort(), ['14', '21', '23'], 'two routes end at 12');
  assert.deepEqual(entry.press('14'), ['32x23x14']);
  entry.press('32');
  assert.deepEqual(entry.press('21'), []);
  assert.deepEqual([...entry.nexts()], ['12']);
  entry.offer(ways);
  assert.deepEqual(entry.chosen, ['32', '21'], 'the same position again changes nothing');
  assert.deepEqual(entry.press('12'), ['32x21x12']);
  entry.press('32');
  entry.offer(way('a1', 'a1'));
  assert.deepEqual(entry.chosen, []);
});

test('a route that others go on from is completed by its last cell once more', () => {
  const entry = entryOf([...way('a-b', 'a b'), ...way('a-b-c', 'a b c')]);
  entry.press('a');
  assert.deepEqual(entry.press('b'), []);
  assert.deepEqual(entry.press('b'), ['a-b']);
  entry.press('a');
  entry.press('b');
  assert.deepEqual(entry.press('c'), ['a-b-c']);
});

test('moves that are entered alike are all given', () => {
  const entry = entryOf([...way('e7e8q', 'e7 e8'), ...way('e7e8n', 'e7 e8')]);
  entry.press('e7');
  assert.deepEqual(entry.press('e8'), ['e7e8q', 'e7e8n']);
});

test('the text of a move names its cells', () => {
  const has = (name) => ['h2', 'e2', 'h10', '32', '28'].includes(name);
  assert.deepEqual(spelledCells('h2e2', has), ['h2', 'e2']);
  assert.deepEqual(spelledCells('h10', has), [null, 'h10']);
  assert.deepEqual(spelledCells('32-28', has), ['32', '28']);
  assert.deepEqual(spelledCells('pass', has), [null, null]);
});
