import { byId, setText } from '../dom.js';
import { endingText, infoOf, isHumanTurn, moverAt, mustPass, playerName, sideToMove, swapStep } from '../game.js';
import { moveNames, notationOf } from '../notation.js';
import { opposite, standing } from '../score.js';
import { scoreNow, tellScore, viewer } from '../verdict.js';

/** Wires the line above the board, and the bar of the evaluation below it. */
export function attachStatus({ store, t }) {
  const status = byId('status');
  const bar = byId('evaluation');

  store.subscribe(['game', 'review', 'thinking', 'lang', 'hello', 'prefs'], (state) => {
    const { game } = state;
    if (!game) {
      setText(status, t('status.starting'));
      return;
    }
    const phase = phaseOf(state);
    Object.assign(status.dataset, {
      state: phase,
      mover: game.mover,
      ply: game.ply,
      version: game.version,
      room: game.room,
    });
    setText(status, statusText(state, phase, t));
    drawBar(bar, state, t);
  });
}

/** `over`, `thinking`, `waiting`, `paused` or `playing`. */
function phaseOf({ game, thinking }) {
  if (game.ending) return 'over';
  if (game.searching === 'move') {
    return thinking?.ply === game.ply && thinking.state === 'waiting' && thinking.ahead > 0 ? 'waiting' : 'thinking';
  }
  if (isHumanTurn(game)) return 'playing';
  return game.paused ? 'paused' : 'waiting';
}

function statusText(state, phase, t) {
  const { game, thinking } = state;
  const player = playerName(state, game.mover, t);
  const moves = game.moves.slice(0, game.ply);
  const last = moveNames({ game: game.game, board: game.start_board, moves, notation: notationOf(state) }).at(-1) ?? null;
  const before = last && t('status.last', { player: playerName(state, moverAt(game, game.ply - 1), t), move: last });
  // The buttons of a choice stand beside the line.
  const bare = phase === 'over' || swapStep(game) === 'choose';
  return [bare ? null : before, phaseText()].filter(Boolean).join(' · ');

  function phaseText() {
    if (phase === 'over') return endingText(state, t);
    if (phase === 'playing' && swapStep(game)) return swapText(state, t);
    if (phase === 'playing' && mustPass(game)) return t('status.must-pass', { player });
    if (phase === 'playing') {
      const alone = game.players.filter(({ kind }) => kind === 'human').length === 1;
      return t(alone ? 'status.yours' : 'status.turn', { player });
    }
    const waits = phase === 'waiting' && thinking?.ahead > 0;
    const key = phase === 'paused' ? 'status.paused' : waits ? 'status.waiting' : 'status.thinking';
    return t(key, { player, ahead: thinking?.ahead ?? 0 });
  }
}

/** What a person is to do in an opening that shares the sides. */
function swapText(state, t) {
  const { game } = state;
  if (swapStep(game) === 'choose') return t('swap.choose');
  return t('swap.play', { player: playerName(state, sideToMove(game), t), left: game.swap.left });
}

function drawBar(bar, state, t) {
  const { game } = state;
  const score = scoreNow(state);
  const share = standing(viewer(state) === 0 ? score : opposite(score), infoOf(state)?.half_win ?? 5) ?? 0;
  const percent = Math.round(50 + 50 * share);
  const [first, second] = infoOf(state)?.presentation.sides ?? [];
  if (first) bar.style.setProperty('--first', first.colour);
  if (second) bar.style.setProperty('--second', second.colour);
  bar.style.setProperty('--share', `${percent}%`);
  bar.setAttribute('aria-valuenow', String(percent));
  const words = score ? tellScore(score, state, t) : t('evaluation.unknown');
  bar.setAttribute('aria-valuetext', words);
  setText(byId('evaluation-text'), score && !game.ending ? words : '');
}
