/** @file What stands where, from the board view that the server sends. Pure: no document is needed. */

/**
 * @typedef {object} BoardView
 * @property {number} columns
 * @property {number} rows
 * @property {Object<string, string>} pieces the letter of the piece on each occupied square, upper case for the first
 *   mover's, lower case for the other's.
 */

/**
 * The occupied squares: in xiangqi with the letter of a FEN, elsewhere with a colour.
 * @param {string} game
 * @param {BoardView} board
 * @returns {Map<string, string>}
 */
export function squaresOf(game, { pieces }) {
  const colour = (letter) => (letter === letter.toUpperCase() ? 'black' : 'white');
  const shown = game === 'xiangqi' ? (letter) => letter : colour;
  return new Map(Object.entries(pieces).map(([square, letter]) => [square, shown(letter)]));
}
