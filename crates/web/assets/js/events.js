import { infoOf } from './game.js';
import { lineOf } from './link.js';
import { rated, resultOf, tookBack } from './rating.js';

/** Applies an event of the server to the store. */
export function receive(event, { store, session, sound, notices, memory }) {
  switch (event.event) {
    case 'hello':
      store.set({ hello: event });
      session.enter();
      break;
    case 'game':
      clearNotices(event, store.state, notices);
      rate(event, store, memory);
      takeGame(event, store, sound);
      session.note(event);
      break;
    case 'thinking':
      store.set({ thinking: { ...event, line: lineAt(store.state.game, event.ply) } });
      break;
    case 'hint':
      store.set({ hint: event });
      break;
    case 'lab':
      store.set({ lab: withRow(store.state.lab, event) });
      break;
    case 'review':
      store.set({ review: withRow(store.state.review, event, event.row?.ply - 1) });
      break;
    case 'trouble':
      notices.show(event.message, 'problem');
      break;
    case 'closed':
      store.set({ connection: event.reason === 'expired' ? 'closed' : 'lost' });
      break;
    default:
  }
}

/** Ends notices about another game, or about a connection that is back. */
function clearNotices(game, { game: before, connection }, notices) {
  if (before && before.room !== game.room) notices.hide();
  else if (connection === 'lost' || connection === 'closed') notices.settle();
}

/** Rates the person by a game that has just ended without help. */
function rate(game, store, memory) {
  const { hello, game: before } = store.state;
  if (before?.room !== game.room || before.ending) return;
  if (tookBack(before, game)) store.set({ helped: game.room });
  if (!game.ending || store.state.helped === game.room) return;
  const result = resultOf(game, infoOf({ hello, game }).players);
  if (result) memory.saveRating(game.game, rated(memory.rating(game.game), result));
}

function takeGame(game, store, sound) {
  const before = store.state.game;
  const same = before?.room === game.room;
  const patch = { game, connection: 'open' };
  const engine = game.players.find(({ kind }) => kind === 'engine');
  if (engine) patch.engine = engine.engine;
  else if (before && before.game !== game.game) patch.engine = null;
  if (!same) Object.assign(patch, { thinking: null, hint: null, lab: null, review: null, preview: null });
  if (!same || before.line !== game.line) Object.assign(patch, { hint: null, preview: null });
  // The analysis of a position that is no longer in the record is dropped.
  const { thinking } = store.state;
  if (same && thinking && thinking.line !== lineAt(game, thinking.ply)) patch.thinking = null;
  store.set(patch);
  if (same && game.ply === before.ply + 1) {
    if (game.ending) sound.end();
    else sound.move();
  }
}

/** The line of the game's record that is `ply` moves long. */
const lineAt = (game, ply) => (game ? lineOf(game.start, game.moves.slice(0, ply)) : null);

/** The state of a laboratory's run or a review with what one event brings, its row in this place. */
export function withRow(before, { run, line, state, row }, place = row?.index) {
  const rows = before?.run === run ? [...before.rows] : [];
  if (row) rows[place] = row;
  return { run, line, state, rows };
}
