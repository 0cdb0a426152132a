/** Real games from the project's test data, as the files people exchange. */

import { readFileSync } from 'node:fs';

const data = (name) => readFileSync(new URL(`../../../../tests/data/${name}`, import.meta.url));
const square = (column, row) => String.fromCharCode(96 + column) + row;

/** The rows of a table of test cases: lines of fields between bars. */
function table(name) {
  const lines = data(name).toString('utf8').split('\n');
  return lines.filter((line) => line && !line.startsWith('#')).map((line) => line.split(' | '));
}

/** A gomoku game as Piskvork writes it: the moves of case `index` of the table of fours. */
export function gomoku(index = 0) {
  const moves = table('gomoku/vcf.txt')[index][3].match(/[a-o]\d+/g);
  const lines = moves.map((move) => `${move.charCodeAt(0) - 96},${move.slice(1)},0`);
  return { moves, text: `Piskvorky 15x15, 0:0, 0\n${lines.join('\n')}\nhomo-1\nhomo-2\n-1\n` };
}

/**
 * An Othello game as a transcript: game `index` of the tournament archive of 1977.
 *
 * A WTHOR file is a head of 16 bytes and 68 bytes a game: eight of names and scores, then sixty of moves, each
 * `10 * row + column`, ended by 0. It leaves passes out, as transcripts do.
 */
export function othello(index = 0) {
  const bytes = data('othello/WTH_1977.wtb').subarray(16 + 68 * index + 8, 16 + 68 * (index + 1));
  const moves = [...bytes].filter((byte) => byte > 0).map((byte) => square(byte % 10, Math.floor(byte / 10)));
  return { moves, text: moves.join('') };
}

/** A xiangqi game as PGN: game `index` of the file of five, all of masters. */
export function xiangqi(index = 0) {
  const text = data('xiangqi/five_games.pgn')
    .toString('utf8')
    .split(/\n(?=\[Event )/)[index];
  return { moves: text.match(/\b[a-i]\d[a-i]\d\b/g), text };
}

/** A renju position with forbidden points, as `{ line, forbidden: [[point, kind]] }`. */
export function renju(index = 0) {
  const [, , , turn, black, white, forbidden] = table('gomoku/renju_forbidden.txt')[index];
  return { line: `X:${black} O:${white} turn:${turn}`, forbidden: forbidden.split(',').map((pair) => pair.split('=')) };
}
