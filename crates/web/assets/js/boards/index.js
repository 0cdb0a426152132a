/**
 * @file The boards of Boyi: gomoku, Othello and xiangqi, drawn by SVG in any size, for the pointer and the keyboard.
 *
 * ```js
 * import { createBoard } from './boards/index.js';
 * const board = createBoard(document.querySelector('#board-host'), 'gomoku', { onMove: (move) => send(move), t });
 * board.update(view); // as often as you like: only what differs is drawn anew
 * board.destroy();
 * ```
 *
 * The style is in `css/boards/`. Light and dark follow the `color-scheme` that the page sets.
 */

import { createGomoku } from './gomoku.js';
import { createOthello } from './othello.js';
import { createXiangqi } from './xiangqi.js';
import { squaresOf } from './squares.js';

/**
 * @typedef {object} View what a board shows. All but `board` and `turn` may be left out.
 * @property {import('./squares.js').BoardView} board what stands where.
 * @property {string} turn the player to move: `black`, `white` or `red`.
 * @property {{rule?: string}} [settings] of gomoku.
 * @property {string | null} [lastMove]
 * @property {string[]} [moves] those played so far, for their numbers.
 * @property {string[]} [legal] the moves there are.
 * @property {[string, string][]} [forbidden] renju's forbidden points, each with its kind: 33, 44 or OL.
 * @property {boolean} [interactive] whether a move may be made here now.
 * @property {boolean} [flipped] whether the board is seen from the other side.
 * @property {{moves: string[], first: 0 | 1} | null} [pv] the line an engine expects; `first` moves first in it.
 * @property {{move: string, rank: number, text?: string}[]} [lines] the first moves of several lines, best first; ranks
 *   count from 1; the text, such as a score, should be short.
 * @property {string | null} [hint] a move to look at.
 * @property {Options} [options]
 *
 * @typedef {object} Options
 * @property {boolean} [numbers] the numbers of moves on the stones; off by default, all others but `letters` on.
 * @property {boolean} [letters] letters on xiangqi's pieces in place of the Chinese signs.
 * @property {boolean} [forbidden] renju's forbidden points.
 * @property {boolean} [coordinates]
 * @property {boolean} [animate] never against the wish of a reader who asked the system for less motion.
 * @property {boolean} [pv] the line an engine expects.
 */

const makers = { gomoku: createGomoku, othello: createOthello, xiangqi: createXiangqi };

/**
 * Makes a board in an element of the page, empty until it is given its first view, which is shown without motion.
 * @param {Element} container
 * @param {'gomoku' | 'othello' | 'xiangqi'} game
 * @param {object} options
 * @param {(move: string) => void} options.onMove is called with every move made on the board, as text; the board
 *   shows it once it is in a view.
 * @param {(square: string, kind: string) => void} [options.onRefused] is called when a person tries to play on a forbidden
 *   point of renju.
 * @param {(key: string, variables?: object) => string} [options.t] gives the words of a key that begins with `board.`.
 * @returns {{update(view: View): void, destroy(): void}}
 */
export function createBoard(container, game, { onMove, onRefused = () => {}, t = (key) => key }) {
  const make = makers[game];
  if (!make) throw new RangeError(`${game} is no game`);
  let size = 0;
  let board = null;

  return {
    update(view) {
      if (board === null || view.board.columns !== size) {
        size = view.board.columns;
        board?.destroy();
        board = make(container, { size, onMove, onRefused, t });
      }
      board.update(completed(view), { squares: squaresOf(game, view.board) });
    },
    destroy: () => board?.destroy(),
  };
}

/** Fills in what a view leaves out. */
function completed(view) {
  return {
    ...view,
    moves: view.moves ?? [],
    legal: view.legal ?? [],
    forbidden: view.forbidden ?? [],
    lines: view.lines ?? [],
    pv: view.pv ?? null,
    hint: view.hint ?? null,
    lastMove: view.lastMove ?? null,
    options: view.options ?? {},
  };
}
