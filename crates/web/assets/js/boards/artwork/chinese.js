/** @file The Chinese names of moves: piece, file, direction and where to, as 炮二平五. Pure. */

const RED = { digits: '一二三四五六七八九', K: '帅', A: '仕', B: '相', N: '马', R: '车', C: '炮', P: '兵' };
const BLACK = { digits: '123456789', K: '将', A: '士', B: '象', N: '马', R: '车', C: '炮', P: '卒' };
/** Pieces that always change their file when they advance: the notation names the file they go to. */
const SLANTING = new Set(['A', 'B', 'N']);

/**
 * Moves as the language of the page writes them: in Chinese as 炮二平五.
 * @param {Map<string, string>} squares the letters of the pieces before the first of them; it is changed.
 * @param {string[]} moves
 * @param {string} lang
 * @returns {string[]}
 */
export function moveNames(squares, moves, lang) {
  if (lang !== 'zh') return moves;
  return moves.map((move) => {
    const name = chineseName(squares, move);
    play(squares, move);
    return name ?? move;
  });
}

/** The Chinese name of a move, or `null` where that would take more words than the usual four signs. */
export function chineseName(squares, move) {
  const [from, to] = [move.slice(0, 2), move.slice(2, 4)];
  const letter = squares.get(from);
  if (!letter || !/^[a-i][0-9]$/.test(to)) return null;
  const red = letter === letter.toUpperCase();
  const words = red ? RED : BLACK;
  const kind = letter.toUpperCase();
  const digit = (square) => words.digits[red ? 8 - fileOf(square) : fileOf(square)];
  const advance = (rankOf(to) - rankOf(from)) * (red ? 1 : -1);

  const rank = (square) => rankOf(square) * (red ? -1 : 1);
  const onFile = (file) =>
    [...squares].filter(([square, other]) => other === letter && square[0] === file).map(([square]) => square);
  const peers = onFile(from[0]).sort((a, b) => rank(a) - rank(b));
  // Two files with two soldiers each need a fifth sign, and which one is not agreed upon.
  const crowded = () => [...'abcdefghi'].filter((file) => onFile(file).length > 1);
  if (kind === 'P' && peers.length > 1 && crowded().length > 1) return null;
  const subject =
    peers.length > 1 && !(kind === 'A' || kind === 'B')
      ? place(peers.indexOf(from), peers.length) + words[kind]
      : words[kind] + digit(from);
  if (advance === 0) return `${subject}平${digit(to)}`;
  const where = SLANTING.has(kind) ? digit(to) : words.digits[Math.abs(advance) - 1];
  return `${subject}${advance > 0 ? '进' : '退'}${where}`;
}

/** Which of several on one file, the foremost first. */
const place = (index, count) => (count === 2 ? '前后'[index] : count === 3 ? '前中后'[index] : RED.digits[index]);

function play(squares, move) {
  const [from, to] = [move.slice(0, 2), move.slice(2, 4)];
  squares.set(to, squares.get(from));
  squares.delete(from);
}

const fileOf = (square) => square.charCodeAt(0) - 97;
const rankOf = (square) => Number(square[1]);
