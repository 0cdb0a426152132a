/**
 * Exercises: which puzzle comes next, and how a person is doing at those of a game. A puzzle is `{ id, theme, moves, rating }`;
 * what a person has done is `{ rating, count, streak, best, done, shifts, current, kind }`.
 */

import { expectedAgainst } from './rating.js';

/** Who has done none yet. */
export const NOTHING = Object.freeze({ rating: 1200, count: 0, streak: 0, best: 0, done: {}, shifts: {}, current: null, kind: '' });

/** How far an exercise moves a rating at most: further while little is known of the person, and little of the puzzle. */
const FIRST = { count: 10, elo: 80 };
const LATER = 24;
const PUZZLE = 16;

/** The moves of a solution that are the solver's own, where the two sides take turns. */
export const ownMoves = ({ moves }) => Math.ceil(moves / 2);

/** What is to be done, as `Mate in 2`: puzzles with the same text are of one kind. */
export const taskOf = (puzzle, t) => t(`puzzle.${puzzle.theme}`, { n: ownMoves(puzzle) }, puzzle.theme);

/** How difficult a puzzle is: as it was graded, and as it has proved for this person. */
export const ratingOf = (puzzle, { shifts }) => Math.round(puzzle.rating + (shifts[puzzle.id] ?? 0));

/** What is done once a puzzle is, right the first time or not. */
export function answered(progress, puzzle, right) {
  const { rating, count, streak, best, done, shifts } = progress;
  const surprise = Number(right) - expectedAgainst(ratingOf(puzzle, progress) - rating);
  const going = right ? streak + 1 : 0;
  return {
    ...progress,
    rating: rating + (count < FIRST.count ? FIRST.elo : LATER) * surprise,
    count: count + 1,
    streak: going,
    best: Math.max(best, going),
    done: { ...done, [puzzle.id]: right },
    shifts: { ...shifts, [puzzle.id]: (shifts[puzzle.id] ?? 0) - PUZZLE * surprise },
    current: null,
  };
}

/**
 * The next of these puzzles: of those not tried the one that is nearest to the person's own rating, else of those missed;
 * `null` where all are done right.
 */
export function nextPuzzle(puzzles, progress, except = null) {
  const { rating, done } = progress;
  const others = puzzles.filter(({ id }) => id !== except);
  const untried = others.filter(({ id }) => done[id] === undefined);
  const open = untried.length > 0 ? untried : others.filter(({ id }) => !done[id]);
  const distance = (puzzle) => Math.abs(ratingOf(puzzle, progress) - rating);
  return open.reduce((best, puzzle) => (best && distance(best) <= distance(puzzle) ? best : puzzle), null);
}

/** How many of these puzzles were right the first time, and how many were tried. */
export function tallyOf(puzzles, { done }) {
  const tried = puzzles.filter(({ id }) => done[id] !== undefined);
  return { right: tried.filter(({ id }) => done[id]).length, tried: tried.length, all: puzzles.length };
}
