import { moverAt } from './game.js';
import { lineOf } from './link.js';

/** Games as the server has shown them, to be looked at without it: the last state, and what stood on the board before. */

/** What has been seen of a game, with one more of its states: `{ game, boards }`, the boards by ply. */
export function withState(seen, game) {
  const boards = seen ? seen.boards.slice(0, common(seen.game.moves, game.moves) + 1) : [];
  const { last, turn, checked, deciding } = game;
  boards[game.ply] = { board: game.board, last, turn, checked, deciding };
  return { game, boards };
}

/** The game after `ply` moves, to be looked at and not to be played on; `null` where that has not been seen. */
export function stateAt({ game, boards }, ply) {
  const seen = boards[ply];
  if (!seen) return null;
  const here = ply === game.ply;
  return {
    ...game,
    ply,
    mover: moverAt(game, ply),
    board: seen.board,
    last: seen.last,
    turn: seen.turn,
    checked: seen.checked,
    deciding: seen.deciding,
    line: lineOf(game.start, game.moves.slice(0, ply)),
    ending: here ? game.ending : null,
    legal: [],
    routes: {},
    forbidden: [],
    analysis: null,
    searching: null,
  };
}

/** How many moves two records have in common. */
function common(one, other) {
  const differ = one.findIndex((move, index) => move !== other[index]);
  return differ < 0 ? one.length : differ;
}
