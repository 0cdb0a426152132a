import { byId, h, setText, svg } from '../dom.js';
import { isHumanTurn, playerName, sideToMove } from '../game.js';
import { moveNames, notationOf } from '../notation.js';

/** As many moves as the panel shows. */
const MOST = 12;

/** Wires what was played from the position in the games of the server's database, where it has one. */
export function attachExplorer({ store, t, request, command }) {
  const panel = byId('explorer');
  const host = byId('explorer-moves');
  let asked = null;
  let latest = null;

  async function ask() {
    const { hello, game, connection } = store.state;
    panel.hidden = !hello?.database;
    if (panel.hidden || !game || connection !== 'open') return;
    const question = `${game.room} ${game.line}`;
    if (question === asked) {
      show();
      return;
    }
    asked = question;
    try {
      const answer = await request('explore');
      if (asked !== question) return;
      latest = answer;
      show();
    } catch {
      // Another position is on its way, or the connection is gone: the next state asks again.
      asked = null;
    }
  }

  function show() {
    const { game, prefs } = store.state;
    if (!latest || !game) return;
    const count = (number) => number.toLocaleString(prefs.lang);
    const player = playerName(store.state, sideToMove(game), t);
    const games = count(gamesOf(latest.counts));
    setText(byId('explorer-view'), t(latest.moves.length > 0 ? 'explorer.view' : 'explorer.none', { games, player }));
    const playable = isHumanTurn(game);
    const rows = latest.moves.slice(0, MOST).map(({ move, counts }) => {
      const [name] = moveNames({ game: game.game, board: game.board, moves: [move], notation: notationOf(store.state) });
      const disabled = !playable || !game.legal.includes(move);
      return h(
        'tr',
        {},
        h('th', { scope: 'row' }, h('button', { type: 'button', class: 'plain', 'data-move': move, disabled }, name)),
        h('td', { class: 'number' }, count(gamesOf(counts))),
        h('td', {}, bar(counts, t)),
      );
    });
    host.replaceChildren(h('tbody', {}, ...rows));
  }

  host.addEventListener('click', ({ target }) => {
    const { move } = target.closest('[data-move]')?.dataset ?? {};
    if (move !== undefined) command('play', { move, ply: store.state.game.ply });
  });
  store.subscribe(['game', 'connection', 'hello'], ask);
  store.subscribe(['lang', 'prefs'], show);
}

const gamesOf = ({ wins, draws, losses, unknown }) => wins + draws + losses + unknown;

/** How the games with a known end went, as three parts of a bar. */
function bar({ wins, draws, losses }, t) {
  const known = Math.max(wins + draws + losses, 1);
  const [won, drawn, lost] = [wins, draws, losses].map((part) => (100 * part) / known);
  const percent = { wins: Math.round(won), draws: Math.round(drawn), losses: Math.round(lost) };
  const part = (name, x, width) => svg('rect', { class: name, x, y: 1, width, height: 6 });
  return svg(
    'svg',
    {
      class: 'term-bar',
      viewBox: '0 0 100 8',
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': t('explorer.bar', percent),
    },
    part('for', 0, won),
    part('even', won, drawn),
    part('against', won + drawn, lost),
  );
}
