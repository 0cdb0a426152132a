import { createBoard } from '../boards/index.js';
import { byId, h } from '../dom.js';
import { infoOf, isHumanTurn, moverAt, piecesMove, sideToMove } from '../game.js';
import { briefScore } from '../score.js';
import { notationOf } from '../notation.js';
import { inView } from '../verdict.js';
import { dialogHead, openDialog } from './dialog.js';

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
  /** Moves that are entered alike: a question settles which is meant. */
  const onChoice = (moves) => {
    const dialog = byId('choice-dialog');
    const choose = (move) => {
      dialog.close();
      onMove(move);
    };
    const button = (move) => h('button', { type: 'button', 'data-move': move, on: { click: () => choose(move) } }, move);
    const head = dialogHead('choice-heading', t('choice.heading'), t);
    dialog.replaceChildren(head, h('div', { class: 'stack' }, ...moves.map(button)));
    openDialog(dialog);
  };
  const onMove = (move) => command('play', { move, ply: store.state.game.ply });

  const shownKeys = ['game', 'hello', 'thinking', 'hint', 'preview', 'prefs', 'flipped', 'lang', 'connection'];
  store.subscribe(shownKeys, (state) => {
    const { game } = state;
    if (!game) return;
    const info = infoOf(state);
    if (!info) return;
    if (game.game !== shown) {
      board?.destroy();
      host.dataset.game = game.game;
      board = createBoard(host, info, { onMove, onChoice, onRefused, say: t.say, t });
      shown = game.game;
      // Without a game the page is disabled.
      document.body.classList.add('ready');
      document.querySelector('main').inert = false;
    }
    board.update(viewOf(state));
    const { width, height } = host.querySelector('svg.board').viewBox.baseVal;
    host.closest('main').style.setProperty('--ratio', (width / height).toFixed(4));
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
    board: game.board,
    shape: game.shape,
    moves,
    lastMove: moves.at(-1) ?? null,
    last: game.last,
    legal: game.legal,
    routes: game.routes,
    forbidden: game.forbidden,
    checked: game.checked,
    deciding: game.deciding,
    interactive,
    turn: game.turn,
    flipped: isFlipped(state),
    options: { numbers, letters, forbidden, coordinates, notation: notationOf(state), animate: true, pv: prefs.pv },
    pv: lineShown(state),
    lines: linesShown(state),
    hint: hint && hint.ply === game.ply ? hint.move : null,
  };
}

/** Where pieces move, the only human's side is below. */
function isFlipped(state) {
  const { game, flipped } = state;
  const people = game.players.flatMap(({ kind }, side) => (kind === 'human' ? [side] : []));
  const far = people.length === 1 && people[0] !== infoOf(state).near;
  return (piecesMove(game) && far) !== flipped;
}

/** The first moves of an analysis, each with its score. */
function linesShown(state) {
  const { game, thinking, preview, prefs } = state;
  if (preview || !prefs.pv || !game.analysis || thinking?.purpose !== 'analysis' || thinking.ply !== game.ply)
    return [];
  if (thinking.lines.length < 2) return [];
  return thinking.lines
    .filter(({ moves }) => moves.length > 0)
    .map(({ moves, score }, index) => ({
      move: moves[0],
      rank: index + 1,
      text: briefScore(inView(score, sideToMove(game), state), prefs.lang),
    }));
}

/** The line to draw: what the pointer is on, or else what the engine thinks of. */
function lineShown({ game, thinking, preview, prefs }) {
  if (preview && preview.ply === game.ply) return { ...preview, first: sideToMove(game) };
  if (!prefs.pv || !game.searching || !thinking || thinking.ply !== game.ply) return null;
  const { moves = [], cells, movers } = thinking.lines[0] ?? {};
  return moves.length > 0 ? { moves, cells, movers, first: moverAt(game, thinking.ply) } : null;
}
