/** @file The pieces on a board: they come, slide, turn over, hang on the pointer and go. */

import { animate, settle } from './motion.js';
import { compare, follow } from './follow.js';
import { moveTo, set } from './svg.js';

/** How long a piece slides, in milliseconds. */
const SLIDE = 220;

/**
 * @typedef {object} Look how the pieces of an artwork look.
 * @property {number} radius of a piece, in units of the drawing.
 * @property {() => SVGElement} make a piece of no kind yet.
 * @property {(element: SVGElement, piece: string, letters: boolean) => void} show gives a piece its kind; `letters` tells
 *   whether letters are wanted in place of signs.
 * @property {(side: number) => string} fill the paint of a side's plain piece.
 * @property {(element: SVGElement) => void} [land] lets a new piece come down on the board.
 * @property {(element: SVGElement, piece: string, way: {x: number, y: number}) => void} [turnOver] makes a piece another,
 *   which lies this way from the one just played.
 */

/**
 * Makes the pieces of a board.
 * @param {import('./surface.js').Surface} surface
 * @param {Look} look
 */
export function createPieces({ layers, grid }, look) {
  const elements = new Map(); // the element of the piece on each cell
  const leaving = new Set(); // the elements of captured pieces, until their captors have arrived
  const spare = [];
  let squares = new Map();
  let carried = null; // the cell whose piece hangs on the pointer, or was dropped and waits for its move
  let hanging = null; // that piece's element: the cell's own, or a copy where the cell has several
  let dropped = null; // the cell where it was dropped

  const put = (element, square) => {
    settle(element);
    moveTo(element, grid.place(square));
  };

  /** Slides a piece from where it is seen to a cell. */
  function slide(element, square, animated) {
    const place = grid.place(square);
    const from = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(element.getAttribute('transform') ?? '');
    put(element, square);
    if (!from || !animated) return;
    const [x, y] = [Number(from[1]), Number(from[2])];
    if (x === place.x && y === place.y) return;
    animate(element, element,
      [{ transform: `translate(${x}px, ${y}px)` }, { transform: `translate(${place.x}px, ${place.y}px)` }],
      { duration: SLIDE, easing: 'cubic-bezier(.25, .6, .3, 1)' },
    );
  }

  function add(square) {
    const element = spare.pop() ?? look.make();
    elements.set(square, element);
    put(element, square);
    layers.pieces.prepend(element);
    return element;
  }

  /** Takes a piece off the board; a captured one once its captor has arrived. */
  function retire(element, slowly) {
    settle(element);
    element.removeAttribute('data-at');
    element.removeAttribute('data-piece');
    if (!slowly) return away(element);
    leaving.add(element);
    const fading = animate(element, element, [{ opacity: 1 }, { opacity: 1, offset: 0.6 }, { opacity: 0 }], SLIDE);
    fading.onfinish = () => leaving.has(element) && away(element);
  }

  function away(element) {
    leaving.delete(element);
    settle(element);
    element.remove();
    spare.push(element);
  }

  /** Pieces that move go to where they stand next. */
  function slideTo(next, last, animated) {
    const { moved, gone, come } = follow(squares, next, last);
    const jump = !animated || moved.length > 2;
    const going = moved.map(([from, to]) => [elements.get(from), to]);
    for (const square of gone) retire(elements.get(square), !jump);
    for (const square of [...moved.map(([from]) => from), ...gone]) elements.delete(square);
    for (const [element, to] of going) {
      elements.set(to, element);
      layers.pieces.append(element);
      if (jump) put(element, to);
      else slide(element, to, true);
    }
    for (const square of come) {
      const element = add(square);
      const [from, to] = last;
      // One of several, of which the others are still there.
      if (jump || square !== to || square === dropped || next.get(from) !== next.get(to)) continue;
      put(element, from);
      slide(element, to, true);
    }
    return () => {};
  }

  /** Pieces that stay come, go and turn over; gives what is to be moved once they look as they should. */
  function changeTo(next, animated) {
    const { turned, gone, come } = compare(squares, next);
    for (const square of gone) {
      retire(elements.get(square), false);
      elements.delete(square);
    }
    come.forEach(add);
    turned.forEach((square) => settle(elements.get(square)));
    return () => {
      if (!animated) return;
      if (come.length === 1) look.land?.(elements.get(come[0]));
      const [played, ...others] = [...come, ...gone];
      if (played === undefined || others.length > 0) return;
      const origin = grid.place(played);
      for (const square of turned) {
        const { x, y } = grid.place(square);
        look.turnOver?.(elements.get(square), next.get(square), { x: x - origin.x, y: y - origin.y });
      }
    };
  }

  return {
    has: (square) => elements.has(square),
    get carried() {
      return carried;
    },
    /** Shows another position; `sliding` tells whether pieces move in this game. */
    arrange(next, { sliding, last, animated, letters }) {
      leaving.forEach(away);
      const finish = sliding ? slideTo(next, last, animated) : changeTo(next, animated);
      squares = next;
      for (const [square, element] of elements) {
        look.show(element, squares.get(square), letters);
        set(element, { 'data-at': square, 'data-piece': squares.get(square) });
      }
      dropped = null;
      finish();
    },
    /** Puts every piece where its cell lies now that the board is turned. */
    replace() {
      for (const [square, element] of elements) put(element, square);
    },
    /** Hangs a piece on the pointer; `several` tells whether others stay where it was. */
    lift(square, several) {
      carried = square;
      const element = elements.get(square);
      settle(element);
      hanging = several ? element.cloneNode(true) : element;
      if (several) set(hanging, { 'data-at': null, 'data-piece': null });
      hanging.classList.add('carried');
      layers.ghosts.prepend(hanging);
    },
    carry: (place) => hanging && moveTo(hanging, place),
    /** Lays the carried piece on a cell, where it waits for its move. */
    drop(square) {
      dropped = square;
      moveTo(hanging, grid.place(square));
      hanging.classList.remove('carried');
    },
    /** Makes the carried piece one of the others again; with `back` it slides home. */
    putDown(back, animated) {
      hanging.classList.remove('carried');
      if (back) dropped = null;
      if (hanging !== elements.get(carried)) {
        away(hanging);
      } else {
        layers.pieces.append(hanging);
        if (back) slide(hanging, carried, animated);
      }
      carried = hanging = null;
    },
  };
}
