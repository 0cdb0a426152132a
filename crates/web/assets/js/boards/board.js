/** @file The board of any game: its cells and pieces, the moves made on it, and what is marked on it. */

import { createArrows } from './arrows.js';
import { createEntry, spelledCells, waysOf } from './entry.js';
import { createGrid } from './grid.js';
import { createPieces } from './pieces.js';
import { createSurface } from './surface.js';
import { createThoughts } from './thoughts.js';
import { createWords } from './words.js';
import { draw, keyed, moveTo, set, write } from './svg.js';
import { moves } from './motion.js';

/** How long a dropped piece waits for its move to be confirmed before it goes back, in milliseconds. */
const PATIENCE = 1500;

/**
 * Returns the number of the move that put each piece on the board; passes have none.
 * @param {string[]} moves
 * @returns {Map<string, number>}
 */
export function numbersOf(moves) {
  const numbers = new Map();
  let count = 0;
  for (const move of moves) if (move !== 'pass') numbers.set(move, (count += 1));
  return numbers;
}

/**
 * Makes a board in an element of the page.
 * @param {Element} container
 * @param {object} setup
 * @param {string} setup.game
 * @param {import('./grid.js').Shape} setup.shape
 * @param {number} setup.columns the cells of a row.
 * @param {import('./presentation.js').Presented} setup.presented
 * @param {import('./artwork/index.js').Artwork} setup.art
 * @param {(move: string) => void} setup.onMove
 * @param {(moves: string[]) => void} setup.onChoice is called with the moves that are entered alike.
 * @param {(square: string, kind: string) => void} setup.onRefused
 * @param {(key: string, variables?: object) => string} setup.t
 */
export function createGameBoard(container, setup) {
  const { game, shape, columns, presented, art, onMove, onChoice, onRefused, t } = setup;
  const grid = createGrid(shape, { columns, ...art.measures(shape) });
  const { coordinates } = shape;
  const surface = createSurface(container, { game, art: art.name, grid, edge: art.edge, coordinates });
  const { svg, layers } = surface;
  const look = art.paint(surface, shape, presented);
  const { radius } = look;
  const pieces = createPieces(surface, look);
  const thoughts = createThoughts(surface, look, presented.inkOf);
  const arrows = createArrows(surface);
  const words = createWords(t);
  const entry = createEntry();

  const ghost = draw('circle', { class: 'ghost', r: radius, visibility: 'hidden' });
  const sight = draw('path', { class: 'sight', visibility: 'hidden' });
  layers.ghosts.prepend(sight, ghost);
  const circles = (layer, share) => keyed(
    layer,
    grid,
    () => draw('circle'),
    (element, { square, kind, r = radius * share }) => {
      moveTo(element, grid.place(square));
      set(element, { class: kind, r, 'data-on': square });
    },
  );
  const rings = circles(layers.below, 1.1035);
  const last = circles(layers.above, 0.27);
  const dots = circles(layers.above, 0.28);
  const forbidden = keyed(
    layers.above,
    grid,
    () => draw('g', { class: 'forbidden' }, draw('circle', { r: 0.72 * radius }), draw('text')),
    (element, { key, kind }) => {
      moveTo(element, grid.place(key));
      set(element, { 'data-on': key, 'data-kind': kind });
      write(element.lastChild, kind);
    },
  );
  const counts = keyed(
    layers.above,
    grid,
    () => draw('g', { class: 'count' },
      draw('circle', { r: 0.42 * radius }),
      draw('text', { 'font-size': (0.62 * radius).toFixed(1) })),
    (element, { key, count }) => {
      const { x, y } = grid.place(key);
      moveTo(element, { x: x + 0.7 * radius, y: y + 0.7 * radius });
      set(element, { 'data-on': key });
      write(element.lastChild, count);
    },
  );
  const numbers = keyed(layers.above, grid, () => draw('text'), (element, { key, number, ink, newest }) => {
    moveTo(element, grid.place(key));
    set(element, { class: newest ? 'number last' : 'number', 'data-on': key, 'data-ink': ink });
    write(element, number);
  });

  let view = { board: {}, legal: [], forbidden: [], checked: [], deciding: [], options: {} };
  let squares = new Map();
  let shown = null; // the pieces on the board, as text
  let lastCells = [null, null];
  let sliding = false; // whether pieces of this game go from cell to cell
  let choosy = false; // whether not every empty cell of this game may be played on
  let barred = new Map();
  let drawn = new Map(); // the cell where each move is drawn that puts a piece on the board
  let hovered = null;
  let patience = 0;

  const cellsOf = (move, given) => {
    const named = (cell) => (cell === null || cell === undefined ? null : shape.names[cell]);
    if (given) return given.map(named);
    const way = view.ways.find((one) => one.move === move);
    if (!way) return spelledCells(move, grid.has);
    return way.route.length > 1 ? [way.route[0], way.route.at(-1)] : [null, way.route[0]];
  };

  const countOn = (square) => view.board.counts?.[square] ?? 1;
  /** Tells the numbers of pieces where there are several, without the one that hangs on the pointer. */
  const showCounts = () => {
    const left = Object.keys(view.board.counts ?? {}).map((key) =>
      ({ key, count: countOn(key) - (pieces.carried === key ? 1 : 0) }));
    counts.sync(left.filter(({ count }) => count > 1));
  };
  const settleBack = () => {
    clearTimeout(patience);
    if (!pieces.carried) return;
    pieces.putDown(true, moves(view));
    showCounts();
  };
  const press = (square) => {
    const meant = entry.press(square);
    mark();
    if (meant.length === 1) onMove(meant[0]);
    else if (meant.length > 1) onChoice(meant);
    else if (entry.chosen.length === 0 && barred.has(square)) onRefused(square, barred.get(square));
    return meant;
  };
  const showGhost = () => {
    const way = hovered && !entry.goesOn(hovered) ? entry.wayAt(hovered) : null;
    set(ghost, { visibility: way ? 'visible' : 'hidden' });
    if (way) moveTo(ghost, grid.place(way.route[0]));
    svg.classList.toggle('grab', hovered !== null && entry.goesOn(hovered));
  };
  const hover = (square) => {
    if (hovered === square) return;
    hovered = square;
    showGhost();
  };

  surface.listen({
    click: press,
    hover,
    canAim: (square) => !sliding && !(square && entry.goesOn(square)),
    aim(square) {
      hover(square);
      set(sight, { visibility: square ? 'visible' : 'hidden' });
      if (!square) return;
      const { x, y } = grid.place(square);
      const edge = grid.cell / 2;
      set(sight, { d: `M${edge} ${y}H${grid.width - edge}M${x} ${edge}V${grid.height - edge}` });
    },
    cancel() {
      settleBack();
      if (!entry.cancel()) return false;
      mark();
      return true;
    },
    canDrag: (square) => entry.goesOn(square) && pieces.has(square),
    lift(square) {
      settleBack();
      entry.cancel();
      entry.press(square);
      pieces.lift(square, countOn(square) > 1);
      mark();
    },
    carry(place, over) {
      pieces.carry(place);
      layers.above.querySelector('.over')?.classList.remove('over');
      if (over && entry.nexts().has(over)) dots.get(over)?.classList.add('over');
    },
    drop(square) {
      if (!pieces.carried || square === null || !entry.nexts().has(square)) {
        settleBack();
        return;
      }
      pieces.drop(square);
      patience = setTimeout(settleBack, PATIENCE);
      if (press(square).length === 0) settleBack();
    },
  });

  /** What stands on a cell, in words. */
  function contentOf(square) {
    const [piece, count] = [presented.nameOf(squares.get(square)), countOn(square)];
    return count > 1 ? t('board.several', { piece, count }) : piece;
  }

  /** Draws what depends on the cells pressed, and names the cells. */
  function mark() {
    const { options, turn } = view;
    const nexts = entry.nexts();
    const starts = entry.starts();
    const chosen = new Set(entry.chosen);
    const [from, to] = lastCells;
    const ringed = (cells, kind) => cells.map((cell) => ({ kind, square: shape.names[cell] }));
    const extra = [...ringed(view.checked, 'check'), ...ringed(view.deciding, 'deciding')];

    const marked = [];
    if (from !== null) {
      marked.push({ key: 'from', kind: 'last from', square: from });
      if (to !== null) marked.push({ key: 'to', kind: 'last to', square: to });
    }
    for (const { kind, square } of extra) marked.push({ key: `${kind} ${square}`, kind, square });
    for (const square of chosen) marked.push({ key: `selected ${square}`, kind: 'selected', square });
    rings.sync(marked);

    const placed = options.numbers && !sliding ? [...numbersOf(view.moves)].filter(([key]) => squares.has(key)) : [];
    numbers.sync(placed.map(([key, number]) =>
      ({ key, number, ink: presented.inkOf(presented.sideOf(squares.get(key))), newest: key === to })));
    const dotted = from === null && squares.has(to) && !placed.some(([key]) => key === to);
    last.sync(dotted ? [{ key: to, square: to, kind: 'last' }] : []);

    showCounts();
    const busy = thoughts.show(view.thoughts, (square) => !squares.has(square));
    arrows.show(view.thoughts);
    const targets = [...nexts].map((square) => {
      const capture = squares.has(square) && !chosen.has(square);
      const [kind, r] = capture ? ['dot capture', 1.0862 * radius] : ['dot', 0.1364 * grid.cell];
      return { key: square, square, kind, r };
    });
    const open = choosy && chosen.size === 0 ? [...new Set(drawn.values())].filter((square) => !busy.has(square)) : [];
    const kind = `dot ${presented.players[view.side]}`;
    dots.sync([...targets, ...open.map((square) => ({ key: square, square, kind }))]);

    words.refresh();
    const landings = new Set(drawn.values());
    const playable = (name) => landings.has(name) || (starts.has(name) && entry.goesOn(name));
    for (const name of grid.names) {
      const notes = extra.filter(({ square }) => square === name).map(({ kind }) => kind);
      if (barred.has(name)) notes.push(`forbidden:${barred.get(name)}`);
      if (name === to) notes.push('last');
      const classes = [];
      if (starts.has(name)) classes.push('legal');
      else if (barred.has(name)) classes.push('barred');
      if (chosen.has(name)) classes.push('selected');
      if (nexts.has(name)) classes.push('target');
      if (chosen.has(name)) notes.push('selected');
      else if (nexts.has(name)) notes.push('target');
      else if (chosen.size === 0 && playable(name)) notes.push('playable');
      const content = squares.has(name) ? contentOf(name) : null;
      surface.describe(name, classes.join(' '), words.point(name, content, notes));
    }
    set(svg, { 'aria-label': t('board.label', { game: presented.title(), turn: presented.sideName(view.side) }) });
    set(ghost, { fill: look.fill(view.side) });
    showGhost();
  }

  return {
    update(next) {
      const flipped = Boolean(next.flipped);
      const turned = grid.flipped !== flipped;
      const { options } = next;
      const ways = waysOf(next.legal, next.routes, shape.names);
      view = { ...next, ways };
      lastCells = next.lastMove === null && !next.last ? [null, null] : cellsOf(next.lastMove ?? '', next.last);
      sliding ||= lastCells[0] !== null || ways.some(({ route }) => route.length > 1);
      barred = new Map((next.interactive ? next.forbidden : []).filter(([key]) => grid.has(key)));
      const pv = options.pv === false || !next.pv ? [] : next.pv.moves.map((move, index) => ({
        index,
        side: next.pv.movers?.[index] ?? (index + next.pv.first) % 2,
        cells: cellsOf(move, next.pv.cells?.[index]),
      }));
      view.thoughts = {
        pv,
        lines: next.lines.map((line) => ({ ...line, cells: cellsOf(line.move) })),
        hint: next.hint === null ? null : { move: next.hint, cells: cellsOf(next.hint) },
      };

      surface.turn(flipped, options.coordinates !== false, art.headings?.(options.notation) ?? null);
      const placement = JSON.stringify([next.board.pieces, Boolean(options.letters)]);
      if (shown !== placement) {
        clearTimeout(patience);
        if (pieces.carried) pieces.putDown(false);
        squares = presented.squaresOf(next.board);
        const animated = shown !== null && !turned && moves(view);
        pieces.arrange(squares, { sliding, last: lastCells, animated, letters: Boolean(options.letters) });
        shown = placement;
      }
      if (turned) pieces.replace();
      entry.offer(next.interactive ? ways : []);
      drawn = new Map();
      for (const { move, route } of ways) if (route.length === 1 && !drawn.has(move)) drawn.set(move, route[0]);
      const entered = new Set([...ways.map(({ route }) => route[0]), ...next.forbidden.map(([key]) => key)]);
      choosy ||= ways.length > 0 && !sliding && grid.names.some((name) => !squares.has(name) && !entered.has(name));
      if (!next.interactive) drawn.clear();
      const shut = options.forbidden === false ? [] : next.forbidden.filter(([key]) => grid.has(key));
      forbidden.sync(shut.map(([key, kind]) => ({ key, kind })));
      mark();
      if (lastCells[1] !== null) surface.suggest(lastCells[1]);
    },
    destroy() {
      clearTimeout(patience);
      surface.destroy();
    },
  };
}
