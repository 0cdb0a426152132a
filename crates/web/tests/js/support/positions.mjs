/** @file Positions as text, for tests: the page itself gets what stands where from the server. */

const XIANGQI_START = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1';
const OTHELLO_START = `${'-'.repeat(27)}OX------XO${'-'.repeat(27)} X`;
const GOMOKU_SIDES = new Map([['x', 'black'], ['black', 'black'], ['o', 'white'], ['white', 'white']]);
const OTHELLO_SIGNS = new Map([
  ['X', 'black'], ['x', 'black'], ['*', 'black'], ['O', 'white'], ['o', 'white'], ['-', null], ['.', null],
]);
const XIANGQI_SIDES = new Map([['w', 'red'], ['r', 'red'], ['b', 'black']]);

/**
 * @typedef {object} Placement
 * @property {Map<string, string>} squares what stands on each occupied point: `black`, `white`, or a letter of a FEN.
 * @property {string} turn the player to move: `black`, `white` or `red`.
 */

/**
 * Reads the text of a position; a text that is none gives an object with `error` and throws nothing.
 * @param {string} game `gomoku`, `othello` or `xiangqi`.
 * @param {unknown} text the position as the server writes it, or `startpos`.
 * @param {number} [size] the lines of a gomoku board.
 * @returns {Placement | {error: string}}
 */
export function parsePosition(game, text, size = 15) {
  if (typeof text !== 'string') return { error: 'a position is a text' };
  const trimmed = text.trim();
  switch (game) {
    case 'gomoku':
      return parseGomoku(trimmed, size);
    case 'othello':
      return parseOthello(trimmed === 'startpos' ? OTHELLO_START : trimmed);
    case 'xiangqi':
      return parseXiangqi(trimmed === 'startpos' ? XIANGQI_START : trimmed);
    default:
      return { error: `${game} is no game` };
  }
}

/** Reads `startpos`, or `X:h8i9 O:g7 turn:X` with its parts in any order. */
function parseGomoku(text, size) {
  const squares = new Map();
  if (text === 'startpos') return { squares, turn: 'black' };
  if (text === '') return { error: 'there is no position' };
  const parts = new Map();
  for (const word of text.split(/\s+/)) {
    const [, head, rest] = /^(X|O|turn):(.*)$/i.exec(word) ?? [];
    if (head === undefined) return { error: `${word} is no part of a position` };
    const name = head.toLowerCase();
    if (parts.has(name)) return { error: `${head}: stands twice` };
    parts.set(name, rest.toLowerCase());
  }
  for (const [part, colour] of [['x', 'black'], ['o', 'white']]) {
    const points = parts.get(part) ?? '';
    if (!/^([a-t][1-9][0-9]?)*$/.test(points)) return { error: `${points} is no list of points` };
    for (const [point, file, rank] of points.matchAll(/([a-t])([0-9]+)/g)) {
      if (file.charCodeAt(0) - 97 >= size || Number(rank) > size) return { error: `${point} is off the board` };
      if (squares.has(point)) return { error: `${point} holds two stones` };
      squares.set(point, colour);
    }
  }
  const turn = GOMOKU_SIDES.get(parts.get('turn') ?? balance(squares));
  return turn ? { squares, turn } : { error: `${parts.get('turn')} is no player` };
}

/** The side to move where a set-up does not tell: Black unless Black has more stones. */
function balance(squares) {
  let more = 0;
  for (const colour of squares.values()) more += colour === 'black' ? 1 : -1;
  return more > 0 ? 'o' : 'x';
}

/** Reads OBF: 64 signs from a1 by rows, and the side to move. */
function parseOthello(text) {
  const board = text.slice(0, 64);
  if (board.length < 64) return { error: `a board has 64 squares, not ${board.length}` };
  const squares = new Map();
  for (let at = 0; at < 64; at += 1) {
    const colour = OTHELLO_SIGNS.get(board[at]);
    const square = 'abcdefgh'[at % 8] + (1 + Math.floor(at / 8));
    if (colour === undefined) return { error: `${board[at]} on ${square} is none of X, O and -` };
    if (colour) squares.set(square, colour);
  }
  const turn = OTHELLO_SIGNS.get(text.slice(64).trim());
  return turn ? { squares, turn } : { error: 'the side to move, X or O, is missing' };
}

/** Reads the placement and the turn of a FEN; what follows them is of no matter to a drawing. */
function parseXiangqi(text) {
  const [placement, side = 'w'] = text.split(/\s+/);
  const ranks = placement.split('/');
  if (ranks.length !== 10) return { error: `a board has ten ranks, not ${ranks.length}` };
  const squares = new Map();
  for (let row = 0; row < 10; row += 1) {
    let file = 0;
    for (const sign of ranks[row]) {
      if (/[1-9]/.test(sign)) file += Number(sign);
      else if (/[rnbakcp]/i.test(sign) && file < 9) squares.set('abcdefghi'[file++] + (9 - row), sign);
      else return { error: `${sign} on rank ${9 - row} is no piece` };
    }
    if (file !== 9) return { error: `rank ${9 - row} has ${file} files, not nine` };
  }
  const turn = XIANGQI_SIDES.get(side);
  return turn ? { squares, turn } : { error: `${side} is no side to move` };
}

/** The board view that the server would send of `text`. */
export function boardView(game, text, size = 15) {
  const { squares, error } = parsePosition(game, text, size);
  if (error !== undefined) throw new Error(error);
  const sign = (piece) => ({ black: 'X', white: 'x' })[piece] ?? piece;
  const [columns, rows] = { gomoku: [size, size], othello: [8, 8], xiangqi: [9, 10] }[game];
  return { columns, rows, pieces: Object.fromEntries([...squares].map(([at, piece]) => [at, sign(piece)])) };
}

/** The board's shape that the server would send. */
export function shapeOf(game, size = 15) {
  const [columns, rows, first] = { gomoku: [size, size, 1], othello: [8, 8, 1], xiangqi: [9, 10, 0] }[game];
  const cells = Array.from({ length: columns * rows }, (_, cell) => [cell % columns, Math.floor(cell / columns)]);
  const number = (row) => first + (game === 'othello' ? row : rows - 1 - row);
  return {
    cell: game === 'othello' ? 'square' : 'point',
    names: cells.map(([column, row]) => String.fromCharCode(97 + column) + number(row)),
    places: cells,
    lines: [],
    borders: [],
    coordinates: game === 'othello' ? 'above' : 'below',
  };
}

/** What the server's hello would say of a game, as far as its board needs it. */
export function infoOf(game) {
  const players = game === 'xiangqi' ? ['red', 'black'] : ['black', 'white'];
  const colours = { black: '#1d1b19', white: '#fffdf6', red: '#b23f2c' };
  const same = (text) => ({ en: text, zh: text });
  const signs = { K: '帥將', A: '仕士', B: '相象', R: '俥車', N: '傌馬', C: '炮砲', P: '兵卒' };
  const kind = ([letter, both]) => ({ letter, names: [...both].map(same), look: { sign: [...both] } });
  return {
    name: game,
    players,
    presentation: {
      title: same(game),
      sides: players.map((player) => ({ name: same(player), colour: colours[player] })),
      pieces: game === 'xiangqi' ? Object.entries(signs).map(kind) : [],
      words: {},
    },
  };
}
