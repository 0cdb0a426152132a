import { artworkOf } from './boards/artwork/index.js';

/** The notations of a game; that of coordinates every game has. */
export const notationsOf = (game) => ['coordinates', ...(artworkOf(game).notations ?? [])];

/** The notation that the page writes moves in: the one chosen, if the game has it, else the one usual in the language. */
export function notationOf({ game, prefs }) {
  const known = notationsOf(game.game);
  return [prefs.notation, artworkOf(game.game).usual?.[prefs.lang]].find((one) => known.includes(one)) ?? 'coordinates';
}

/** Moves in a notation, where it has names for them; `board` is the board view before the first of them. */
export function moveNames({ game, board, moves, notation }) {
  return artworkOf(game).moveNames?.(new Map(Object.entries(board.pieces)), moves, notation) ?? moves;
}
