import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { checkedGeneral } from '../../assets/js/boards/artwork/check.js';
import { createWords } from '../../assets/js/boards/words.js';
import { compare, follow } from '../../assets/js/boards/follow.js';
import { ghostsOf } from '../../assets/js/boards/thoughts.js';
import { numbersOf } from '../../assets/js/boards/board.js';
import { parsePosition } from './support/positions.mjs';
import { winningRows } from '../../assets/js/boards/artwork/rows.js';

const stones = (text, size) => parsePosition('gomoku', text, size).squares;
const pieces = (fen) => parsePosition('xiangqi', fen).squares;

test('five in a row, in all directions and at the edges', () => {
  for (const row of ['a1b1c1d1e1', 'o11o12o13o14o15', 'a1b2c3d4e5', 'a15b14c13d12e11', 'k15l15m15n15o15']) {
    const [won, ...more] = winningRows(stones(`X:${row} O: turn:O`));
    assert.deepEqual(new Set(won), new Set(row.match(/[a-o]\d+/g)));
    assert.deepEqual(more, []);
  }
  assert.deepEqual(winningRows(stones('X:a1b1c1d1f1 O:e1 turn:O')), []);
  assert.equal(winningRows(stones('X:a1b1c1d1e1a2a3a4a5 O: turn:O')).length, 2);
});

test('six in a row win where the rule lets them', () => {
  const six = (side) => stones(`${side}:a1b1c1d1e1f1 turn:X`);
  for (const side of ['X', 'O']) {
    assert.equal(winningRows(six(side), 'freestyle').length, 1);
    assert.equal(winningRows(six(side), 'standard').length, 0);
  }
  assert.equal(winningRows(six('X'), 'renju').length, 0);
  assert.equal(winningRows(six('O'), 'renju').length, 1);
  assert.equal(winningRows(six('X'), 'caro').length, 0);
});

test('at caro a row that the opponent shuts in counts for nothing', () => {
  const rows = (text) => winningRows(stones(`${text} turn:X`), 'caro').length;
  assert.equal(rows('X:d8e8f8g8h8 O:a1'), 1);
  assert.equal(rows('X:d8e8f8g8h8 O:c8'), 1);
  assert.equal(rows('X:d8e8f8g8h8 O:c8i8'), 0);
  assert.equal(rows('X:a8b8c8d8e8 O:f8'), 1);
});

test('check by each kind of piece, and none where something is between', () => {
  const cases = [
    ['4k4/9/9/9/9/9/9/4R4/9/3K5 b', 'e9'],
    ['4k4/9/9/9/4p4/9/9/4R4/9/3K5 b', null],
    ['4k4/9/9/9/4p4/9/9/4C4/9/3K5 b', 'e9'],
    ['4k4/9/9/9/9/9/9/4C4/9/3K5 b', null],
    ['4k4/9/4p4/9/4p4/9/9/4C4/9/3K5 b', null],
    ['4k4/9/3N5/9/9/9/9/9/9/3K5 b', 'e9'],
    ['4k4/3p5/3N5/9/9/9/9/9/9/3K5 b', null],
    ['4k4/2N6/9/9/9/9/9/9/9/3K5 b', 'e9'],
    ['4k4/2Np5/9/9/9/9/9/9/9/3K5 b', null],
    ['4k4/4P4/9/9/9/9/9/9/9/3K5 b', 'e9'],
    ['3Pk4/9/9/9/9/9/9/9/9/3K5 b', 'e9'],
    ['9/4k4/9/9/9/9/9/9/9/3K5 b', null],
    ['4P4/4k4/9/9/9/9/9/9/9/3K5 b', null],
    ['4k4/9/9/9/9/9/9/9/9/4K4 b', 'e9'],
    ['4k4/9/9/9/9/9/9/4p4/9/4K4 w', null],
    ['4k4/9/9/9/9/9/9/9/4p4/4K4 w', 'e0'],
    ['3k5/9/9/9/9/9/9/9/4K4/4p4 w', null],
    ['3k5/9/9/9/9/9/9/9/9/4K3r w', 'e0'],
    ['3k5/9/9/9/9/9/9/9/9/3rK4 w', 'e0'],
  ];
  for (const [fen, expected] of cases) {
    assert.equal(checkedGeneral(pieces(fen), fen.endsWith('w') ? 'red' : 'black'), expected, fen);
  }
  assert.equal(checkedGeneral(pieces('startpos'), 'red'), null);
  assert.equal(checkedGeneral(pieces('startpos'), 'black'), null);
  assert.equal(checkedGeneral(new Map(), 'red'), null);
});

test('nobody leaves his own general in check: the mates of the repository', () => {
  const file = readFileSync(new URL('../../../../tests/data/xiangqi/mates.txt', import.meta.url), 'utf8');
  for (const line of file.split('\n').filter((text) => text && !text.startsWith('#'))) {
    const { squares, turn } = parsePosition('xiangqi', line.split(' ; ')[0]);
    assert.equal(checkedGeneral(squares, turn === 'red' ? 'black' : 'red'), null, line);
  }
});

test('pieces are followed from one position to the next', () => {
  const [start, after] = [pieces('startpos'), new Map(pieces('startpos'))];
  assert.deepEqual(follow(start, start), { moved: [], gone: [], come: [] });
  after.delete('h2');
  after.set('h9', 'C');
  assert.deepEqual(follow(start, after), { moved: [['h2', 'h9']], gone: ['h9'], come: [] });
  assert.deepEqual(follow(after, start), { moved: [['h9', 'h2']], gone: [], come: ['h9'] });
  assert.equal(follow(new Map(), start).come.length, 32);
  assert.equal(follow(start, new Map()).gone.length, 32);
});

test('a piece that becomes another on its way is the same', () => {
  const before = new Map([['31', 'M'], ['26', 'm']]);
  const after = new Map([['22', 'K']]);
  assert.deepEqual(follow(before, after, ['31', '22']), { moved: [['31', '22']], gone: ['26'], come: [] });
  assert.deepEqual(follow(after, before, ['99', '98']), { moved: [], gone: ['22'], come: ['31', '26'] });
});

test('pieces that stay come, go and turn over', () => {
  const before = new Map([['d4', 'white'], ['e4', 'black']]);
  const after = new Map([['d4', 'black'], ['e4', 'black'], ['c4', 'black']]);
  assert.deepEqual(compare(before, after), { turned: ['d4'], gone: [], come: ['c4'] });
  assert.deepEqual(compare(after, before), { turned: ['d4'], gone: ['c4'], come: [] });
});

test('of two like pieces the nearer one moved', () => {
  const before = new Map([['a0', 'R'], ['i0', 'R'], ['e0', 'K']]);
  const after = new Map([['a0', 'R'], ['i5', 'R'], ['e0', 'K']]);
  assert.deepEqual(follow(before, after).moved, [['i0', 'i5']]);
});

test('moves are numbered without passes', () => {
  assert.deepEqual([...numbersOf(['f5', 'pass', 'd6'])], [['f5', 1], ['d6', 2]]);
  assert.deepEqual([...numbersOf([])], []);
});

test('a line shows the stones it adds, fainter with depth', () => {
  const free = (square) => square !== 'h8' && square !== 'pass';
  const line = (moves, first = 0) => moves.map((at, index) => ({ index, side: (index + first) % 2, cells: [null, at] }));
  const ghosts = ghostsOf(line(['i9', 'h8', null, 'j10', 'i9'], 1), free);
  assert.deepEqual(
    ghosts.map(({ key, number, side }) => [key, number, side]),
    [['i9', 1, 1], ['j10', 4, 0]],
  );
  assert.deepEqual(ghostsOf([{ index: 0, side: 0, cells: ['a1', 'b2'] }], () => true), [], 'a piece that moves is none');
  assert.ok(Number(ghosts[0].opacity) > Number(ghosts[1].opacity));
  assert.deepEqual(ghostsOf([], free), []);
  const long = line(Array.from({ length: 99 }, (_, index) => `a${index}`));
  assert.ok(ghostsOf(long, () => true).length <= 12);
});

test('labels are made of the words of the page and follow its language', () => {
  let language = 'en';
  const texts = {
    en: { empty: 'empty', forbidden: 'forbidden {kind}', last: 'last' },
    zh: { empty: '空', forbidden: '禁手 {kind}', last: '上一着' },
  };
  const t = (key, { kind } = {}) => texts[language][key.replace('board.', '')].replace('{kind}', kind);
  const words = createWords(t);
  words.refresh();
  assert.equal(words.point('h8', null, ['forbidden:33', 'last']), 'h8 empty, forbidden 33, last');
  language = 'zh';
  assert.equal(words.point('h8', null, []), 'h8 empty', 'kept until refreshed');
  words.refresh();
  assert.equal(words.point('h8', null, ['forbidden:44']), 'h8 空, 禁手 44');
});
