/** @file The artwork of any game: squares, points or hexagons, and pieces in its sides' colours. */

import { animate, settle } from '../motion.js';
import { draw, gradient, moveTo, set, write } from '../svg.js';
import { outline } from '../surface.js';
import { paintWood } from './wood.js';

/** The size of a drawing that is as wide as it is high, so that its texts are as large as those of other boards. */
const USUAL = 600;

const extent = (places, axis) => {
  const all = places.map((place) => place[axis]);
  return Math.max(...all) - Math.min(...all);
};

/** @type {import('./index.js').Artwork} */
export const plain = {
  name: 'plain',
  edge: 15,
  measures({ cell: kind, places, coordinates }) {
    const cell = Math.min(96, USUAL / (Math.max(extent(places, 0), extent(places, 1)) + 1));
    const edges = coordinates === 'below' || coordinates === 'above';
    const frame = edges ? 30 : 12;
    return { cell, margin: frame + (kind === 'hexagon' ? 0.62 : 0.5) * cell };
  },
  paint(surface, shape, presented) {
    const { grid, layers, prefix } = surface;
    const radius = 0.4 * grid.cell;
    layers.background.append(draw('defs', {},
      gradient('radialGradient', prefix, 'shadow', [0, 0.75, 1]),
      gradient('radialGradient', prefix, 'light', [0, 1], { cx: 0.36, cy: 0.3, r: 0.78 })));
    surface.svg.dataset.cell = shape.cell;
    surface.svg.style.setProperty('--cell', `${grid.cell.toFixed(1)}px`);
    paintGround(surface, shape);
    paintBorders(surface, shape, presented);
    return {
      radius,
      fill: (side) => presented.paints[side],
      make: () => makePiece(radius, prefix),
      show(element, piece) {
        const side = presented.sideOf(piece);
        const [fill, ink] = [presented.paints[side], presented.inkOf(side)];
        showPiece(element, presented.kindOf(piece)?.look ?? 'disc', { side, fill, ink });
      },
      land(element) {
        settle(element);
        const [shadow, body] = element.children;
        animate(element, body, [{ opacity: 0, transform: 'scale(1.3)' }, { opacity: 1, transform: 'none' }], 170);
        animate(element, shadow, [{ opacity: 0 }, { opacity: 0, offset: 0.4 }, { opacity: 1 }], 260);
      },
      turnOver(element) {
        animate(element, element.lastChild, [{ transform: 'scale(0.05, 1)' }, { transform: 'none' }], 260);
      },
    };
  },
};

/** Draws the board below the pieces. */
function paintGround(surface, { cell: kind, names, places, lines }) {
  const { grid, layers } = surface;
  const { width, height } = grid;
  if (kind === 'point') {
    paintWood(surface, width, height, 11);
    const path = lines.map((ends) => {
      const [from, to] = ends.map((cell) => grid.place(names[cell]));
      return `M${from.x} ${from.y}L${to.x} ${to.y}`;
    });
    layers.background.append(draw('path', { class: 'lines', d: path.join('') }));
    return;
  }
  layers.background.append(draw('rect', { class: 'frame', width, height, rx: 10 }));
  if (kind === 'chequered') {
    const [left, top] = [grid.at(...least(places)), grid.at(...most(places))];
    const half = grid.cell / 2;
    layers.background.append(draw('rect', {
      class: 'field light',
      x: left.x - half,
      y: left.y - half,
      width: top.x - left.x + grid.cell,
      height: top.y - left.y + grid.cell,
    }));
  }
  for (const [index, name] of names.entries()) {
    const [right, down] = places[index];
    const dark = kind === 'chequered' && Math.abs(Math.round(right + down)) % 2 === 1;
    const field = outline(grid, { class: dark ? 'field dark' : 'field light' });
    moveTo(field, grid.place(name));
    layers.background.append(field);
  }
}

const least = (places) => [0, 1].map((axis) => Math.min(...places.map((place) => place[axis])));
const most = (places) => [0, 1].map((axis) => Math.max(...places.map((place) => place[axis])));

/** Draws the edges that belong to a side in its colour. */
function paintBorders({ grid, layers }, { borders = [] }, { paints }) {
  for (const { owner, path } of borders) {
    const places = path.map(([right, down]) => grid.at(right, down));
    const points = places.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`);
    layers.background.append(draw('path', {
      class: 'border',
      d: `M${points.join('L')}`,
      stroke: paints[owner === 'First' ? 0 : 1],
      'stroke-width': (0.16 * grid.cell).toFixed(1),
    }));
  }
}

/** Makes a piece with all that any kind may need. */
function makePiece(radius, prefix) {
  // Path data are in a square of 100 by 100, of which a disc holds the middle.
  const scaled = (share) => `scale(${((2 * radius * share) / 100).toFixed(4)}) translate(-50 -50)`;
  return draw('g', {},
    draw('circle', {
      class: 'shadow',
      cx: 0.06 * radius,
      cy: 0.16 * radius,
      r: 1.12 * radius,
      fill: `url(#${prefix}-shadow)`,
    }),
    draw('g', { class: 'body' },
      draw('circle', { class: 'disc', r: radius }),
      draw('circle', { class: 'gloss', r: radius, fill: `url(#${prefix}-light)` }),
      draw('circle', { class: 'ring', r: 0.8 * radius }),
      draw('text', { class: 'sign', 'font-size': (1.1 * radius).toFixed(1) }),
      draw('path', { class: 'emblem', transform: scaled(0.7) }),
      draw('path', { class: 'figure', transform: scaled(1.1) }),
      draw('path', { class: 'strokes', transform: scaled(1.1) })));
}

/** Gives a piece its look: `disc`, or one of `sign`, `emblem` and `figure`. */
function showPiece(element, look, { side, fill, ink }) {
  const { sign, emblem, figure } = look;
  const [disc, gloss, ring, text, mark, outline, strokes] = element.lastChild.children;
  const shown = (part, wanted) => set(part, { visibility: wanted ? 'visible' : 'hidden' });
  element.firstChild.setAttribute('visibility', figure ? 'hidden' : 'visible');
  for (const part of [disc, gloss, ring]) shown(part, !figure);
  shown(text, sign);
  shown(mark, emblem);
  shown(outline, figure);
  shown(strokes, figure);
  set(element.lastChild, { 'data-ink': ink });
  set(disc, { fill });
  set(outline, { fill, d: figure?.[0] ?? '' });
  set(strokes, { d: figure?.[1] ?? '' });
  set(mark, { d: emblem ?? '' });
  write(text, sign?.[side] ?? '');
}
