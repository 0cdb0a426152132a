/** @file What all boards have in common: the drawing with its layers, named cells, coordinates and the cursor. */

import { draw, freshPrefix, moveTo, set } from './svg.js';
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
 * @property {(flipped: boolean, coordinates: boolean, headings: {above: string[], below: string[]} | null) => void} turn
 *   shows the board from a side, with coordinates or without, or with these at the ends of the files in their place.
 * @property {() => void} destroy
 */

/**
 * Builds the drawing of an empty board.
 * @param {Element} container
 * @param {object} shape
 * @param {string} shape.game
 * @param {string} shape.art the name of the artwork, for the style.
 * @param {import('./grid.js').Grid} shape.grid
 * @param {number} shape.edge how far the coordinates are from the edge.
 * @param {'below' | 'above' | 'inside' | 'hidden'} shape.coordinates
 * @returns {Surface}
 */
export function createSurface(container, { game, art, grid, edge, coordinates }) {
  const prefix = freshPrefix();
  const layers = {};
  const svg = draw('svg', {
    class: 'board',
    viewBox: `0 0 ${grid.width} ${grid.height}`,
    width: grid.width,
    height: grid.height,
    tabindex: 0,
    role: 'grid',
    'aria-colcount': grid.columns,
    'aria-rowcount': grid.rows,
    'data-game': game,
    'data-art': art,
  });
  for (const name of LAYERS) {
    layers[name] = draw('g', { class: name });
    if (name !== 'cells') layers[name].setAttribute('aria-hidden', 'true');
    svg.append(layers[name]);
  }
  const cells = drawCells(layers.cells, grid, prefix);
  let placeCoordinates = drawCoordinates(layers.coordinates, grid, edge, coordinates);
  let headed = null;
  const cursor = outline(grid, { class: 'cursor', ...(grid.hexagonal ? {} : { rx: grid.cell / 8 }) });
  layers.ghosts.append(cursor);
  const frame = document.createElement('div');
  frame.className = 'board-frame';
  frame.append(svg);
  container.append(frame);

  const listening = new AbortController();
  let at = grid.names[Math.floor(grid.names.length / 2)];
  let walked = false;

  const showCursor = () => {
    moveTo(cursor, grid.place(at));
    set(cursor, { 'data-on': at });
  };
  const lay = () => {
    for (const [name, { element }] of cells) moveTo(element, grid.place(name));
    placeCoordinates();
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
    turn(flipped, shown, headings) {
      svg.classList.toggle('bare', !shown);
      const heads = headings && JSON.stringify(headings);
      if (grid.flipped === flipped && heads === headed) return;
      if (heads !== headed) {
        headed = heads;
        layers.coordinates.replaceChildren();
        placeCoordinates = headings
          ? drawHeadings(layers.coordinates, grid, edge, headings)
          : drawCoordinates(layers.coordinates, grid, edge, coordinates);
      }
      grid.flipped = flipped;
      lay();
    },
    destroy() {
      listening.abort();
      frame.remove();
    },
  };
}

/** The outline of a cell around the origin. */
export function outline({ cell, hexagonal }, attributes = {}) {
  if (!hexagonal) return draw('rect', { x: -cell / 2, y: -cell / 2, width: cell, height: cell, ...attributes });
  const radius = cell / Math.sqrt(3);
  const angles = [30, 90, 150, 210, 270, 330].map((degrees) => (degrees * Math.PI) / 180);
  const places = angles.map((angle) => [radius * Math.cos(angle), radius * Math.sin(angle)]);
  const points = places.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`);
  return draw('path', { d: `M${points.join('L')}Z`, ...attributes });
}

/** Draws a cell for every point, in rows as a screen reader expects a grid to have them. */
function drawCells(layer, grid, prefix) {
  const cells = new Map();
  for (let row = 0; row < grid.rows; row += 1) {
    const line = draw('g', { role: 'row' });
    for (const name of grid.names.slice(row * grid.columns, (row + 1) * grid.columns)) {
      const element = outline(grid, { id: `${prefix}-${name}`, role: 'gridcell', 'data-square': name });
      line.append(element);
      cells.set(name, { element, classes: '', label: '' });
    }
    layer.append(line);
  }
  return cells;
}

/** Writes what stands at the ends of the files. Gives what puts them in their places. */
function drawHeadings(layer, grid, edge, { above, below }) {
  const write = (cells, texts) =>
    cells.map((name, file) => {
      const element = draw('text', {}, texts[file]);
      layer.append(element);
      return [name, element];
    });
  const { names, columns } = grid;
  const heads = [...write(names.slice(0, columns), above), ...write(names.slice(-columns), below)];
  return () => {
    for (const [name, element] of heads) {
      const { x, y } = grid.place(name);
      moveTo(element, { x, y: y < grid.height / 2 ? edge : grid.height - edge });
    }
  };
}

/**
 * Writes the coordinates: the letters of the names above or below the board and their numbers to its left, or each name
 * in its cell. Gives what puts them in their places.
 */
function drawCoordinates(layer, grid, edge, coordinates) {
  if (coordinates === 'hidden') return () => {};
  const write = (text) => {
    const element = draw('text', {}, text);
    layer.append(element);
    return element;
  };
  if (coordinates === 'inside') {
    layer.classList.add('inside');
    const texts = grid.names.map((name) => [name, write(name)]);
    return () => {
      for (const [name, element] of texts) {
        const { x, y } = grid.place(name);
        moveTo(element, { x: x - 0.36 * grid.cell, y: y - 0.36 * grid.cell });
      }
    };
  }
  const above = coordinates === 'above';
  const [files, ranks] = [new Map(), new Map()];
  for (const name of grid.names) {
    const [, letters, number] = /^([a-z]+)(\d+)$/.exec(name) ?? [];
    if (letters === undefined) continue;
    files.set(letters, [...(files.get(letters) ?? []), name]);
    ranks.set(number, [...(ranks.get(number) ?? []), name]);
  }
  const texts = (lines) => [...lines].map(([text, names]) => [names, write(text)]);
  const [letters, numbers] = [texts(files), texts(ranks)];
  const named = [...files.values()].flat();
  return () => {
    // Next to the cells that have coordinates: beyond them may be pieces in hand.
    const rows = named.map((name) => grid.place(name).y);
    const away = grid.margin - edge;
    const y = above ? Math.min(...rows) - away : Math.max(...rows) + away;
    for (const [names, element] of letters) {
      const ends = names.map(grid.place).sort((a, b) => a.y - b.y);
      moveTo(element, { x: (above ? ends[0] : ends.at(-1)).x, y });
    }
    for (const [names, element] of numbers) {
      const [first] = names.map(grid.place).sort((a, b) => a.x - b.x);
      // The rows of hexagons begin farther and farther to the right.
      moveTo(element, { x: grid.hexagonal ? first.x - 0.85 * grid.cell : edge, y: first.y });
    }
  };
}
