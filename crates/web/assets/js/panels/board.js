import { createBoard } from '../boards/index.js';
import { byId } from '../dom.js';
import { isHumanTurn, moverAt } from '../game.js';
import { briefScore } from '../score.js';

/** Wires the board: what it shows, and the moves made on it. */
export function attachBoard({ store, t, command, notices }) {
  const host = byId('board-host');
  let board = null;
  let shown = null;

  /** Renju's forbidden points look like any other where they are not shown: a click on one is to be answered. */
  const onRefused = (square) => {
    const kind = store.state.game?.forbidden.find(([point]) => point === square)?.[1];
    if (kind) notices.show(t(`forbidden.${kind}`, {}, kind), 'problem');
  };
  const onMove = (move) => command('play', { move, ply: store.state.game.ply });

  store.subscribe(['game', 'thinking', 'hint', 'preview', 'prefs', 'flipped', 'lang', 'connection'], (state) => {
    const { game } = state;
    if (!game) return;
    const kind = `${game.game} ${game.settings.size ?? ''}`;
    if (kind !== shown) {
      board?.destroy();
      host.dataset.game = game.game;
      board = createBoard(host, game.game, { onMove, onRefused, t });
      shown = kind;
      // Without a game the page is disabled.
      document.body.classList.add('ready');
      document.querySelector('main').inert = false;
    }
    board.update(viewOf(state));
  });

  // The address names the game: the link to the board must not change it.
  document.querySelector('.skip').addEventListener('click', (event) => {
    event.preventDefault();
    host.querySelector('svg.board')?.focus();
  });
  byId('flip').addEventListener('click', () => store.set({ flipped: !store.state.flipped }));
}

/** What the board is to show of the state. */
function viewOf(state) {
  const { game, hint, prefs, connection } = state;
  const { numbers, letters, forbidden, coordinates } = prefs;
  const moves = game.moves.slice(0, game.ply);
  const interactive = isHumanTurn(game) && connection === 'open' && game.searching !== 'move';
  return {
    settings: game.settings,
    board: game.board,
    moves,
    lastMove: moves.at(-1) ?? null,
    legal: game.legal,
    forbidden: game.forbidden,
    interactive,
    turn: game.turn,
    flipped: isFlipped(state),
    options: { numbers, letters, forbidden, coordinates, animate: true, pv: prefs.pv },
    pv: lineShown(state),
    lines: linesShown(state),
    hint: hint && hint.ply === game.ply ? hint.move : null,
  };
}

/** Xiangqi has its near side below: the only human's. */
function isFlipped({ game, flipped }) {
  const second = game.game === 'xiangqi' && game.players[0].kind !== 'human' && game.players[1].kind === 'human';
  return second !== flipped;
}

/** The first moves of an analysis, each with its score. */
function linesShown({ game, thinking, preview, prefs }) {
  if (preview || !prefs.pv || !game.analysis || thinking?.purpose !== 'analysis' || thinking.ply !== game.ply)
    return [];
  if (thinking.lines.length < 2) return [];
  return thinking.lines
    .filter(({ moves }) => moves.length > 0)
    .map(({ moves, score }, index) => ({
      move: moves[0],
      rank: index + 1,
      text: briefScore(score, prefs.lang),
    }));
}

/** The line to draw: what the pointer is on, or else what the engine thinks of. */
function lineShown({ game, thinking, preview, prefs }) {
  if (preview && preview.ply === game.ply) return { moves: preview.moves, first: game.mover };
  if (!prefs.pv || !game.searching || !thinking || thinking.ply !== game.ply) return null;
  const moves = thinking.lines[0]?.moves ?? [];
  return moves.length > 0 ? { moves, first: moverAt(game, thinking.ply) } : null;
}
