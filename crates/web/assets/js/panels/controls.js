import { byId, copyText } from '../dom.js';
import { isHumanTurn, mustPass } from '../game.js';

/** Wires everything that is done by one button. */
export function attachControls({ store, t, command, session, notices }) {
  const on = (id, action) => byId(id).addEventListener('click', action);
  const seek = (to) => {
    const { ply, moves } = store.state.game;
    const target = Math.max(0, Math.min(moves.length, to(ply, moves.length)));
    if (target !== ply) command('seek', { ply: target });
  };

  on('first', () => seek(() => 0));
  on('previous', () => seek((ply) => ply - 1));
  on('next', () => seek((ply) => ply + 1));
  on('last', () => seek((_, length) => length));
  on('undo', () => command('undo'));
  on('redo', () => command('redo'));
  on('hint', () => command('hint'));
  on('pass', () => command('play', { move: 'pass', ply: store.state.game.ply }));
  on('go', () => {
    // Where no engine plays, as in a record, the one seen last makes the move.
    const { game, engine } = store.state;
    const mind = game.players.every(({ kind }) => kind === 'human') ? engine : null;
    command('go', mind ? { mind } : {});
  });
  on('move-now', () => command('stop', { what: 'search' }));
  on('pause', () => command('pause'));
  on('continue', () => command('continue'));
  on('restart', () => command('restart'));
  on('swap', () => command('restart', { swap: true }));
  on('resign', () => command('resign', { player: resigning(store.state.game) }));
  on('share', async () => {
    const link = session.link();
    notices.show(t((await copyText(link)) ? 'share.done' : 'share.failed'));
  });
  document.addEventListener('boyi:resume', () => session.resume());

  store.subscribe(['game', 'connection'], ({ game, connection }) => {
    const off = !game || connection !== 'open';
    const enable = (id, possible) => setDisabled(byId(id), off || !possible);
    const moving = game?.searching === 'move';
    const engines = game?.players.some(({ kind }) => kind === 'engine') ?? false;
    enable('first', game?.ply > 0);
    enable('previous', game?.ply > 0);
    enable('next', game && game.ply < game.moves.length);
    enable('last', game && game.ply < game.moves.length);
    enable('undo', game && (game.ply > 0 || game.ending?.reason === 'resignation'));
    enable('redo', game && game.ply < game.moves.length);
    enable('hint', game && isHumanTurn(game) && !moving);
    enable('go', game && !game.ending && !moving);
    enable('move-now', moving || game?.searching === 'hint');
    enable('resign', game && !game.ending && resigning(game) !== null);
    for (const id of ['restart', 'swap', 'share', 'import', 'export']) enable(id, true);
    enable('pause', engines && !game.ending);
    enable('continue', true);
    const paused = Boolean(game?.paused && engines && !game.ending);
    byId('continue').hidden = !paused;
    byId('pause').hidden = paused;
    byId('pass').hidden = !(game && isHumanTurn(game) && mustPass(game));
  });
}

/** Who would resign: the person to move, or the only one. */
function resigning(game) {
  if (game.players[game.mover].kind === 'human') return game.mover;
  return game.players[1 - game.mover].kind === 'human' ? 1 - game.mover : null;
}

/** A button that loses the focus by being disabled would send the keyboard to the top of the page. */
function setDisabled(button, disabled) {
  if (disabled && document.activeElement === button) byId('board-host').focus({ preventScroll: true });
  button.disabled = disabled;
}
