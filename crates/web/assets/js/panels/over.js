import { byId, setDisabled, setText } from '../dom.js';
import { endingText, infoOf, isRunning } from '../game.js';
import { resultOf, suggested } from '../rating.js';

/** Wires the card at the end of a game: how it ended, the person's rating, and what to do next. */
export function attachOver({ store, t, command, session, memory }) {
  const on = (id, action) => byId(id).addEventListener('click', action);
  on('over-review', () => command('review'));
  on('over-again', () => session.restart());
  on('over-swap', () => session.restart({ swap: true }));
  on('over-next', () => session.restart({ level: Number(byId('over-next').dataset.level) }));

  store.subscribe(['game', 'review', 'connection', 'lang', 'hello', 'prefs'], (state) => {
    const { game, review, connection } = state;
    const off = !game || connection !== 'open';
    const ended = Boolean(game?.ending) && game.ply === game.moves.length;
    byId('over').hidden = !ended;
    setText(byId('over-result'), ended ? endingText(state, t) : '');
    drawRating(ended, state, memory, t);
    setDisabled(byId('over-review'), off || isRunning(review) || game.moves.length === 0);
    for (const id of ['over-again', 'over-swap']) setDisabled(byId(id), off);
  });
}

/** How strong the person is by now, and whom to play next. */
function drawRating(ended, state, memory, t) {
  const { game, helped, prefs } = state;
  const against = ended && infoOf(state) ? resultOf(game, infoOf(state).players) : null;
  const rating = against && memory.rating(game.game);
  const [told, next] = [byId('over-rating'), byId('over-next')];
  const unrated = against && helped === game.room;
  told.hidden = !rating && !unrated;
  next.hidden = !rating || suggested(rating, infoOf(state).levels.length) === against.level;
  if (unrated) setText(told, t('over.helped'));
  else if (rating) {
    const strength = rating.strength.toLocaleString(prefs.lang, { maximumFractionDigits: 1 });
    setText(told, t('over.rating', { strength, n: rating.games }));
  }
  if (next.hidden) return;
  next.dataset.level = suggested(rating, infoOf(state).levels.length);
  setText(next, t('over.next', { n: next.dataset.level }));
}
