/** @file The cells of a board: their names, and where each lies on the drawing. */

/**
 * @typedef {object} Shape what a board looks like, as the server sends it.
 * @property {'square' | 'chequered' | 'point' | 'hexagon'} cell
 * @property {string[]} names all cells, by rows from the top as the board is drawn unflipped.
 * @property {[number, number][]} places of the cells: to the right and down, in widths of a cell.
 * @property {[number, number][]} lines from cell to cell, by index.
 * @property {{owner: 'First' | 'Second', path: [number, number][]}[]} [borders] edges that belong to a side.
 * @property {'below' | 'above' | 'inside' | 'hidden'} coordinates
 *
 * @typedef {object} Grid
 * @property {number} columns
 * @property {number} rows
 * @property {number} cell the width of a cell, in units of the drawing.
 * @property {number} margin from the edge of the drawing to the middles of the outermost cells.
 * @property {boolean} hexagonal whether the cells are hexagons.
 * @property {number} width of the drawing.
 * @property {number} height of the drawing.
 * @property {string[]} names all cells, by rows from the top as the board is drawn unflipped.
 * @property {boolean} flipped whether the board is seen from the other side; may be set at any time.
 * @property {(name: string) => boolean} has
 * @property {(name: string) => {x: number, y: number}} place the middle of a cell.
 * @property {(right: number, down: number) => {x: number, y: number}} at where a place of the shape lies, unflipped.
 * @property {(x: number, y: number) => string | null} nearest the cell that holds a place of the drawing.
 * @property {(name: string, right: number, down: number) => string} step the cell this many steps away as it is seen,
 *   or the last one on the way there.
 */

/** How far from its middle a hexagon holds a place, in widths: between its edges and its corners. */
const HEXAGON = 0.54;

/**
 * Lays the cells of a shape out on a drawing.
 * @param {Shape} shape
 * @param {object} measures
 * @param {number} measures.columns the cells of a row, for those who read the board row by row.
 * @param {number} measures.cell the width of a cell, in units of the drawing.
 * @param {number} measures.margin from the edge of the drawing to the middles of the outermost cells.
 * @returns {Grid}
 */
export function createGrid({ names, places, cell: kind }, { columns, cell, margin }) {
  const hexagonal = kind === 'hexagon';
  const left = Math.min(...places.map(([right]) => right));
  const top = Math.min(...places.map(([, down]) => down));
  const at = (right, down) => ({ x: margin + (right - left) * cell, y: margin + (down - top) * cell });
  const spots = new Map(names.map((name, index) => [name, at(...places[index])]));
  const width = Math.max(...[...spots.values()].map(({ x }) => x)) + margin;
  const height = Math.max(...[...spots.values()].map(({ y }) => y)) + margin;
  const holds = (dx, dy) =>
    hexagonal ? Math.hypot(dx, dy) <= HEXAGON * cell : Math.max(Math.abs(dx), Math.abs(dy)) <= cell / 2;

  const grid = {
    columns,
    rows: Math.ceil(names.length / columns),
    cell,
    margin,
    hexagonal,
    width,
    height,
    names,
    flipped: false,
    at,
    has: (name) => spots.has(name),
    place(name) {
      const { x, y } = spots.get(name);
      return grid.flipped ? { x: width - x, y: height - y } : { x, y };
    },
    nearest(x, y) {
      let best = null;
      let least = Infinity;
      for (const name of names) {
        const place = grid.place(name);
        const distance = Math.hypot(x - place.x, y - place.y);
        if (distance < least && holds(x - place.x, y - place.y)) [best, least] = [name, distance];
      }
      return best;
    },
    step(name, right, down) {
      let at = name;
      for (let steps = Math.abs(right + down); steps > 0; steps -= 1) {
        const next = neighbour(grid, at, Math.sign(right), Math.sign(down));
        if (next === at) break;
        at = next;
      }
      return at;
    },
  };
  return grid;
}

/** The next cell that way, which may lie aside where the cells of the rows do not stand below each other. */
function neighbour(grid, name, right, down) {
  const from = grid.place(name);
  // To the left and the right one stays in the row; up and down the next row may have nothing straight on.
  const slant = right === 0 ? 1.01 : 0.1;
  let best = name;
  let least = Infinity;
  for (const other of grid.names) {
    const { x, y } = grid.place(other);
    const along = (x - from.x) * right + (y - from.y) * down;
    const off = Math.abs((x - from.x) * down) + Math.abs((y - from.y) * right);
    if (along < grid.cell / 4 || off > slant * along) continue;
    const cost = along + 0.3 * off;
    if (cost < least - 0.01) [best, least] = [other, cost];
  }
  return best;
}
