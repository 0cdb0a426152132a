/** @file What all boards have in common: the drawing with its layers, named squares, coordinates and the cursor. */

import { draw, freshPrefix, moveTo, set, write } from './svg.js';
import { listenToKeys } from './keyboard.js';
import { listenToPointer } from './pointer.js';

/** The layers from the bottom up; `cells` take the pointer, nothing else does. */
const LAYERS = ['background', 'coordinates', 'cells', 'below', 'pieces', 'above', 'thoughts', 'ghosts'];

/**
 * @typedef {object} Surface
 * @property {SVGSVGElement} svg
 * @property {string} prefix what the ids of this board begin with.
 * @property {Object<string, SVGGElement>} layers
 * @property {import('./grid.js').Grid} grid
 * @property {(name: string, classes: string, label: string) => void} describe a point for the eye and the ear.
 * @property {(actions: object) => void} listen begins to listen to the pointer and the keyboard.
 * @property {(name: string) => void} suggest where the cursor begins, unless it was moved already.
 * @property {(flipped: boolean, coordinates: boolean) => void} turn
 * @property {() => void} destroy
 */

/**
 * Builds the drawing of an empty board.
 * @param {Element} container
 * @param {object} shape
 * @param {string} shape.game
 * @param {import('./grid.js').Grid} shape.grid
 * @param {number} shape.width
 * @param {number} shape.height
 * @param {number} shape.edge how far the coordinates are from the edge.
 * @param {boolean} [shape.top] whether the letters stand above the board instead of below.
 * @returns {Surface}
 */
export function createSurface(container, { game, grid, width, height, edge, top = false }) {
  const prefix = freshPrefix();
  const layers = {};
  const svg = draw('svg', {
    class: 'board',
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    tabindex: 0,
    role: 'grid',
    'aria-colcount': grid.columns,
    'aria-rowcount': grid.rows,
    'data-game': game,
  });
  for (const name of LAYERS) {
    layers[name] = draw('g', { class: name });
    if (name !== 'cells') layers[name].setAttribute('aria-hidden', 'true');
    svg.append(layers[name]);
  }
  const cells = drawCells(layers.cells, grid, prefix);
  const letters = drawCoordinates(layers.coordinates, grid);
  const cursor = draw('rect', { class: 'cursor', width: grid.cell, height: grid.cell, rx: grid.cell / 8 });
  layers.ghosts.append(cursor);
  const frame = document.createElement('div');
  frame.className = 'board-frame';
  frame.append(svg);
  container.append(frame);

  const listening = new AbortController();
  let at = grid.names[Math.floor(grid.names.length / 2)];
  let walked = false;

  const showCursor = () => {
    const { x, y } = grid.place(at);
    set(cursor, { x: x - grid.cell / 2, y: y - grid.cell / 2, 'data-on': at });
  };
  const lay = () => {
    for (const [name, { element }] of cells) {
      const { x, y } = grid.place(name);
      set(element, { x: x - grid.cell / 2, y: y - grid.cell / 2 });
    }
    for (const { element, name, across } of letters) {
      const { x, y } = grid.place(name);
      moveTo(element, across ? { x, y: top ? edge : height - edge } : { x: edge, y });
    }
    showCursor();
  };
  lay();

  return {
    svg,
    prefix,
    layers,
    grid,
    describe(name, classes, label) {
      const cell = cells.get(name);
      if (cell.classes !== classes) cell.element.setAttribute('class', (cell.classes = classes));
      if (cell.label !== label) cell.element.setAttribute('aria-label', (cell.label = label));
    },
    listen(actions) {
      listenToPointer(svg, grid, actions, listening.signal);
      listenToKeys(svg, {
        walk(right, down) {
          walked = true;
          at = grid.step(at, right, down);
          svg.classList.add('keys');
          set(svg, { 'aria-activedescendant': `${prefix}-${at}` });
          showCursor();
        },
        press: () => svg.classList.contains('keys') && actions.click(at),
        cancel: () => actions.cancel?.() ?? false,
        show(shown) {
          svg.classList.toggle('keys', shown);
          set(svg, { 'aria-activedescendant': shown ? `${prefix}-${at}` : null });
        },
      }, listening.signal);
    },
    suggest(name) {
      if (walked || !grid.has(name) || svg.classList.contains('keys')) return;
      at = name;
      showCursor();
    },
    turn(flipped, coordinates) {
      svg.classList.toggle('bare', !coordinates);
      if (grid.flipped === flipped) return;
      grid.flipped = flipped;
      lay();
    },
    destroy() {
      listening.abort();
      frame.remove();
    },
  };
}

/** Draws a square for every point, in rows as a screen reader expects a grid to have them. */
function drawCells(layer, grid, prefix) {
  const cells = new Map();
  for (let row = 0; row < grid.rows; row += 1) {
    const line = draw('g', { role: 'row' });
    for (let column = 0; column < grid.columns; column += 1) {
      const name = grid.names[row * grid.columns + column];
      const element = draw('rect', {
        id: `${prefix}-${name}`,
        width: grid.cell,
        height: grid.cell,
        role: 'gridcell',
        'data-square': name,
      });
      line.append(element);
      cells.set(name, { element, classes: '', label: '' });
    }
    layer.append(line);
  }
  return cells;
}

/** Writes the letters of the files and the numbers of the ranks at the given points, one for each. */
function drawCoordinates(layer, grid) {
  const letters = [];
  const put = (text, name, across) => {
    const element = draw('text');
    write(element, text);
    layer.append(element);
    letters.push({ element, name, across });
  };
  for (let column = 0; column < grid.columns; column += 1) put(grid.names[column][0], grid.names[column], true);
  for (let row = 0; row < grid.rows; row += 1) {
    const name = grid.names[row * grid.columns];
    put(name.slice(1), name, false);
  }
  return letters;
}
