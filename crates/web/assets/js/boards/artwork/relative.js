/** @file Moves told by piece, file, direction and where to: in Chinese as 炮二平五, in WXF notation as C2=5. Pure. */

const CHINESE = [
  { digits: '一二三四五六七八九', K: '帅', A: '仕', B: '相', N: '马', R: '车', C: '炮', P: '兵' },
  { digits: '123456789', K: '将', A: '士', B: '象', N: '马', R: '车', C: '炮', P: '卒' },
];
/** The letters of WXF that are others than a FEN's: elephant and horse. */
const LETTERS = { B: 'E', N: 'H' };
/** Pieces that always change their file when they advance: the notation names the file they go to. */
const SLANTING = new Set(['A', 'B', 'N']);
/** Of these, two on a file are told by the direction alone. */
const PALACE = new Set(['A', 'B']);

/** How each notation writes what is to be said of a move; `null` where it has no words that all agree upon. */
const WRITERS = {
  chinese({ side, kind, file, nth, of, crowded, way, number, steps }) {
    const { digits, [kind]: sign } = CHINESE[side];
    // Two files with two soldiers each need a fifth sign, and which one is not agreed upon.
    if (crowded) return null;
    const place = of === 2 ? '前后'[nth] : of === 3 ? '前中后'[nth] : CHINESE[0].digits[nth];
    const subject = of > 1 ? place + sign : sign + digits[file - 1];
    return subject + '退平进'[way + 1] + (steps ? digits[steps - 1] : digits[number - 1]);
  },
  wxf({ kind, file, nth, of, crowded, way, number, steps }) {
    const letter = LETTERS[kind] ?? kind;
    const subject = crowded || of > 2 ? `${nth + 1}${file}` : `${letter}${of > 1 ? '+-'[nth] : file}`;
    return `${subject}${'-=+'[way + 1]}${steps ?? number}`;
  },
};

/** The notations, beside the one of coordinates that every game has. */
export const NOTATIONS = Object.keys(WRITERS);

/** What stands at the ends of the files in these notations, from the left: above, and below. */
export const headings = (notation) => ({
  above: [...'123456789'],
  below: notation === 'chinese' ? [...CHINESE[0].digits].reverse() : [...'987654321'],
});

/**
 * Moves in a notation, those it has no words for as they are.
 * @param {Map<string, string>} squares the letters of the pieces before the first of them; it is changed.
 * @param {string[]} moves
 * @param {string} notation
 * @returns {string[]}
 */
export function moveNames(squares, moves, notation) {
  if (!(notation in WRITERS)) return moves;
  return moves.map((move) => {
    const name = moveName(squares, move, notation);
    play(squares, move);
    return name ?? move;
  });
}

/** A move in a notation, or `null` where that has no words for it. */
export function moveName(squares, move, notation) {
  const [from, to] = [move.slice(0, 2), move.slice(2, 4)];
  const letter = squares.get(from);
  if (!letter || !/^[a-i][0-9]$/.test(to)) return null;
  const side = letter === letter.toUpperCase() ? 0 : 1;
  const kind = letter.toUpperCase();
  /** Files are counted from the right of the player who moves. */
  const file = (square) => (side === 0 ? 9 - fileOf(square) : 1 + fileOf(square));
  const way = Math.sign(rankOf(to) - rankOf(from)) * (side === 0 ? 1 : -1);
  const steps = way === 0 || SLANTING.has(kind) ? null : Math.abs(rankOf(to) - rankOf(from));

  const rank = (square) => rankOf(square) * (side === 0 ? -1 : 1);
  const onFile = (name) =>
    [...squares].filter(([square, other]) => other === letter && square[0] === name).map(([square]) => square);
  const peers = PALACE.has(kind) ? [from] : onFile(from[0]).sort((a, b) => rank(a) - rank(b));
  const shared = [...'abcdefghi'].filter((name) => onFile(name).length > 1);
  const crowded = kind === 'P' && peers.length > 1 && shared.length > 1;
  const said = { side, kind, file: file(from), nth: peers.indexOf(from), of: peers.length, crowded, way, steps };
  return WRITERS[notation]({ ...said, number: file(to) });
}

function play(squares, move) {
  const [from, to] = [move.slice(0, 2), move.slice(2, 4)];
  squares.set(to, squares.get(from));
  squares.delete(from);
}

const fileOf = (square) => square.charCodeAt(0) - 97;
const rankOf = (square) => Number(square[1]);
