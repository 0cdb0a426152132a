/** The review of a game, as far as the game on the board still is the one that was reviewed. */

let last = { game: null, review: null, rows: [] };

/** The reviewed moves that the record still has, the first move first. */
export function reviewed({ game, review }) {
  if (last.game !== game || last.review !== review) last = { game, review, rows: rowsOf(game, review) };
  return last.rows;
}

function rowsOf(game, review) {
  if (!game || !review?.line.startsWith(game.start)) return [];
  const differs = Array.from(review.rows).findIndex((row, index) => row?.move !== game.moves[index]);
  return differs < 0 ? review.rows : review.rows.slice(0, differs);
}

/** How bad a mark is: none, then from an inaccuracy to a blunder. */
export const badness = (row) => ['inaccuracy', 'mistake', 'blunder'].indexOf(row?.mark) + 1;

/** The sign of each mark. */
export const SIGNS = { best: '✓', inaccuracy: '?!', mistake: '?', blunder: '??' };

/**
 * What a move did to a forced end: `{ kind: 'missed', plies }` if it gave a win away, `{ kind: 'allowed', plies }` if it
 * gave the opponent one; `null` where no end was forced or it stayed what it was.
 */
export function turnOf(row) {
  const ends = (score, sign) => (score?.final && score.sign === sign ? (score.end?.plies ?? null) : null);
  const [wins, loses] = [ends(row.best?.score, 1), ends(row.score, -1)];
  if (loses !== null && ends(row.best?.score, -1) === null) return { kind: 'allowed', plies: loses };
  if (wins !== null && ends(row.score, 1) === null) return { kind: 'missed', plies: wins };
  return null;
}

/** How often each mark was given to each player: `[{ best, inaccuracy, mistake, blunder }, …]`. */
export function tally(rows) {
  const counts = () => Object.fromEntries(Object.keys(SIGNS).map((mark) => [mark, 0]));
  const players = [counts(), counts()];
  for (const { mark, player } of rows) if (mark) players[player][mark] += 1;
  return players;
}

/** The bad move that is told of where `ply` moves are played: the next of the record, or else the last. */
export function toldAt(rows, ply) {
  return [rows[ply], rows[ply - 1]].find((row) => badness(row) > 0) ?? null;
}

/** The ply before the next bad move in a direction, 1 or -1; `null` where there is none. */
export function nextBad(rows, ply, direction) {
  const places = rows.flatMap((row) => (badness(row) > 0 ? [row.ply - 1] : []));
  const beyond = places.filter((place) => Math.sign(place - ply) === direction);
  return (direction > 0 ? beyond[0] : beyond.at(-1)) ?? null;
}
