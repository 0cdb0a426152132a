/** @file Entering a move cell by cell: which cells go on, and which move is meant. Pure: no document is needed. */

/**
 * @typedef {{move: string, route: string[]}} Way one way to enter a move: the cells in order.
 */

/**
 * The ways to enter each legal move.
 * @param {string[]} legal
 * @param {Object<string, number[][]>} routes of the moves that are not entered by the cell of their name, by index.
 * @param {string[]} names of the cells.
 * @returns {Way[]} a move's first way is the one that is drawn; moves without cells have none.
 */
export function waysOf(legal, routes, names) {
  const known = new Set(names);
  return legal.flatMap((move) => {
    const given = routes[move]?.map((route) => route.map((cell) => names[cell])) ?? [[move]];
    return given.filter((route) => route.length > 0 && route.every((cell) => known.has(cell)))
      .map((route) => ({ move, route }));
  });
}

/**
 * Makes the memory of the cells that were pressed.
 *
 * A press that completes a move gives its text; several, where they are entered alike. While more than one goes on,
 * the last cell of a route that no other ends at completes it as well.
 */
export function createEntry() {
  let ways = [];
  let chosen = [];

  const begun = () => ways.filter(({ route }) => chosen.every((cell, index) => route[index] === cell));
  const movesOf = (some) => [...new Set(some.map(({ move }) => move))];
  const complete = (some) => some.filter(({ route }) => route.length === chosen.length);
  const endingAt = (some, square) => movesOf(some.filter(({ route }) => route.at(-1) === square));
  const done = (moves) => {
    chosen = [];
    return moves;
  };

  return {
    /** The cells pressed so far. */
    get chosen() {
      return chosen;
    },
    /** Takes the ways of the next position; what was pressed is kept where it still begins one. */
    offer(next) {
      ways = next;
      if (begun().length === 0) chosen = [];
    },
    /** The cells that a way begins at. */
    starts: () => new Set(ways.map(({ route }) => route[0])),
    /** Whether a way begins at that cell and goes on from there. */
    goesOn: (square) => ways.some(({ route }) => route[0] === square && route.length > 1),
    /** The cells that go on from what was pressed. */
    nexts() {
      const open = chosen.length > 0 ? begun() : [];
      const next = open.map(({ route }) => route[chosen.length]).filter(Boolean);
      const ends = open.map(({ route }) => route.at(-1)).filter((square) => endingAt(open, square).length === 1);
      return new Set([...next, ...ends].filter((square) => square !== chosen.at(-1)));
    },
    /** The way that is drawn of the move that this cell begins alone. */
    wayAt(square) {
      const [move, ...others] = movesOf(ways.filter(({ route }) => route[0] === square));
      return move === undefined || others.length > 0 ? null : ways.find((way) => way.move === move);
    },
    /** Presses a cell, and gives the moves that this completes: none, one, or several that are entered alike. */
    press(square) {
      const open = chosen.length > 0 ? begun() : [];
      if (square === chosen.at(-1)) return done(movesOf(complete(open)));
      const next = open.filter(({ route }) => route[chosen.length] === square);
      if (next.length === 0) {
        const ends = endingAt(open, square);
        if (ends.length === 1) return done(ends);
        chosen = ways.some(({ route }) => route[0] === square) ? [square] : [];
      } else {
        chosen = [...chosen, square];
      }
      const all = chosen.length > 0 ? begun() : [];
      const finished = complete(all);
      return finished.length > 0 && finished.length === all.length ? done(movesOf(finished)) : [];
    },
    /** Forgets what was pressed; whether there was anything. */
    cancel() {
      const any = chosen.length > 0;
      chosen = [];
      return any;
    },
  };
}

/**
 * The cells that the text of a move names: where it comes from, if it names more than one, and where it goes.
 * @param {string} move
 * @param {(name: string) => boolean} has whether there is a cell of that name.
 * @returns {[string | null, string | null]}
 */
export function spelledCells(move, has) {
  const cells = (move.match(/[a-z]*\d+/gi) ?? []).filter(has);
  return cells.length > 1 ? [cells[0], cells.at(-1)] : [null, cells[0] ?? null];
}
