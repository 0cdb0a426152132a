import { infoOf, playerName, sideToMove } from './game.js';
import { reviewed } from './review.js';
import { formatUnits, opposite } from './score.js';

/** Whose view all scores on the page are given in, as an index: the reader's choice. */
export const viewer = ({ prefs }) => (prefs.view === 1 ? 1 : 0);

/** A score of `side`'s view in the one chosen. */
export const inView = (score, side, state) => (side === viewer(state) ? (score ?? null) : opposite(score));

/**
 * What is known of the position after `ply` moves, in the view chosen: how the game ended, what a search is finding now,
 * or what one found before, a review first of all; `null` where nothing is known. Not `live`, it leaves out the end and
 * the search under way.
 */
export function scoreAt(state, ply, { live = true } = {}) {
  const { game, thinking } = state;
  if (live && ply === game.ply) {
    if (game.ending) return inView(endScore(state), 0, state);
    const found = thinking?.ply === ply && game.searching ? thinking.lines[0]?.score : null;
    if (found) return inView(found, sideToMove(game), state);
  }
  const review = reviewed(state)[ply - 1];
  return review ? inView(review.score, review.player, state) : inView(game.scores[ply], 0, state);
}

/** The score of the position on the board, or of the one before it. */
export const scoreNow = (state) => scoreAt(state, state.game.ply) ?? scoreAt(state, state.game.ply - 1);

/** How a game that is over ended, as a score of the first mover's. */
function endScore(state) {
  const { winner } = state.game.ending;
  const sign = winner === null ? 0 : winner === infoOf(state)?.players[0] ? 1 : -1;
  return { units: null, end: null, sign, final: true };
}

/** A score of the view chosen, in words that say whose it is: `White wins in 3 plies`, or `Black +0.29 discs`. */
export function tellScore(score, state, t) {
  const told = wordScore(score, state, t);
  return score.final || score.units === null ? told : t('evaluation.of', { player: playerName(state, viewer(state), t), score: told });
}

/** A score of the view chosen in words, where it is clear whose it is: `White wins in 3 plies`, or `+0.29 discs`. */
export function wordScore(score, state, t) {
  if (!score.final && score.units !== null) return formatUnits(score, { t, lang: state.prefs.lang, unit: infoOf(state)?.unit ?? null });
  if (score.sign === 0) return t('score.draw');
  const player = playerName(state, score.sign > 0 ? viewer(state) : 1 - viewer(state), t);
  const { plies = null, margin = null } = score.end ?? {};
  if (margin) return t('score.wins.by', { player, n: Math.abs(margin) });
  if (plies === 1) return t('score.wins.next', { player });
  return plies ? t('score.wins.in', { player, n: plies }) : t('score.wins', { player });
}

/** What a move does, in one text; empty where nothing is told of it. */
export const reasonsOf = (why, t) => (why ?? []).map(t.say).join(t('why.and'));
