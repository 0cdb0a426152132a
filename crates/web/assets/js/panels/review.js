import { byId, h, setDisabled, setText } from '../dom.js';
import { infoOf, playerName } from '../game.js';
import { lineOf, pliesOf } from '../link.js';
import { moveNames, notationOf } from '../notation.js';
import { resultOf, suggested } from '../rating.js';
import { SIGNS, nextBad, reviewed, tally, toldAt, turnOf } from '../review.js';
import { createSequence } from './sequence.js';

/** Wires the card at the end of a game, and the review: how it goes, what it counted, and what was better. */
export function attachReview({ store, t, command, session, notices, memory }) {
  const on = (id, action) => byId(id).addEventListener('click', action);
  const review = () => command('review');
  on('over-review', review);
  on('review', review);
  on('over-again', () => session.restart());
  on('over-swap', () => session.restart({ swap: true }));
  on('over-next', () => session.restart({ level: Number(byId('over-next').dataset.level) }));
  on('review-stop', () => command('stop', { what: 'review' }));
  const seek = (ply) => ply !== null && command('seek', { ply });
  on('review-previous', () => seek(nextBad(reviewed(store.state), store.state.game.ply, -1)));
  on('review-next', () => seek(nextBad(reviewed(store.state), store.state.game.ply, 1)));
  on('review-before', () => seek(toldAt(reviewed(store.state), store.state.game.ply).ply - 1));
  on('review-play', () => {
    const { game, settings, players, start, moves, ply } = store.state.game;
    const line = lineOf(start, moves.slice(0, ply));
    session.replace({ game, settings, players, line }, 'review.played').catch((error) => notices.refused(error));
  });

  const sequence = createSequence({ store });
  byId('review-better').append(sequence.node);
  /** The move whose better line is on the board. */
  let shown = null;

  store.subscribe(['game', 'review', 'connection', 'lang', 'hello', 'prefs'], (state) => {
    const { game, review: run, connection } = state;
    const off = !game || connection !== 'open';
    const rows = reviewed(state);
    const busy = run?.state === 'running' || run?.state === 'waiting';
    const ended = Boolean(game?.ending) && game.ply === game.moves.length;
    byId('over').hidden = !ended;
    setText(byId('over-result'), ended ? result(state, t) : '');
    drawRating(ended, state, memory, t);
    for (const id of ['over-review', 'review']) setDisabled(byId(id), off || busy || game.moves.length === 0);
    for (const id of ['over-again', 'over-swap']) setDisabled(byId(id), off);
    byId('review-panel').hidden = !run || (rows.length === 0 && !busy);
    if (byId('review-panel').hidden) {
      shown = null;
      return;
    }
    const all = pliesOf(run);
    setText(byId('review-state'), t(`review.state.${run.state}`, { n: rows.length, of: all }));
    Object.assign(byId('review-progress'), { max: all, value: rows.length, hidden: !busy });
    byId('review-stop').hidden = !busy;
    drawTable(byId('review-counts'), rows, state, t);
    setDisabled(byId('review-previous'), off || nextBad(rows, game.ply, -1) === null);
    setDisabled(byId('review-next'), off || nextBad(rows, game.ply, 1) === null);
    setDisabled(byId('review-play'), off || game.ply === game.moves.length);
    const told = toldAt(rows, game.ply);
    const before = told?.ply === game.ply + 1;
    byId('review-move').hidden = !told;
    byId('review-before').hidden = !told || before;
    if (told) {
      byId('review-move').dataset.mark = told.mark;
      setText(byId('review-verdict'), verdict(told, state, t));
      sequence.update(told.best.moves, told.ply - 1, told.best.cells, told.best.movers);
    }
    const now = told && before ? told.ply : null;
    if (now !== null && now !== shown) sequence.show();
    shown = now;
  });
}

/** Who won, in few words. */
function result({ game }, t) {
  const { winner, reason } = game.ending;
  const told = t(`reason.${reason}`, {}, reason);
  return winner
    ? t('status.wins', { player: t(`player.${winner}`, {}, winner), reason: told })
    : t('status.draw', { reason: told });
}

/** How strong the person is by now, and whom to play next. */
function drawRating(ended, state, memory, t) {
  const { game, hello, helped, prefs } = state;
  const against = ended && infoOf(state) ? resultOf(game, infoOf(state).players) : null;
  const rating = against && memory.rating(game.game);
  const [told, next] = [byId('over-rating'), byId('over-next')];
  const unrated = against && helped === game.room;
  told.hidden = !rating && !unrated;
  next.hidden = !rating || !hello || suggested(rating, hello.levels) === against.level;
  if (unrated) setText(told, t('over.helped'));
  else if (rating) {
    const strength = rating.strength.toLocaleString(prefs.lang, { maximumFractionDigits: 1 });
    setText(told, t('over.rating', { strength, n: rating.games }));
  }
  if (next.hidden) return;
  next.dataset.level = suggested(rating, hello.levels);
  setText(next, t('over.next', { n: next.dataset.level }));
}

/** A row a mark: how many moves of each player have it. */
function drawTable(table, rows, state, t) {
  const players = tally(rows);
  const drawn = JSON.stringify([players, state.prefs.lang, state.game.game]);
  if (table.dataset.drawn === drawn) return;
  table.dataset.drawn = drawn;
  const names = players.map((_, player) => h('th', { scope: 'col' }, playerName(state, player, t)));
  const row = ([mark, sign]) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row', 'data-mark': mark }, `${sign} ${t(`review.${mark}`)}`),
      ...players.map((counts) => h('td', {}, String(counts[mark]))),
    );
  table.replaceChildren(
    h('thead', {}, h('tr', {}, h('td'), ...names)),
    h('tbody', {}, ...Object.entries(SIGNS).map(row)),
  );
}

/** What a bad move was, and what it cost. */
function verdict(row, state, t) {
  const { game, prefs } = state;
  const names = { game: game.game, board: game.start_board, moves: game.moves.slice(0, row.ply), notation: notationOf(state) };
  const percent = (share) => share.toLocaleString(prefs.lang, { style: 'percent' });
  const [best, played] = row.probability.map(percent);
  const told = { n: row.ply, player: playerName(state, row.player, t), move: moveNames(names).at(-1), best, played };
  const turn = turnOf(row);
  const why = turn && t(`review.${turn.kind}`, { player: playerName(state, 1 - row.player, t), n: turn.plies });
  return [t(`review.told.${row.mark}`, told), why].filter(Boolean).join(' ');
}
