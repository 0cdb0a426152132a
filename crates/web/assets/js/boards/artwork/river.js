/** @file A wooden board with a river, palaces and marks where cannons and soldiers begin; pieces with engraved signs. */

import { draw, gradient, write } from '../svg.js';
import { NOTATIONS, headings, moveNames } from './relative.js';
import { paintWood } from './wood.js';

/** The distance of two lines, and from the edge to the first one. */
const CELL = 66;
const MARGIN = 58;
/** The radius of a piece, in units of the drawing. */
const RADIUS = 29;

/** The letters that stand for the signs where those are not wanted, if others than a FEN's: elephant and horse. */
const LETTERS = { B: 'E', N: 'H' };

/** @type {import('./index.js').Artwork} */
export const river = {
  name: 'river',
  edge: 15,
  measures: () => ({ cell: CELL, margin: MARGIN }),
  notations: NOTATIONS,
  usual: { zh: 'chinese' },
  moveNames,
  headings: (notation) => (NOTATIONS.includes(notation) ? headings(notation) : null),
  paint(surface, shape, presented) {
    const { prefix } = surface;
    paintRiver(surface);
    return {
      radius: RADIUS,
      fill: (side) => presented.paints[side],
      make: () => makePiece(prefix),
      show(element, piece, letters) {
        const side = presented.sideOf(piece);
        const kind = presented.kindOf(piece);
        presented.players.forEach((player, index) => element.classList.toggle(player, index === side));
        element.classList.toggle('lettered', letters);
        const [, , , light, sign] = element.lastChild.children;
        const text = letters ? (LETTERS[kind.letter] ?? kind.letter) : kind.look.sign[side];
        write(light, text);
        write(sign, text);
      },
    };
  },
};

const x = (file) => MARGIN + file * CELL;
const y = (row) => MARGIN + row * CELL;

/**
 * Returns the little corners around a point, without those that would lie off the board.
 * @param {number} file of 0 to 8.
 * @param {number} row of 0 to 9.
 * @returns {string} a path.
 */
export function cornerMarks(file, row) {
  const [gap, length] = [5, 9];
  let path = '';
  for (const across of [-1, 1]) {
    if (file + across < 0 || file + across > 8) continue;
    for (const down of [-1, 1]) {
      const [cx, cy] = [x(file) + across * gap, y(row) + down * gap];
      path += `M${cx + across * length} ${cy}H${cx}V${cy + down * length}`;
    }
  }
  return path;
}

/**
 * Makes a piece without a sign yet.
 * @param {string} prefix of the board's ids.
 * @returns {SVGGElement}
 */
function makePiece(prefix) {
  return draw('g', {},
    draw('circle', { class: 'shadow', cx: 2, cy: 4, r: RADIUS + 3.5, fill: `url(#${prefix}-shadow)` }),
    draw('g', { class: 'body' },
      draw('circle', { class: 'side', cy: 1.6, r: RADIUS }),
      draw('circle', { class: 'top', r: RADIUS, fill: `url(#${prefix}-piece)` }),
      draw('circle', { class: 'ring', r: RADIUS - 4.5 }),
      draw('text', { class: 'light', y: 1.1, lang: 'zh-Hant' }),
      draw('text', { class: 'sign', lang: 'zh-Hant' })));
}

/**
 * Draws the board, and defines what the pieces are painted with.
 * @param {import('../surface.js').Surface} surface
 */
function paintRiver(surface) {
  const { layers, grid, prefix } = surface;
  paintWood(surface, grid.width, grid.height, 23);
  let lines = '';
  for (let row = 1; row < 9; row += 1) lines += `M${x(0)} ${y(row)}H${x(8)}`;
  for (let file = 1; file < 8; file += 1) lines += `M${x(file)} ${y(0)}V${y(4)}M${x(file)} ${y(5)}V${y(9)}`;
  for (const row of [0, 7]) lines += `M${x(3)} ${y(row)}L${x(5)} ${y(row + 2)}M${x(5)} ${y(row)}L${x(3)} ${y(row + 2)}`;
  let corners = '';
  for (const row of [2, 7]) for (const file of [1, 7]) corners += cornerMarks(file, row);
  for (const row of [3, 6]) for (const file of [0, 2, 4, 6, 8]) corners += cornerMarks(file, row);
  const box = (class_, away) => draw('rect', {
    class: class_,
    x: x(0) - away,
    y: y(0) - away,
    width: 8 * CELL + 2 * away,
    height: 9 * CELL + 2 * away,
  });
  const word = (text, file) => draw('text', { class: 'river', x: x(file), y: y(4.5), lang: 'zh-Hant' }, text);
  layers.background.append(
    draw('defs', {},
      gradient('radialGradient', prefix, 'piece', [0, 0.7, 1], { cx: 0.4, cy: 0.34, r: 0.8 }),
      gradient('radialGradient', prefix, 'shadow', [0, 0.75, 1])),
    draw('rect', { class: 'water', x: x(0), y: y(4), width: 8 * CELL, height: CELL }),
    draw('path', { class: 'lines', d: lines }),
    draw('path', { class: 'corners', d: corners }),
    box('lines', 0),
    box('outline', 5),
    word('楚', 1.25),
    word('河', 2.5),
    word('漢', 5.5),
    word('界', 6.75),
  );
}
