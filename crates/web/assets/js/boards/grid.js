/** @file The points of a board: their names, and where each lies on the drawing. */

const LETTERS = 'abcdefghijklmnopqrst';

/**
 * @typedef {object} Grid
 * @property {number} columns
 * @property {number} rows
 * @property {number} cell the distance of two neighbours, in units of the drawing.
 * @property {string[]} names all points, by rows from the top as the board is drawn unflipped.
 * @property {boolean} flipped whether the board is seen from the other side; may be set at any time.
 * @property {(name: string) => boolean} has
 * @property {(name: string) => {x: number, y: number}} place the middle of a point.
 * @property {(x: number, y: number) => string | null} nearest the point whose square holds a place of the drawing.
 * @property {(name: string, right: number, down: number) => string} step the point this many steps away as it is seen,
 *   or the last one on the way there.
 */

/**
 * Makes the points of a board of `columns` files, lettered from a, and `rows` ranks.
 * @param {object} shape
 * @param {number} shape.columns
 * @param {number} shape.rows
 * @param {number} shape.cell the distance of two neighbours.
 * @param {number} shape.margin from the edge of the drawing to the middle of the first point.
 * @param {number} [shape.first] the number of the first rank.
 * @param {boolean} [shape.downward] whether ranks are counted from the top.
 * @returns {Grid}
 */
export function createGrid({ columns, rows, cell, margin, first = 1, downward = false }) {
  const spots = new Map();
  const names = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const name = LETTERS[column] + (first + (downward ? row : rows - 1 - row));
      spots.set(name, { column, row });
      names.push(name);
    }
  }
  const clamp = (value, count) => Math.min(Math.max(value, 0), count - 1);
  const grid = {
    columns,
    rows,
    cell,
    names,
    flipped: false,
    has: (name) => spots.has(name),
    place(name) {
      const { column, row } = spots.get(name);
      const [right, down] = grid.flipped ? [columns - 1 - column, rows - 1 - row] : [column, row];
      return { x: margin + right * cell, y: margin + down * cell };
    },
    nearest(x, y) {
      let column = Math.round((x - margin) / cell);
      let row = Math.round((y - margin) / cell);
      if (column < 0 || row < 0 || column >= columns || row >= rows) return null;
      if (grid.flipped) [column, row] = [columns - 1 - column, rows - 1 - row];
      return names[row * columns + column];
    },
    step(name, right, down) {
      const { column, row } = spots.get(name);
      const way = grid.flipped ? -1 : 1;
      return names[clamp(row + way * down, rows) * columns + clamp(column + way * right, columns)];
    },
  };
  return grid;
}
