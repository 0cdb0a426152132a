/** @file What boards and pieces are drawn with: a general artwork, and those of games that have their own. */

import { felt } from './felt.js';
import { plain } from './plain.js';
import { river } from './river.js';
import { wooden } from './wooden.js';

/**
 * @typedef {object} Artwork
 * @property {string} name for the style, as `data-art`.
 * @property {number} edge how far the coordinates are from the edge, in units of the drawing.
 * @property {(shape: import('../grid.js').Shape) => {cell: number, margin: number}} measures the width of a cell, and how
 *   far the middles of the outermost cells are from the edge.
 * @property {(surface: import('../surface.js').Surface, shape: import('../grid.js').Shape,
 *   presented: import('../presentation.js').Presented) => import('../pieces.js').Look} paint draws the board and
 *   tells how pieces look on it.
 * @property {string[]} [notations] the notations of moves that the game has beside that of coordinates.
 * @property {Object<string, string>} [usual] which of them is usual, by language.
 * @property {(squares: Map<string, string>, moves: string[], notation: string) => string[]} [moveNames] moves in a
 *   notation, from the pieces before the first.
 * @property {(notation: string) => {above: string[], below: string[]} | null} [headings] what stands at the ends of the
 *   files from the left in a notation, in place of the coordinates.
 */

/** The games with an artwork of their own. */
const ARTWORKS = { gomoku: wooden, othello: felt, xiangqi: river };

/** The artwork of a game. */
export const artworkOf = (game) => ARTWORKS[game] ?? plain;
