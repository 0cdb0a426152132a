import { infoOf, playerName } from './game.js';
import { formatScore, opposite } from './score.js';

/**
 * What is known of the position after `ply` moves, in the first mover's view: how the game ended, what a search is
 * finding now, or what one found before; `null` where nothing is known.
 */
export function scoreAt(state, ply) {
  const { game, thinking } = state;
  if (ply === game.ply) {
    if (game.ending) return endScore(state);
    const found = thinking?.ply === ply && game.searching ? thinking.lines[0]?.score : null;
    if (found) return game.mover === 0 ? found : opposite(found);
  }
  return game.scores[ply] ?? null;
}

/** The score of the position on the board, or of the one before it. */
export const scoreNow = (state) => scoreAt(state, state.game.ply) ?? state.game.scores[state.game.ply - 1] ?? null;

/** How a game that is over ended, as a score. */
function endScore(state) {
  const { winner } = state.game.ending;
  const sign = winner === null ? 0 : winner === infoOf(state)?.players[0] ? 1 : -1;
  return { units: null, end: null, sign, final: true };
}

/** A score in words that say whose it is: `White wins in 3`, or `Black +0.29 discs`; `viewer` is whose view it is in. */
export function tellScore(score, viewer, state, t) {
  if (score.final && score.sign !== 0) {
    const player = playerName(state, score.sign > 0 ? viewer : 1 - viewer, t);
    const { plies = null, margin = null } = score.end ?? {};
    if (margin) return t('score.wins.by', { player, n: Math.abs(margin) });
    return plies ? t('score.wins.in', { player, n: plies }) : t('score.wins', { player });
  }
  if (score.final) return t('score.draw');
  const told = formatScore(score, { t, lang: state.prefs.lang, unit: infoOf(state)?.unit ?? null });
  return t('evaluation.of', { player: playerName(state, viewer, t), score: told });
}
