import { byId, h, setDisabled, setText } from '../dom.js';
import { isRunning, playerName } from '../game.js';
import { lineOf, pliesOf } from '../link.js';
import { moveNames, notationOf } from '../notation.js';
import { SIGNS, nextBad, reviewed, tally, toldAt, turnOf } from '../review.js';
import { reasonsOf } from '../verdict.js';
import { createSequence } from './sequence.js';

/** Wires the review: how it goes, what it counted, and what was better. */
export function attachReview({ store, t, command, session, notices }) {
  const on = (id, action) => byId(id).addEventListener('click', action);
  on('review', () => command('review'));
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
    const busy = isRunning(run);
    setDisabled(byId('review'), off || busy || game.moves.length === 0);
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
  const end = turn && t(`review.${turn.kind}`, { player: playerName(state, 1 - row.player, t), n: turn.plies });
  const [better] = moveNames({ ...names, moves: [...names.moves.slice(0, -1), row.best.moves[0]] }).slice(-1);
  const reasons = [[told.move, row.why?.[1]], [better, row.why?.[0]]].map(([move, why]) => [move, reasonsOf(why, t)]);
  const sentences = reasons.filter(([, text]) => text).map(([move, text]) => t('review.why', { move, reasons: text }));
  return [t(`review.told.${row.mark}`, told), end, ...sentences].filter(Boolean).join(' ');
}
