import assert from 'node:assert/strict';
import test from 'node:test';
import { arrowPath } from '../../assets/js/boards/arrows.js';
import { cornerMarks } from '../../assets/js/boards/river.js';
import { createGrid } from '../../assets/js/boards/grid.js';
import { grain, randomFrom } from '../../assets/js/boards/wood.js';
import { starPoints } from '../../assets/js/boards/gomoku.js';

const gomoku = () => createGrid({ columns: 15, rows: 15, cell: 40, margin: 42 });
const othello = () => createGrid({ columns: 8, rows: 8, cell: 72, margin: 70, downward: true });
const xiangqi = () => createGrid({ columns: 9, rows: 10, cell: 66, margin: 58, first: 0 });

test('names begin at the lower left, in Othello at the upper left', () => {
  assert.deepEqual(gomoku().place('a1'), { x: 42, y: 42 + 14 * 40 });
  assert.deepEqual(gomoku().place('o15'), { x: 42 + 14 * 40, y: 42 });
  assert.deepEqual(othello().place('a1'), { x: 70, y: 70 });
  assert.deepEqual(xiangqi().place('a0'), { x: 58, y: 58 + 9 * 66 });
  assert.deepEqual(xiangqi().place('i9'), { x: 58 + 8 * 66, y: 58 });
  assert.equal(gomoku().names.length, 225);
  assert.equal(xiangqi().names.length, 90);
  assert.equal(createGrid({ columns: 20, rows: 20, cell: 1, margin: 0 }).has('t20'), true);
});

test('every point is the nearest to its place, flipped or not', () => {
  for (const grid of [gomoku(), othello(), xiangqi()]) {
    for (const flipped of [false, true]) {
      grid.flipped = flipped;
      for (const name of grid.names) {
        const { x, y } = grid.place(name);
        assert.equal(grid.nearest(x + 0.4 * grid.cell, y - 0.4 * grid.cell), name);
      }
    }
    assert.equal(grid.nearest(-50, 100), null);
    assert.equal(grid.nearest(100, 5000), null);
  }
});

test('a flipped board is turned by half', () => {
  const grid = xiangqi();
  const before = grid.place('a0');
  grid.flipped = true;
  assert.deepEqual(grid.place('i9'), before);
});

test('steps go the way that is seen and stop at the edge', () => {
  const grid = xiangqi();
  assert.equal(grid.step('e0', 1, 0), 'f0');
  assert.equal(grid.step('e0', 0, -1), 'e1');
  assert.equal(grid.step('e0', 0, 1), 'e0');
  assert.equal(grid.step('e0', -99, 0), 'a0');
  grid.flipped = true;
  assert.equal(grid.step('e0', 1, 0), 'd0');
  assert.equal(grid.step('e0', 0, 1), 'e1');
  assert.equal(othello().step('a1', 0, 1), 'a2');
});

test('star points: five at 15 lines, nine at 19, always symmetric and on the board', () => {
  assert.deepEqual(starPoints(15), [[3, 3], [3, 11], [11, 3], [11, 11], [7, 7]]);
  assert.deepEqual(
    starPoints(19).map(String).sort(),
    ['15,15', '15,3', '15,9', '3,15', '3,3', '3,9', '9,15', '9,3', '9,9'],
  );
  assert.deepEqual(starPoints(5), [[2, 2]]);
  assert.deepEqual(starPoints(6), []);
  for (let size = 5; size <= 20; size += 1) {
    const points = new Set(starPoints(size).map(String));
    for (const [file, rank] of starPoints(size)) {
      assert.ok(Number.isInteger(file) && file > 0 && file < size - 1, `${file} on ${size}`);
      assert.ok(points.has(`${size - 1 - file},${rank}`) && points.has(`${rank},${file}`), `${size}`);
    }
  }
});

test('corner marks have no corners off the board', () => {
  assert.equal(cornerMarks(1, 2).match(/M/g).length, 4);
  assert.equal(cornerMarks(0, 3).match(/M/g).length, 2);
  assert.equal(cornerMarks(8, 6).match(/M/g).length, 2);
});

test('arrows end before the places they join, even near ones', () => {
  const numbers = (path) => path.match(/-?[\d.]+/g).map(Number);
  const far = numbers(arrowPath({ x: 0, y: 0 }, { x: 100, y: 0 }, { width: 10, begin: 14, end: 8 }));
  assert.ok(Math.min(...far.filter((_, index) => index % 2 === 0)) === 14);
  assert.ok(Math.max(...far.filter((_, index) => index % 2 === 0)) === 92);
  for (const place of [{ x: 0, y: 0 }, { x: 3, y: 4 }]) {
    assert.ok(numbers(arrowPath({ x: 0, y: 0 }, place, { width: 10, begin: 14, end: 8 })).every(Number.isFinite));
  }
});

test('wood looks alike each time', () => {
  assert.deepEqual(grain(300, 300, 7), grain(300, 300, 7));
  assert.notDeepEqual(grain(300, 300, 7), grain(300, 300, 8));
  assert.equal(grain(300, 300, 7).length, 3);
  const random = randomFrom(1);
  for (let turn = 0; turn < 1000; turn += 1) {
    const value = random();
    assert.ok(value >= 0 && value < 1);
  }
});
