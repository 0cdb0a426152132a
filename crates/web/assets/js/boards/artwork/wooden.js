/** @file Stones on a wooden grid, with light and shadow. */

import { animate, settle } from '../motion.js';
import { draw, gradient, set } from '../svg.js';
import { paintWood } from './wood.js';

const CELL = 40;
const MARGIN = 42;
const RADIUS = 18.6;

/**
 * Returns where the star points are, counted from 0: nine on odd boards from 17 lines on, as in go; five on smaller odd
 * ones, as in renju; four on even ones; the middle or nothing below nine lines.
 * @param {number} size
 * @returns {[number, number][]} file and rank of each.
 */
export function starPoints(size) {
  const middle = (size - 1) / 2;
  const centre = size % 2 === 1 ? [[middle, middle]] : [];
  if (size < 9) return centre;
  const near = size >= 13 ? 3 : 2;
  const far = size - 1 - near;
  const corners = [[near, near], [near, far], [far, near], [far, far]];
  const sides = size >= 17 && size % 2 === 1 ? [[near, middle], [far, middle], [middle, near], [middle, far]] : [];
  return [...corners, ...centre, ...sides];
}

/** @type {import('./index.js').Artwork} */
export const wooden = {
  name: 'wooden',
  edge: 13,
  measures: () => ({ cell: CELL, margin: MARGIN }),
  paint(surface, shape, presented) {
    const { svg, layers, grid, prefix } = surface;
    svg.classList.toggle('small', grid.columns < 10);
    paintWood(surface, grid.width, grid.height, 7);
    paintGrid(layers.background, grid.columns);
    layers.background.append(draw('defs', {}, ...stonePaints(prefix)));
    const fill = (side) => `url(#${prefix}-${presented.players[side]})`;
    return {
      radius: RADIUS,
      fill,
      make: () => draw('g', {},
        draw('circle', { class: 'shadow', cx: 1.6, cy: 2.8, r: RADIUS + 2.4, fill: `url(#${prefix}-shadow)` }),
        draw('circle', { class: 'stone', r: RADIUS })),
      show: (element, piece) => set(element.lastChild, { fill: fill(presented.sideOf(piece)) }),
      land,
    };
  },
};

/** Lets a new stone come down on the board. */
function land(element) {
  settle(element);
  const from = { opacity: 0, transform: 'scale(1.35)' };
  animate(element, element.lastChild, [from, { opacity: 1, offset: 0.5 }, { transform: 'none' }], {
    duration: 170,
    easing: 'cubic-bezier(.3, .7, .4, 1)',
  });
  animate(element, element.firstChild, [{ opacity: 0 }, { opacity: 0, offset: 0.4 }, { opacity: 1 }], 260);
}

/** Draws the lines, the outermost stronger, and the star points. */
function paintGrid(layer, size) {
  const [near, far] = [MARGIN, MARGIN + (size - 1) * CELL];
  let path = '';
  for (let line = 1; line < size - 1; line += 1) {
    const at = MARGIN + line * CELL;
    path += `M${near} ${at}H${far}M${at} ${near}V${far}`;
  }
  layer.append(
    draw('path', { class: 'lines', d: path }),
    draw('rect', { class: 'outline', x: near, y: near, width: far - near, height: far - near }),
  );
  for (const [file, rank] of starPoints(size)) {
    layer.append(draw('circle', { class: 'star', cx: MARGIN + file * CELL, cy: MARGIN + rank * CELL, r: 4.2 }));
  }
}

/** The paints of stones, lit from the upper left, and of the shadow below them. */
function stonePaints(prefix) {
  const lit = { cx: 0.36, cy: 0.3, r: 0.78 };
  return [
    gradient('radialGradient', prefix, 'black', [0, 0.42, 1], lit),
    gradient('radialGradient', prefix, 'white', [0, 0.5, 1], lit),
    gradient('radialGradient', prefix, 'shadow', [0, 0.72, 1]),
  ];
}
