/** @file Five in a row: which stones of a position stand in a row that wins. Pure. */

const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

/**
 * Returns the rows of a position that win under a rule, each from end to end.
 * @param {Map<string, string>} squares
 * @param {string} [rule] `freestyle`, `standard` (five exactly), `renju` (five exactly for Black), or `caro` (five exactly,
 *   with no opponent's stones at both ends).
 * @returns {string[][]}
 */
export function winningRows(squares, rule = 'freestyle') {
  const rows = [];
  const name = (file, rank) => String.fromCharCode(file) + rank;
  for (const [square, colour] of squares) {
    const exact = rule === 'standard' || rule === 'caro' || (rule === 'renju' && colour === 'black');
    const [file, rank] = [square.charCodeAt(0), Number(square.slice(1))];
    for (const [right, up] of DIRECTIONS) {
      const at = (steps) => squares.get(name(file + steps * right, rank + steps * up));
      const stone = (steps) => at(steps) === colour;
      if (stone(-1)) continue;
      let length = 1;
      while (stone(length)) length += 1;
      if (length < 5 || (exact && length > 5)) continue;
      if (rule === 'caro' && at(-1) && at(length)) continue;
      rows.push(Array.from({ length }, (_, steps) => name(file + steps * right, rank + steps * up)));
    }
  }
  return rows;
}
