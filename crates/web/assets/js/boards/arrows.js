/** @file Moves drawn as arrows: the line an engine expects, the first moves of several lines, and a hint. */

import { draw, keyed, moveTo, set, write } from './svg.js';

/** How many moves of a line are drawn, and how many beside other lines; more arrows would hide the board. */
const DEEPEST = 6;
const BESIDE = 4;

/**
 * Returns the shape of an arrow between two places, as a path that is filled.
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 * @param {{width: number, begin: number, end: number}} shape the width of its shaft, and how far it keeps from both.
 * @returns {string}
 */
export function arrowPath(from, to, { width, begin, end }) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const head = Math.min(width * 2.6, (length - begin - end) * 0.6);
  const point = (along, aside) => {
    const [x, y] = [from.x + ux * along - uy * aside, from.y + uy * along + ux * aside];
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  const [neck, tip, half] = [length - end - head, length - end, width / 2];
  return `M${point(begin, half * 0.6)}L${point(neck, half)}L${point(neck, half * 2.7)}L${point(tip, 0)}`
    + `L${point(neck, -half * 2.7)}L${point(neck, -half)}L${point(begin, -half * 0.6)}Z`;
}

/**
 * Makes the layer on which moves from cell to cell are drawn.
 * @param {import('./surface.js').Surface} surface
 */
export function createArrows({ layers, grid }) {
  const near = grid.cell / 66;
  const sync = keyed(
    layers.thoughts,
    grid,
    () => draw('g', {},
      draw('path'),
      draw('g', { class: 'badge' }, draw('rect', { y: -12, height: 24, rx: 12 }), draw('text'))),
    (element, { cells, kind, width, label, opacity }) => {
      const [from, to] = cells.split(' ').map(grid.place);
      const [path, badge] = element.children;
      set(element, { class: kind, 'data-on': cells.replace(' ', ''), opacity });
      set(path, { d: arrowPath(from, to, { width, begin: 14 * near, end: 6 * near }) });
      set(badge, { visibility: label === null ? 'hidden' : 'visible' });
      if (label === null) return;
      // A score stands beside the end of its arrow, the number of a move on its middle.
      const score = kind.startsWith('line');
      moveTo(badge, score ? { x: to.x + 22, y: to.y - 22 } : { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
      const size = Math.max(24, 12 + 8.5 * String(label).length);
      set(badge.firstChild, { x: -size / 2, width: size });
      write(badge.lastChild, label);
    },
  );
  return {
    /** Draws the line, the first moves of several lines, and the hint, as far as they go from cell to cell. */
    show({ pv, lines, hint }) {
      const items = [];
      const drawn = new Set();
      const add = ([from, to], item) => {
        const cells = `${from} ${to}`;
        if (from === null || to === null || drawn.has(cells)) return;
        drawn.add(cells);
        items.push({ cells, ...item });
      };
      if (hint) add(hint.cells, { key: `hint ${hint.move}`, kind: 'hint', width: 13, label: null, opacity: null });
      for (const { move, cells, rank, text } of lines) {
        const kind = `line rank-${Math.min(rank, 8)}`;
        add(cells, { key: `line ${move}`, kind, width: Math.max(6, 14 - 2 * rank), label: text ?? rank, opacity: null });
      }
      for (const { index, side, cells } of pv.slice(0, lines.length > 1 ? BESIDE : DEEPEST)) {
        const kind = `pv ${['first', 'second'][side]}`;
        const opacity = (0.85 - 0.11 * index).toFixed(2);
        add(cells, { key: `pv ${index}`, kind, width: 10 - index, label: index + 1, opacity });
      }
      sync.sync(items);
    },
  };
}
