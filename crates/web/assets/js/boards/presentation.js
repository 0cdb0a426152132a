/** @file How a game presents itself: its sides, its pieces and its texts, from what the server says of it. Pure. */

/** What a game without a description of its own looks like. */
const PLAIN = { title: { en: '', zh: '' }, sides: [], pieces: [], words: {} };

/**
 * @typedef {{en: string, zh: string}} Text
 *
 * @typedef {object} Presented a game as the page shows it.
 * @property {() => string} title
 * @property {string[]} players the keys of the two sides, which the style knows as well: `black`, `red`.
 * @property {string[]} paints the colours of the two sides, as CSS has them.
 * @property {(side: number) => 'light' | 'dark'} inkOf what is seen well on that colour.
 * @property {(side: number) => string} sideName
 * @property {(board: BoardView) => Map<string, string>} squaresOf what stands on each occupied cell: a letter, in lower
 *   case for the second side, or the key of the side where its pieces are all alike.
 * @property {(piece: string) => number} sideOf whose a piece is.
 * @property {(piece: string) => object | null} kindOf what is told of its kind.
 * @property {(piece: string) => string} nameOf a piece in words.
 *
 * @typedef {object} BoardView
 * @property {number} columns
 * @property {number} rows
 * @property {Object<string, string>} pieces the letter of the piece on each occupied cell, upper case for the first
 *   mover's, lower case for the other's.
 * @property {Object<string, number>} [counts] how many pieces there are on a cell that has several.
 */

/**
 * Reads what the server says of a game.
 * @param {object} info the game's entry in the server's hello: `players` and `presentation`.
 * @param {(text: Text) => string} say gives a text in the language of the page.
 * @param {(key: string, variables?: object) => string} t
 * @returns {Presented}
 */
export function present({ players, presentation = PLAIN }, say, t) {
  const { sides } = presentation;
  const paints = ['#2b2925', '#f1ebde'].map((usual, side) => sides[side]?.colour ?? usual);
  const kinds = new Map(presentation.pieces.map((kind) => [kind.letter, kind]));
  const sideOf = (piece) => (players.includes(piece) ? players.indexOf(piece) : piece === piece.toUpperCase() ? 0 : 1);
  const sideName = (side) => say(sides[side]?.name ?? { en: players[side], zh: players[side] });
  const kindOf = (piece) => kinds.get(piece.toUpperCase()) ?? null;
  return {
    title: () => say(presentation.title),
    players,
    paints,
    inkOf: (side) => (isDark(paints[side]) ? 'light' : 'dark'),
    sideName,
    sideOf,
    kindOf,
    squaresOf({ pieces }) {
      const shown = (letter) => (kinds.has(letter.toUpperCase()) ? letter : players[sideOf(letter)]);
      return new Map(Object.entries(pieces).map(([square, letter]) => [square, shown(letter)]));
    },
    nameOf(piece) {
      const side = sideOf(piece);
      const kind = players.includes(piece) ? null : kindOf(piece);
      return kind ? t('board.piece', { side: sideName(side), piece: say(kind.names[side]) }) : sideName(side);
    },
  };
}

/** Whether a colour, as `#c23b22`, is dark: what is written upon it should be light. */
function isDark(colour) {
  const parts = /^#(..)(..)(..)$/.exec(colour)?.slice(1) ?? ['0', '0', '0'];
  const [red, green, blue] = parts.map((part) => Number.parseInt(part, 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue < 140;
}
