/** @file What gomoku and Othello have in common: stones put on points, with their numbers, marks and ghosts. */

import { createThoughts } from './thoughts.js';
import { createWords } from './words.js';
import { draw, keyed, moveTo, set, write } from './svg.js';

/**
 * Returns the number of the move that put each stone on the board; passes have none.
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
 * Makes the part of a board that is the same for all games of stones.
 * @param {import('./surface.js').Surface} surface
 * @param {object} game
 * @param {number} game.radius of a stone.
 * @param {(colour: string) => string} game.fill the paint of a stone.
 * @param {boolean} [game.dots] whether the moves there are shown by dots.
 * @param {(move: string) => void} game.onMove
 * @param {(square: string, kind: string) => void} [game.onRefused] for points that are forbidden.
 * @param {(key: string, variables?: object) => string} game.t
 */
export function createStones(surface, { radius, fill, dots = false, onMove, onRefused, t }) {
  const { layers, grid, svg } = surface;
  const words = createWords(t);
  const thoughts = createThoughts(surface, radius, fill);
  const ghost = draw('circle', { class: 'ghost', r: radius, visibility: 'hidden' });
  const sight = draw('path', { class: 'sight', visibility: 'hidden' });
  layers.ghosts.prepend(sight, ghost);
  const dot = (name, share) => () => draw('circle', { class: name, r: radius * share });
  const last = keyed(layers.above, grid, dot('last', 0.27), (element, { key }) => {
    moveTo(element, grid.place(key));
    set(element, { 'data-on': key });
  });
  const numbers = keyed(layers.above, grid, () => draw('text'), (element, { key, number, colour, newest }) => {
    moveTo(element, grid.place(key));
    set(element, { class: newest ? 'number last' : 'number', 'data-on': key, 'data-colour': colour });
    write(element, number);
  });
  const places = keyed(layers.above, grid, dot('dot', 0.28), (element, { key, colour }) => {
    moveTo(element, grid.place(key));
    set(element, { class: `dot ${colour}`, 'data-on': key });
  });

  let legal = new Set();
  let barred = new Map();
  let hovered = null;
  const showGhost = () => {
    const shown = hovered && legal.has(hovered);
    set(ghost, { visibility: shown ? 'visible' : 'hidden' });
    if (shown) moveTo(ghost, grid.place(hovered));
  };
  const hover = (square) => {
    if (hovered === square) return;
    hovered = square;
    showGhost();
  };
  surface.listen({
    click(square) {
      if (legal.has(square)) onMove(square);
      else if (barred.has(square)) onRefused(square, barred.get(square));
    },
    hover,
    aim(square) {
      hover(square);
      set(sight, { visibility: square ? 'visible' : 'hidden' });
      if (!square) return;
      const [{ x, y }, a, b] = [square, grid.names[0], grid.names.at(-1)].map(grid.place);
      set(sight, { d: `M${a.x} ${y}H${b.x}M${x} ${a.y}V${b.y}` });
    },
  });

  return {
    /**
     * Draws all but the stones themselves.
     * @param {object} view
     * @param {Map<string, string>} squares
     * @param {Map<string, string>} notes what else is to be said of a point, as a key of the words.
     */
    show(view, squares, notes = new Map()) {
      const { options, lastMove, turn } = view;
      legal = new Set(view.interactive ? view.legal.filter(grid.has) : []);
      barred = new Map(view.interactive ? view.forbidden : []);
      words.refresh();
      set(svg, { 'aria-label': t(`board.${svg.dataset.game}`, { turn: t(`board.${turn}`) }) });
      set(ghost, { fill: fill(turn) });
      showGhost();
      for (const name of grid.names) {
        const more = notes.has(name) ? [notes.get(name)] : [];
        if (name === lastMove) more.push('last');
        if (legal.has(name)) more.push('playable');
        const classes = legal.has(name) ? 'legal' : notes.has(name) ? 'barred' : '';
        surface.describe(name, classes, words.point(name, squares.get(name) ?? 'empty', more));
      }
      const stones = options.numbers ? [...numbersOf(view.moves)].filter(([key]) => squares.has(key)) : [];
      numbers.sync(stones.map(([key, number]) =>
        ({ key, number, colour: squares.get(key), newest: key === lastMove })));
      const marked = lastMove && squares.has(lastMove) && !stones.some(([key]) => key === lastMove);
      last.sync(marked ? [{ key: lastMove }] : []);
      const thought = thoughts.show(view, (square) => grid.has(square) && !squares.has(square));
      places.sync(dots ? [...legal].filter((key) => !thought.has(key)).map((key) => ({ key, colour: turn })) : []);
      if (lastMove) surface.suggest(lastMove);
    },
  };
}
