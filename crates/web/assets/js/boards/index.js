/**
 * @file The boards of Boyi: those of any game that describes itself, drawn by SVG in any size, for the pointer and the
 * keyboard.
 *
 * ```js
 * import { createBoard } from './boards/index.js';
 * const board = createBoard(document.querySelector('#board-host'), info, { onMove: (move) => send(move), t });
 * board.update(view); // as often as you like: only what differs is drawn anew
 * board.destroy();
 * ```
 *
 * The style is in `css/boards/`. Light and dark follow the `color-scheme` that the page sets.
 */

import { artworkOf } from './artwork/index.js';
import { createGameBoard } from './board.js';
import { present } from './presentation.js';

/**
 * @typedef {object} View what a board shows. All but `board`, `shape` and `turn` may be left out.
 * @property {import('./presentation.js').BoardView} board what stands where.
 * @property {import('./grid.js').Shape} shape what the board looks like.
 * @property {string} turn the player to move: `black`, `white` or `red`.
 * @property {string | null} [lastMove]
 * @property {[number | null, number | null] | null} [last] the cells of the last move, by index.
 * @property {string[]} [moves] those played so far, for their numbers.
 * @property {string[]} [legal] the moves there are.
 * @property {Object<string, number[][]>} [routes] how those are entered that are not by the cell of their name.
 * @property {[string, string][]} [forbidden] points that only a rule forbids, each with its kind: 33, 44 or OL.
 * @property {number[]} [checked] the cells whose pieces are in check, by index.
 * @property {number[]} [deciding] the cells whose pieces have decided the game.
 * @property {boolean} [interactive] whether a move may be made here now.
 * @property {boolean} [flipped] whether the board is seen from the other side.
 * @property {{moves: string[], cells?: [number | null, number | null][], movers?: (0 | 1)[], first: 0 | 1} | null} [pv] the
 *   line an engine expects; `first` moves first in it, and each move is that of `movers`, or by turns.
 * @property {{move: string, rank: number, text?: string}[]} [lines] the first moves of several lines, best first; ranks
 *   count from 1; the text, such as a score, should be short.
 * @property {string | null} [hint] a move to look at.
 * @property {Options} [options]
 *
 * @typedef {object} Options
 * @property {boolean} [numbers] the numbers of moves on the stones; off by default, all others but `letters` on.
 * @property {boolean} [letters] letters on the pieces in place of signs.
 * @property {boolean} [forbidden] points that only a rule forbids.
 * @property {boolean} [coordinates]
 * @property {string} [notation] the notation whose numbers stand at the ends of the files, where the game has such.
 * @property {boolean} [animate] never against the wish of a reader who asked the system for less motion.
 * @property {boolean} [pv] the line an engine expects.
 */

/**
 * Makes a board in an element of the page, empty until it is given its first view, which is shown without motion.
 * @param {Element} container
 * @param {object} info the game's entry in the server's hello: `name`, `players` and `presentation`.
 * @param {object} options
 * @param {(move: string) => void} options.onMove is called with every move made on the board, as text; the board
 *   shows it once it is in a view.
 * @param {(moves: string[]) => void} [options.onChoice] is called with moves that are entered alike, to ask which is meant.
 * @param {(square: string, kind: string) => void} [options.onRefused] is called when a person tries to play on a forbidden
 *   point.
 * @param {(text: {en: string, zh: string}) => string} [options.say] gives a text in the language of the page.
 * @param {(key: string, variables?: object) => string} [options.t] gives the words of a key that begins with `board.`.
 * @returns {{update(view: View): void, destroy(): void}}
 */
export function createBoard(container, info, options) {
  const { onMove, onChoice = () => {}, onRefused = () => {}, say = ({ en }) => en, t = (key) => key } = options;
  const presented = present(info, say, t);
  let names = null;
  let board = null;

  return {
    update(view) {
      const { shape } = view;
      if (board === null || String(shape.names) !== names) {
        names = String(shape.names);
        board?.destroy();
        board = createGameBoard(container, {
          game: info.name,
          shape,
          columns: view.board.columns,
          presented,
          art: artworkOf(info.name),
          onMove,
          onChoice,
          onRefused,
          t,
        });
      }
      board.update(completed(view, presented));
    },
    destroy: () => board?.destroy(),
  };
}

/** Fills in what a view leaves out. */
function completed(view, { players }) {
  return {
    ...view,
    side: Math.max(0, players.indexOf(view.turn)),
    moves: view.moves ?? [],
    legal: view.legal ?? [],
    routes: view.routes ?? {},
    forbidden: view.forbidden ?? [],
    checked: view.checked ?? [],
    deciding: view.deciding ?? [],
    lines: view.lines ?? [],
    pv: view.pv ?? null,
    hint: view.hint ?? null,
    last: view.last ?? null,
    lastMove: view.lastMove ?? null,
    options: view.options ?? {},
  };
}
