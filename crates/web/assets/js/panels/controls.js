import { byId, copyText, h, setDisabled } from '../dom.js';
import { isHumanTurn, engineName, movesAside, playerName, resigner, sideToMove, swapStep } from '../game.js';
import { moveNames, notationOf } from '../notation.js';
import { inView, reasonsOf, tellScore } from '../verdict.js';

/** Wires the controls that are single buttons. */
export function attachControls({ store, t, command, session, notices }) {
  const on = (id, action) => byId(id).addEventListener('click', action);
  /** The ply last asked for, until the server has answered: steps faster than that add up. */
  let asked = null;
  const seek = async (to) => {
    const { ply, moves } = store.state.game;
    const from = asked ?? ply;
    const target = Math.max(0, Math.min(moves.length, to(from, moves.length)));
    if (target === from) return;
    asked = target;
    await command('seek', { ply: target });
    if (asked === target) asked = null;
  };

  on('first', () => seek(() => 0));
  on('previous', () => seek((ply) => ply - 1));
  on('next', () => seek((ply) => ply + 1));
  on('last', () => seek((_, length) => length));
  on('undo', () => command('undo'));
  on('redo', () => command('redo'));
  on('hint', () => command('hint'));
  byId('moves-aside').addEventListener('click', ({ target }) => {
    const { move } = target.closest('[data-move]')?.dataset ?? {};
    if (move !== undefined) command('play', { move, ply: store.state.game.ply });
  });
  byId('choices').addEventListener('click', ({ target }) => {
    const { choice } = target.closest('[data-choice]')?.dataset ?? {};
    if (choice !== undefined) command('choose', { choice });
  });
  on('go', () => {
    // Where no engine plays, as in a record, the one seen last makes the move.
    const { game, engine } = store.state;
    const player = game.players.every(({ kind }) => kind === 'human') ? engine : null;
    command('go', player ? { engine: player } : {});
  });
  on('move-now', () => command('stop', { what: 'search' }));
  on('pause', () => command('pause'));
  on('continue', () => command('continue'));
  on('restart', () => session.restart());
  on('swap', () => session.restart({ swap: true }));
  on('resign', () => command('resign', { player: resigner(store.state.game) }));
  on('share', async () => {
    const link = session.link();
    notices.show(t((await copyText(link)) ? 'share.done' : 'share.failed'));
  });
  // The hint is marked on the board and announced to screen readers.
  store.subscribe(['hint'], (state) => {
    const { game, hint } = state;
    if (!hint || hint.ply !== game?.ply) return;
    const names = { game: game.game, board: game.board, moves: [hint.move], notation: notationOf(state) };
    const [move] = moveNames(names);
    const score = hint.score ? tellScore(inView(hint.score, sideToMove(game), state), state, t) : '';
    const told = t(score ? 'hint.told.score' : 'hint.told', { move, score });
    const reasons = reasonsOf(hint.why, t);
    notices.show(reasons ? t('hint.why', { told, reasons }) : told);
  });
  // Who chose is not who moves next: a person who plays one side is told which.
  let choosing = null;
  store.subscribe(['game'], (state) => {
    const { game } = state;
    const chosen = choosing === game?.room && game.swap?.step === 'chosen';
    choosing = game && swapStep(game) ? game.room : null;
    const people = [0, 1].filter((side) => game?.players[side].kind === 'human');
    if (chosen && people.length === 1) notices.show(t('swap.chosen', { player: playerName(state, people[0], t) }));
  });
  document.addEventListener('boyi:resume', () => session.comeBack());

  store.subscribe(['game', 'connection', 'engine', 'lang'], ({ game, connection, engine }) => {
    const off = !game || connection !== 'open';
    const enable = (id, possible) => setDisabled(byId(id), off || !possible);
    const moving = game?.searching === 'move';
    const engines = game?.players.some(({ kind }) => kind === 'engine') ?? false;
    // A game that was seen can be stepped through without the server.
    const step = (id, possible) => setDisabled(byId(id), !game || !possible);
    step('first', game?.ply > 0);
    step('previous', game?.ply > 0);
    step('next', game && game.ply < game.moves.length);
    step('last', game && game.ply < game.moves.length);
    enable('undo', game && (game.ply > 0 || game.ending?.reason === 'resignation'));
    enable('redo', game && game.ply < game.moves.length);
    enable('hint', game && isHumanTurn(game) && !swapStep(game) && !moving);
    enable('go', game && !game.ending && !moving);
    const people = game?.players.every(({ kind }) => kind === 'human');
    byId('go').title = people && engine ? engineName(engine, t) : '';
    enable('move-now', moving || game?.searching === 'hint');
    enable('resign', game && !game.ending && resigner(game) !== null);
    for (const id of ['restart', 'swap', 'share', 'import', 'export']) enable(id, true);
    enable('pause', engines && !game.ending);
    enable('continue', true);
    const paused = Boolean(game?.paused && engines && !game.ending);
    hideAll({ continue: !paused, pause: paused });
    const own = game && isHumanTurn(game);
    offer(byId('moves-aside'), own ? asideOf(game, t) : []);
    offer(byId('choices'), own && swapStep(game) === 'choose' ? choicesOf(store.state, t) : []);
  });
}

/** The moves that are not made on the board. */
const asideOf = (game, t) =>
  movesAside(game).map((move) => ({ data: { 'data-move': move }, label: t(`move.${move}`, {}, move) }));

/** What may be chosen in an opening that shares the sides. */
function choicesOf(state, t) {
  const { game } = state;
  const side = (choice, index) => ({
    data: { 'data-choice': choice },
    label: t('swap.side', { player: playerName(state, index, t) }),
  });
  const more = { data: { 'data-choice': 'more' }, label: t('swap.more', { count: game.swap.add }) };
  return [side('first', 0), side('second', 1), ...(game.swap.add > 0 ? [more] : [])];
}

/** A button for each of `deeds`; a focus that would be lost goes to the board. */
function offer(host, deeds) {
  const labels = deeds.map(({ label }) => label);
  if (String([...host.children].map(({ textContent }) => textContent)) === String(labels)) return;
  if (host.contains(document.activeElement)) byId('board-host').focus({ preventScroll: true });
  const button = ({ data, label }) => h('button', { type: 'button', class: 'primary', ...data }, label);
  host.replaceChildren(...deeds.map(button));
  host.hidden = deeds.length === 0;
}

/** Hides and shows buttons; a focus that would be hidden goes to what takes the button's place, or to the board. */
function hideAll(hidden) {
  const focused = document.activeElement;
  for (const [id, hide] of Object.entries(hidden)) byId(id).hidden = hide;
  if (!hidden[focused?.id]) return;
  const successor = byId({ pause: 'continue', continue: 'pause' }[focused.id] ?? 'board-host');
  (successor.hidden || successor.disabled ? byId('board-host') : successor).focus({ preventScroll: true });
}
