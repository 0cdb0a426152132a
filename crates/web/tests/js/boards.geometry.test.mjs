import assert from 'node:assert/strict';
import test from 'node:test';
import { arrowPath } from '../../assets/js/boards/arrows.js';
import { cornerMarks } from '../../assets/js/boards/artwork/river.js';
import { createGrid } from '../../assets/js/boards/grid.js';
import { grain, randomFrom } from '../../assets/js/boards/artwork/wood.js';
import { starPoints } from '../../assets/js/boards/artwork/wooden.js';
import { shapeOf } from './support/positions.mjs';

const gomoku = () => createGrid(shapeOf('gomoku'), { columns: 15, cell: 40, margin: 42 });
const othello = () => createGrid(shapeOf('othello'), { columns: 8, cell: 72, margin: 70 });
const xiangqi = () => createGrid(shapeOf('xiangqi'), { columns: 9, cell: 66, margin: 58 });
/** Two rows of three hexagons. */
const hexes = () => {
  const places = [[0, 0], [1, 0], [2, 0], [0.5, 0.866], [1.5, 0.866], [2.5, 0.866]];
  const names = ['a2', 'b2', 'c2', 'a1', 'b1', 'c1'];
  return createGrid({ cell: 'hexagon', names, places }, { columns: 3, cell: 10, margin: 10 });
};
/** The dark squares of a draughtsboard's upper left corner. */
const draughts = () => {
  const places = [[1, 0], [3, 0], [0, 1], [2, 1], [1, 2], [3, 2]];
  return createGrid({ cell: 'chequered', names: ['1', '2', '3', '4', '5', '6'], places }, { columns: 2, cell: 10, margin: 5 });
};

test('names begin at the lower left, in Othello at the upper left', () => {
  assert.deepEqual(gomoku().place('a1'), { x: 42, y: 42 + 14 * 40 });
  assert.deepEqual(gomoku().place('o15'), { x: 42 + 14 * 40, y: 42 });
  assert.deepEqual(othello().place('a1'), { x: 70, y: 70 });
  assert.deepEqual(xiangqi().place('a0'), { x: 58, y: 58 + 9 * 66 });
  assert.deepEqual(xiangqi().place('i9'), { x: 58 + 8 * 66, y: 58 });
  assert.equal(gomoku().names.length, 225);
  assert.equal(xiangqi().names.length, 90);
  assert.equal(createGrid(shapeOf('gomoku', 20), { columns: 20, cell: 1, margin: 0 }).has('t20'), true);
  assert.deepEqual([xiangqi().width, xiangqi().height, xiangqi().rows], [644, 710, 10]);
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

test('hexagons and draughtsboards are walked over by arrows', () => {
  const grid = hexes();
  assert.equal(grid.step('a2', 1, 0), 'b2');
  assert.equal(grid.step('c2', 1, 0), 'c2', 'the row below is not further to the right');
  assert.equal(grid.step('b2', 0, 1), 'a1');
  assert.equal(grid.step('a2', 0, 99), 'a1');
  assert.equal(grid.nearest(10, 10 + 5), 'a2');
  assert.equal(grid.nearest(0, 0), null);
  const squares = draughts();
  assert.equal(squares.step('1', 1, 0), '2');
  assert.equal(squares.step('1', 0, 1), '3');
  assert.equal(squares.step('3', 1, 0), '4');
  assert.equal(squares.step('4', 0, -1), '1');
  assert.equal(squares.nearest(5, 5), null, 'a light square is no cell');
  squares.flipped = true;
  assert.equal(squares.step('1', 1, 0), '1');
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
