import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { parsePosition } from './support/positions.mjs';

const data = (name) => readFileSync(new URL(`../../../../tests/data/${name}`, import.meta.url), 'utf8');
const count = (squares, wanted) => [...squares.values()].filter((piece) => piece === wanted).length;
const refused = (game, text, why, size) => {
  const { error, squares } = parsePosition(game, text, size);
  assert.equal(squares, undefined, `${JSON.stringify(text)} was read`);
  assert.match(error, why);
};

test('gomoku: the start and set-ups', () => {
  assert.deepEqual(parsePosition('gomoku', ' startpos '), { squares: new Map(), turn: 'black' });
  const { squares, turn } = parsePosition('gomoku', 'X:h8i9j10 O:a1o15 turn:O');
  assert.equal(turn, 'white');
  assert.deepEqual(
    Object.fromEntries(squares),
    { h8: 'black', i9: 'black', j10: 'black', a1: 'white', o15: 'white' },
  );
});

test('gomoku: parts in any order, empty or left out, in either case', () => {
  assert.deepEqual(parsePosition('gomoku', 'turn:X O: X:h8'), { squares: new Map([['h8', 'black']]), turn: 'black' });
  assert.equal(parsePosition('gomoku', 'x:H8').turn, 'white', 'Black has more stones');
  assert.equal(parsePosition('gomoku', 'X:h8 O:i9').turn, 'black');
  assert.equal(parsePosition('gomoku', 'X:h8 O:i9 turn:white').turn, 'white');
});

test('gomoku: boards of five to twenty lines', () => {
  assert.equal(parsePosition('gomoku', 'X:t20 O: turn:O', 20).squares.get('t20'), 'black');
  assert.equal(parsePosition('gomoku', 'X:e5 O: turn:O', 5).squares.get('e5'), 'black');
  refused('gomoku', 'X:f5 turn:O', /f5 is off the board/, 5);
  refused('gomoku', 'X:e6 turn:O', /e6 is off the board/, 5);
});

test('gomoku: the renju cases of the repository', () => {
  const cases = data('gomoku/renju_forbidden.txt').split('\n').filter((line) => /^R\d/.test(line));
  assert.ok(cases.length > 10);
  for (const line of cases) {
    const [, size, , side, black, white] = line.split(' | ');
    const { squares } = parsePosition('gomoku', `X:${black} O:${white} turn:${side}`, Number(size));
    assert.equal(count(squares, 'black'), black.match(/[a-z]/g).length, line);
    assert.equal(count(squares, 'white'), white.match(/[a-z]/g).length, line);
  }
});

test('gomoku: what is no position', () => {
  refused('gomoku', '', /no position/);
  refused('gomoku', 'h8', /h8 is no part/);
  refused('gomoku', 'X:h8 X:h9', /twice/);
  refused('gomoku', 'X:h8 O:h8', /h8 holds two stones/);
  refused('gomoku', 'X:h8h8', /h8 holds two stones/);
  refused('gomoku', 'X:h0', /no list of points/);
  refused('gomoku', 'X:h', /no list of points/);
  refused('gomoku', 'X:h8,i9', /no list of points/);
  refused('gomoku', 'X:h8 turn:Z', /no player/i);
  refused('gomoku', 'X:象', /no list of points/);
  refused('gomoku', 'X: turn:constructor', /no player/);
});

test('othello: the start', () => {
  const { squares, turn } = parsePosition('othello', 'startpos');
  assert.equal(turn, 'black');
  assert.deepEqual(Object.fromEntries(squares), { d4: 'white', e4: 'black', d5: 'black', e5: 'white' });
});

test('othello: the problems of the repository', () => {
  const lines = data('othello/ffo40-59.obf').trim().split('\n');
  for (const line of lines) {
    const { squares, turn } = parsePosition('othello', line.split(';')[0]);
    assert.equal(turn, line[65] === 'X' ? 'black' : 'white');
    assert.equal(count(squares, 'black'), line.slice(0, 64).split('X').length - 1);
    assert.equal(count(squares, 'white'), line.slice(0, 64).split('O').length - 1);
  }
  const [first] = lines;
  assert.equal(parsePosition('othello', first.slice(0, 66)).squares.get('h1'), 'black');
  assert.equal(parsePosition('othello', first.slice(0, 66)).squares.has('b1'), false);
});

test('othello: what is no position', () => {
  refused('othello', '', /64 squares, not 0/);
  refused('othello', '-'.repeat(63), /not 63/);
  refused('othello', `${'-'.repeat(63)}Z X`, /Z on h8/);
  refused('othello', '-'.repeat(64), /side to move/);
  refused('othello', `${'-'.repeat(64)} W`, /side to move/);
  refused('othello', `${'-'.repeat(65)} X`, /side to move/);
  refused('othello', `${'-'.repeat(64)} constructor`, /side to move/);
});

test('xiangqi: the start', () => {
  const { squares, turn } = parsePosition('xiangqi', 'startpos');
  assert.equal(turn, 'red');
  assert.equal(squares.size, 32);
  const some = { a0: 'R', e0: 'K', h2: 'C', i3: 'P', e9: 'k', b7: 'c', b9: 'n' };
  for (const square in some) assert.equal(squares.get(square), some[square]);
});

test('xiangqi: the mates of the repository', () => {
  const lines = data('xiangqi/mates.txt').split('\n').filter((line) => line && !line.startsWith('#'));
  for (const line of lines) {
    const fen = line.split(' ; ')[0];
    const { squares, turn } = parsePosition('xiangqi', fen);
    assert.equal(squares.size, fen.split(' ')[0].replace(/[^a-z]/gi, '').length, line);
    assert.equal(turn, fen.split(' ')[1] === 'b' ? 'black' : 'red');
    assert.equal(count(squares, 'K') + count(squares, 'k'), 2, line);
  }
});

test('xiangqi: what is no position', () => {
  const rest = '/9/9/9/9/9/9/9/9/9';
  refused('xiangqi', '', /ten ranks/);
  refused('xiangqi', '9/9', /ten ranks, not 2/);
  refused('xiangqi', `8${rest} w`, /rank 9 has 8 files/);
  refused('xiangqi', `99${rest} w`, /rank 9 has 18 files/);
  refused('xiangqi', `9k${rest} w`, /k on rank 9/);
  refused('xiangqi', `8x${rest} w`, /x on rank 9/);
  refused('xiangqi', `80${rest} w`, /0 on rank 9/);
  refused('xiangqi', `9${rest} z`, /z is no side/);
  refused('xiangqi', `9${rest} constructor`, /no side/);
});

test('what is no text, and no game', () => {
  for (const game of ['gomoku', 'othello', 'xiangqi']) {
    for (const text of [null, undefined, 7, {}, []]) refused(game, text, /is a text/);
  }
  refused('chess', 'startpos', /chess is no game/);
});
