import { artworkOf } from './boards/artwork/index.js';

/**
 * Moves as the language of the page writes them, where a game has names for them; all others as they are.
 *
 * `board` is the board view before the first of them.
 */
export function moveNames({ game, board, moves, lang }) {
  return artworkOf(game).moveNames?.(new Map(Object.entries(board.pieces)), moves, lang) ?? moves;
}
