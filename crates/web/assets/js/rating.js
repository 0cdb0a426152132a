/** How strong a person is, in levels: an Elo rating whose unit is the step from one level to the next. */

/** Levels lie 100 to 200 Elo apart. */
const ELO_PER_LEVEL = 150;
/** How far a game moves a rating in Elo at most: further while little is known. */
const FIRST = { games: 8, elo: 80 };
const LATER = 32;

/** The points expected against an opponent this many Elo stronger. */
export const expectedAgainst = (elo) => 1 / (1 + 10 ** (elo / 400));

/** The points that a game is expected to bring against a level. */
export const expected = (strength, level) => expectedAgainst((level - strength) * ELO_PER_LEVEL);

/** A rating, `{ strength, games }` or `null`, after one more game against a level; its points are 0, 0.5 or 1. */
export function rated(before, { level, points }) {
  const { strength, games } = before ?? { strength: level, games: 0 };
  const step = (games < FIRST.games ? FIRST.elo : LATER) / ELO_PER_LEVEL;
  return { strength: strength + step * (points - expected(strength, level)), games: games + 1 };
}

/** The level to play next, of `most`: the one against which a game is most open. */
export const suggested = ({ strength }, most) => Math.max(1, Math.min(most, Math.round(strength)));

/**
 * What a game that is over says of a person: `{ level, points }` against one of the levels as it is, from the usual start;
 * `null` of any other game.
 */
export function resultOf(game, names) {
  if (!game.ending || game.start !== 'startpos' || game.moves.length < 2) return null;
  const person = game.players.findIndex(({ kind }) => kind === 'human');
  const level = /^level=(\d+)$/.exec(game.players[1 - person]?.engine ?? '')?.[1];
  if (person < 0 || !level) return null;
  const { winner } = game.ending;
  const points = winner === null ? 0.5 : winner === names[person] ? 1 : 0;
  return { level: Number(level), points };
}

/** Whether a move was taken back and another played. */
export const tookBack = (before, game) => before.moves.some((move, index) => move !== game.moves[index]);

/** Commands after which a game says nothing of a person alone. */
const HELP = new Set(['hint', 'go', 'review', 'lab', 'import']);

/** Whether a command helps in a game that is not over; the opponent may be chosen until the first move. */
export function isHelp(name, args, game) {
  if (!game || game.ending) return false;
  return HELP.has(name) || (name === 'analyze' && args.on) || (name === 'players' && game.moves.length > 0);
}
