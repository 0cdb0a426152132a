import assert from 'node:assert/strict';
import test from 'node:test';
import { createWords } from '../../assets/js/boards/words.js';
import { compare, follow } from '../../assets/js/boards/follow.js';
import { ghostsOf } from '../../assets/js/boards/thoughts.js';
import { numbersOf } from '../../assets/js/boards/board.js';
import { parsePosition } from './support/positions.mjs';

const pieces = (fen) => parsePosition('xiangqi', fen).squares;

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
