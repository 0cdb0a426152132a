import { byId, h, setText } from '../dom.js';
import { moverAt, playerName } from '../game.js';
import { moveNames, notationOf } from '../notation.js';
import { SIGNS, reviewed } from '../review.js';
import { briefScore } from '../score.js';
import { scoreAt, viewer } from '../verdict.js';

/** Wires the list of moves: two a row, each with its evaluation; a click goes there. */
export function attachMoves({ store, t, command }) {
  const list = byId('moves');
  let drawn = '';

  list.addEventListener('click', ({ target }) => {
    const ply = target.closest('[data-ply]')?.dataset.ply;
    if (ply !== undefined && Number(ply) !== store.state.game.ply) command('seek', { ply: Number(ply) });
  });

  store.subscribe(['game', 'review', 'lang', 'hello', 'prefs'], (state) => {
    const {
      game,
      prefs: { lang },
    } = state;
    if (!game) return;
    setText(byId('moves-scores'), t('moves.scores', { player: playerName(state, viewer(state), t) }));
    const rows = reviewed(state);
    const contents = JSON.stringify([lang, notationOf(state), game.room, game.moves, moverAt(game, 0)]);
    if (contents !== drawn) {
      drawn = contents;
      const focused = list.contains(document.activeElement) ? document.activeElement.dataset.ply : null;
      list.replaceChildren(...rowsOf(state, t));
      if (focused !== null) list.querySelector(`[data-ply="${focused}"]`)?.focus({ preventScroll: true });
    }
    // Scores change with every depth of an analysis: that must not take buttons from under the focus.
    for (const button of list.querySelectorAll('[data-ply]')) {
      const ply = Number(button.dataset.ply);
      setText(button.querySelector('.move-score'), briefScore(scoreAt(state, ply, { live: false }), lang));
      const mark = rows[ply - 1]?.mark ?? null;
      const sign = button.querySelector('.move-mark');
      if (!sign) continue;
      setText(sign, SIGNS[mark] ?? '');
      sign.title = mark ? t(`review.${mark}`) : '';
      sign.dataset.mark = mark ?? '';
    }
    markCurrent(list, game.ply);
  });
}

function rowsOf(state, t) {
  const { game } = state;
  const names = moveNames({ game: game.game, board: game.start_board, moves: game.moves, notation: notationOf(state) });
  const button = (ply) => {
    const move = names[ply - 1];
    const player = playerName(state, moverAt(game, ply - 1), t);
    return h(
      'button',
      {
        type: 'button',
        class: 'move',
        'data-ply': ply,
        title: t('moves.goto', { n: ply, player, move }),
      },
      h('span', {}, move),
      h('span', { class: 'move-mark' }),
      ' ',
      h('span', { class: 'move-score' }),
    );
  };
  const list = [
    h(
      'li',
      { class: 'move-row' },
      h('span', { class: 'move-number' }, '0'),
      h(
        'button',
        { type: 'button', class: 'move', 'data-ply': 0 },
        t('moves.start'),
        ' ',
        h('span', { class: 'move-score' }),
      ),
    ),
  ];
  // A row has a move of each side. Where the second begins, or a side moves again, there is a gap.
  let open = false;
  for (let ply = 1; ply <= game.moves.length; ply += 1) {
    const second = moverAt(game, ply - 1) === 1;
    if (second && open) {
      list.at(-1).append(button(ply));
    } else {
      const first = second ? [h('span', { class: 'move' }, '…'), button(ply)] : [button(ply)];
      list.push(h('li', { class: 'move-row' }, h('span', { class: 'move-number' }, String(list.length)), ...first));
    }
    open = !second;
  }
  return list;
}

/** Marks the move reached and scrolls the list to it, and nothing but the list. */
function markCurrent(list, ply) {
  list.querySelector('[aria-current]')?.removeAttribute('aria-current');
  const current = list.querySelector(`[data-ply="${ply}"]`);
  if (!current) return;
  current.setAttribute('aria-current', 'true');
  const row = current.parentElement;
  const above = row.offsetTop;
  if (above < list.scrollTop) list.scrollTop = above;
  else if (above + row.offsetHeight > list.scrollTop + list.clientHeight)
    list.scrollTop = above + row.offsetHeight - list.clientHeight;
}
