/** @file The xiangqi board: pieces that slide, taken up by a click or a drag, with the points they may go to. */

import { checkedGeneral } from './check.js';
import { createArrows } from './arrows.js';
import { createGrid } from './grid.js';
import { createSurface } from './surface.js';
import { createWords } from './words.js';
import { draw, keyed, moveTo, set } from './svg.js';
import { follow, makePiece, RADIUS, showPiece } from './pieces.js';
import { animate, moves, settle } from './motion.js';
import { CELL, HEIGHT, MARGIN, paintXiangqi, WIDTH } from './river.js';

/** How long a piece slides, in milliseconds. */
const SLIDE = 220;
/** How long a dropped piece waits for the move to be confirmed before it goes back. */
const PATIENCE = 1500;

/**
 * Makes a xiangqi board.
 * @param {Element} container
 * @param {{onMove: (move: string) => void, t: (key: string, variables?: object) => string}} options
 */
export function createXiangqi(container, { onMove, t }) {
  const grid = createGrid({ columns: 9, rows: 10, cell: CELL, margin: MARGIN, first: 0 });
  const surface = createSurface(container, { game: 'xiangqi', grid, width: WIDTH, height: HEIGHT, edge: 15 });
  const { svg, layers, prefix } = surface;
  paintXiangqi(surface);
  const words = createWords(t);
  const arrows = createArrows(surface);
  const marks = keyed(layers.below, grid, () => draw('circle', { r: RADIUS + 3 }), (element, { key, kind, square }) => {
    moveTo(element, grid.place(square));
    set(element, { class: kind, 'data-on': square });
  });
  const targets = keyed(layers.above, grid, () => draw('circle'), (element, { key, capture }) => {
    moveTo(element, grid.place(key));
    set(element, { class: capture ? 'dot capture' : 'dot', r: capture ? RADIUS + 2.5 : 9, 'data-on': key });
  });

  const elements = new Map(); // the element of the piece on each point
  const leaving = new Set(); // the elements of captured pieces, until their captors have arrived
  const spare = [];
  let view = { legal: [], options: {} };
  let squares = new Map();
  let shown = null; // the pieces on the board, as text
  let selected = null;
  let carried = null; // the point whose piece hangs on the pointer, or was dropped and waits for its move
  let patience = 0;

  const movesFrom = (square) =>
    (view.interactive && elements.has(square) ? view.legal.filter((move) => move.startsWith(square)) : []);
  const reach = (square) => movesFrom(square).map((move) => move.slice(2, 4));
  const movable = (square) => movesFrom(square).length > 0;
  const select = (square) => {
    selected = square;
    mark();
  };
  /** Lays the carried piece on the board again, wherever it is. */
  const putDown = () => {
    const element = elements.get(carried);
    element?.classList.remove('carried');
    if (element) layers.pieces.append(element);
    carried = null;
    return element;
  };
  const settleBack = () => {
    clearTimeout(patience);
    if (!carried) return;
    const home = carried;
    const element = putDown();
    if (element) slide(element, grid.place(home));
  };
  const play = (home, target) => {
    selected = null;
    mark();
    onMove(home + target);
  };
  const click = (square) => {
    if (selected && reach(selected).includes(square)) play(selected, square);
    else select(square !== selected && movable(square) ? square : null);
  };

  surface.listen({
    click,
    hover(square) {
      svg.classList.toggle('grab', square !== null && movable(square));
    },
    cancel() {
      if (selected === null) return false;
      settleBack();
      select(null);
      return true;
    },
    canDrag: movable,
    lift(square) {
      settleBack();
      carried = square;
      select(square);
      const element = elements.get(square);
      settle(element);
      element.classList.add('carried');
      layers.ghosts.prepend(element);
    },
    carry(place, over) {
      if (elements.has(carried)) moveTo(elements.get(carried), place);
      const target = over && reach(carried).includes(over) ? over : null;
      layers.above.querySelector('.over')?.classList.remove('over');
      if (target) targets.get(target)?.classList.add('over');
    },
    drop(square) {
      const home = carried;
      if (!home || square === null || !reach(home).includes(square)) {
        settleBack();
        return;
      }
      moveTo(elements.get(home), grid.place(square));
      elements.get(home).classList.remove('carried');
      patience = setTimeout(settleBack, PATIENCE);
      play(home, square);
    },
  });

  /** Slides a piece from where it is seen to a place. */
  function slide(element, place) {
    const from = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(element.getAttribute('transform') ?? '');
    settle(element);
    moveTo(element, place);
    if (!from || !moves(view)) return;
    const [x, y] = [Number(from[1]), Number(from[2])];
    if (x === place.x && y === place.y) return;
    animate(element, element,
      [{ transform: `translate(${x}px, ${y}px)` }, { transform: `translate(${place.x}px, ${place.y}px)` }],
      { duration: SLIDE, easing: 'cubic-bezier(.25, .6, .3, 1)' },
    );
  }

  /** Takes the pieces to where they stand in the next position. */
  function arrange(next, animated) {
    leaving.forEach(away);
    const { moved, gone, come } = follow(squares, next);
    const jump = !animated || moved.length > 2;
    const going = moved.map(([from, to]) => [elements.get(from), to]);
    for (const square of gone) retire(elements.get(square), !jump && moved.some(([, to]) => to === square));
    for (const [from] of moved) elements.delete(from);
    for (const square of gone) elements.delete(square);
    for (const [element, to] of going) {
      elements.set(to, element);
      layers.pieces.append(element);
      if (jump) {
        settle(element);
        moveTo(element, grid.place(to));
      } else {
        slide(element, grid.place(to));
      }
    }
    for (const square of come) {
      const element = spare.pop() ?? makePiece(prefix);
      elements.set(square, element);
      moveTo(element, grid.place(square));
      layers.pieces.prepend(element);
    }
  }

  /** Takes a captured piece off the board, once the captor has arrived. */
  function retire(element, slowly) {
    settle(element);
    element.removeAttribute('data-at');
    element.removeAttribute('data-piece');
    if (slowly) {
      leaving.add(element);
      const fading = animate(element, element, [{ opacity: 1 }, { opacity: 1, offset: 0.6 }, { opacity: 0 }], SLIDE);
      fading.onfinish = () => leaving.has(element) && away(element);
    } else {
      away(element);
    }
  }

  function away(element) {
    leaving.delete(element);
    settle(element);
    element.remove();
    spare.push(element);
  }

  /** Draws what depends on the selection, and names the points. */
  function mark() {
    const reached = selected ? new Set(reach(selected)) : new Set();
    const { lastMove, options } = view;
    const items = [];
    if (lastMove) {
      items.push({ key: 'from', kind: 'last from', square: lastMove.slice(0, 2) });
      items.push({ key: 'to', kind: 'last to', square: lastMove.slice(2, 4) });
    }
    const checked = checkedGeneral(squares, view.turn);
    if (checked) items.push({ key: 'check', kind: 'check', square: checked });
    if (selected) items.push({ key: 'selected', kind: 'selected', square: selected });
    marks.sync(items.filter(({ square }) => grid.has(square)));
    targets.sync([...reached].map((key) => ({ key, capture: squares.has(key) })));
    words.refresh();
    for (const name of grid.names) {
      const piece = squares.get(name);
      const notes = [];
      if (name === checked) notes.push('check');
      if (name === lastMove?.slice(2, 4)) notes.push('last');
      const classes = [];
      if (movable(name)) classes.push('legal');
      if (name === selected) classes.push('selected');
      if (reached.has(name)) classes.push('target');
      if (name === selected) notes.push('selected');
      else if (reached.has(name)) notes.push('target');
      else if (classes.length > 0 && !selected) notes.push('playable');
      surface.describe(name, classes.join(' '), words.point(name, piece ? `piece.${piece}` : 'empty', notes));
    }
    for (const [square, element] of elements) {
      showPiece(element, squares.get(square), Boolean(options.letters));
      set(element, { 'data-at': square });
    }
  }

  return {
    update(next, placement) {
      const flipped = Boolean(next.flipped);
      const turned = grid.flipped !== flipped;
      const pieces = JSON.stringify(next.board.pieces);
      const changed = shown !== pieces;
      view = next;
      surface.turn(flipped, view.options.coordinates !== false);
      if (changed) {
        clearTimeout(patience);
        if (carried) putDown();
        arrange(placement.squares, shown !== null && !turned && moves(view));
        squares = placement.squares;
        shown = pieces;
      }
      if (turned) {
        for (const [square, element] of elements) {
          settle(element);
          moveTo(element, grid.place(square));
        }
      }
      if (selected && !movable(selected)) selected = null;
      set(svg, { 'aria-label': t('board.xiangqi', { turn: t(`board.${view.turn}`) }) });
      mark();
      arrows.show(view);
      if (view.lastMove) surface.suggest(view.lastMove.slice(2, 4));
    },
    destroy() {
      clearTimeout(patience);
      surface.destroy();
    },
  };
}
