import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chineseName } from '../../assets/js/boards/artwork/chinese.js';
import { moveNames } from '../../assets/js/notation.js';
import { boardView } from './support/positions.mjs';

const names = (moves, position = 'startpos') => 
  moveNames({ game: 'xiangqi', board: boardView('xiangqi', position), moves, lang: 'zh' });

test('an opening is named as the books do', () => {
  assert.deepEqual(names(['h2e2', 'h9g7', 'h0g2', 'i9h9', 'i0h0', 'b9c7', 'c3c4', 'h9h3']), [
    '炮二平五',
    '马8进7',
    '马二进三',
    '车9平8',
    '车一平二',
    '马2进3',
    '兵七进一',
    '车8进6',
  ]);
});

test('a retreat and the pieces of the palace', () => {
  assert.deepEqual(names(['d0e1', 'f9e8', 'e1d0', 'g9e7', 'e0e1', 'e7g9']), [
    '仕六进五',
    '士6进5',
    '仕五退六',
    '象7进5',
    '帅五进一',
    '象5退7',
  ]);
});

test('of two on a file the foremost is in front, from its own side', () => {
  const red = new Map([
    ['e5', 'R'],
    ['e1', 'R'],
  ]);
  assert.equal(chineseName(red, 'e5e9'), '前车进四');
  assert.equal(chineseName(red, 'e1d1'), '后车平六');
  const black = new Map([
    ['c2', 'n'],
    ['c7', 'n'],
  ]);
  assert.equal(chineseName(black, 'c2d0'), '前马进4');
  assert.equal(chineseName(black, 'c7e8'), '后马退5');
});

test('three soldiers on a file have a middle one; two such files are left to coordinates', () => {
  const three = new Map([
    ['e8', 'P'],
    ['e6', 'P'],
    ['e5', 'P'],
  ]);
  assert.equal(chineseName(three, 'e6d6'), '中兵平六');
  const files = new Map([
    ['e8', 'P'],
    ['e6', 'P'],
    ['c8', 'P'],
    ['c6', 'P'],
  ]);
  assert.equal(chineseName(files, 'e6d6'), null);
});

test('other games, other languages and what cannot be read stay as they are', () => {
  assert.deepEqual(moveNames({ game: 'gomoku', board: boardView('gomoku', 'startpos'), moves: ['h8'], lang: 'zh' }), ['h8']);
  assert.deepEqual(moveNames({ game: 'xiangqi', board: boardView('xiangqi', 'startpos'), moves: ['h2e2'], lang: 'en' }), ['h2e2']);
  assert.deepEqual(names(['a5a6']), ['a5a6']);
});
