import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headings, moveName } from '../../assets/js/boards/artwork/relative.js';
import { moveNames, notationOf } from '../../assets/js/notation.js';
import { boardView } from './support/positions.mjs';

const chineseName = (squares, move) => moveName(squares, move, 'chinese');
const names = (moves, notation = 'chinese', position = 'startpos') =>
  moveNames({ game: 'xiangqi', board: boardView('xiangqi', position), moves, notation });

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

test('other games, coordinates and what cannot be read stay as they are', () => {
  assert.deepEqual(moveNames({ game: 'gomoku', board: boardView('gomoku', 'startpos'), moves: ['h8'], notation: 'chinese' }), ['h8']);
  assert.deepEqual(moveNames({ game: 'xiangqi', board: boardView('xiangqi', 'startpos'), moves: ['h2e2'], notation: 'coordinates' }), ['h2e2']);
  assert.deepEqual(names(['a5a6']), ['a5a6']);
});

test('WXF writes the same in letters, as its rules of 2018 have it', () => {
  assert.deepEqual(names(['h2e2', 'h9g7', 'h0g2', 'c3c4', 'g9e7', 'd0e1'], 'wxf'), ['C2=5', 'H8+7', 'H2+3', 'P7+1', 'E7+5', 'A6+5']);
  const wxf = (pieces, move) => moveName(new Map(pieces), move, 'wxf');
  const rooks = [['e5', 'R'], ['e1', 'R']];
  assert.equal(wxf(rooks, 'e5e9'), 'R++4');
  assert.equal(wxf(rooks, 'e1d1'), 'R-=6');
  assert.equal(wxf(rooks, 'e1e0'), 'R--1');
  const three = [['e6', 'P'], ['e5', 'P'], ['e4', 'P']];
  assert.equal(wxf(three, 'e6d6'), '15=6');
  const files = [['e8', 'P'], ['e6', 'P'], ['c8', 'P'], ['c6', 'P']];
  assert.equal(wxf(files, 'e6d6'), '25=6');
  assert.equal(wxf([['d0', 'A'], ['d2', 'A']], 'd0e1'), 'A6+5');
});

test('each language has its usual notation, and the reader another one', () => {
  const of = (game, lang, notation = '') => notationOf({ game: { game }, prefs: { lang, notation } });
  assert.deepEqual(['zh', 'en'].map((lang) => of('xiangqi', lang)), ['chinese', 'coordinates']);
  assert.deepEqual(['zh', 'en'].map((lang) => of('xiangqi', lang, 'wxf')), ['wxf', 'wxf']);
  assert.equal(of('xiangqi', 'zh', 'coordinates'), 'coordinates');
  assert.equal(of('othello', 'zh', 'wxf'), 'coordinates');
});

test('files are counted from the right of each player', () => {
  assert.equal(headings('chinese').below.join(''), '九八七六五四三二一');
  assert.equal(headings('wxf').below.join(''), '987654321');
  assert.equal(headings('wxf').above.join(''), '123456789');
});
