import { h } from '../dom.js';
import { moveNames, notationOf } from '../notation.js';

const LONGEST = 24;

/**
 * A sequence of moves that shows itself on the board: up to the move the pointer is on, or that was clicked.
 *
 * Returns `{ node, update(moves, ply, cells, movers), show(), toggle() }`: the cells are those that each move touches, and the movers who
 * makes it, where they are known; the node is one element whose moves are its children.
 */
export function createSequence({ store }) {
  const node = h('span', { class: 'sequence' });
  let moves = [];
  let cells;
  let movers;
  let ply = 0;
  let written = '';
  let pinned = null;

  const indexOf = (event) => {
    const move = event.target.closest('[data-index]');
    return move ? Number(move.dataset.index) : null;
  };
  const preview = (index) => {
    const shown = { moves: moves.slice(0, (index ?? 0) + 1), cells, movers, ply, owner: node };
    store.set({ preview: index === null ? null : shown });
    for (const child of node.children)
      child.classList.toggle('shown', index !== null && Number(child.dataset.index) <= index);
  };
  const mine = () => store.state.preview?.owner === node;

  node.addEventListener('pointerover', (event) => {
    const index = indexOf(event);
    if (index !== null && event.pointerType === 'mouse') preview(index);
  });
  node.addEventListener('pointerleave', () => mine() && preview(pinned));
  node.addEventListener('click', (event) => {
    const index = indexOf(event);
    if (index === null) return;
    pinned = pinned === index ? null : index;
    preview(pinned);
  });

  return {
    node,
    update(next, at, touched, by) {
      const list = next.slice(0, LONGEST);
      const { game } = store.state;
      const names = game ? namesAt(store.state, at, list) : list;
      const text = `${at} ${list} ${names}`;
      if (text === written) return;
      written = text;
      if (at !== ply) pinned = null;
      moves = list;
      cells = touched;
      movers = by;
      ply = at;
      node.replaceChildren(
        ...moves.flatMap((_, index) => [h('span', { class: 'pv-move', 'data-index': index }, names[index]), ' ']),
      );
    },
    /** Shows its first move. */
    show() {
      pinned = 0;
      preview(pinned);
    },
    /** Shows the whole sequence, or no longer. */
    toggle() {
      pinned = mine() && pinned !== null ? null : moves.length - 1;
      preview(pinned);
      return pinned !== null;
    },
  };
}

/** The moves' names; a line belongs to the position after `ply` moves, though the game may have gone on. */
function namesAt(state, ply, moves) {
  const { game } = state;
  const before = game.moves.slice(0, ply);
  const names = moveNames({
    game: game.game,
    board: game.start_board,
    moves: [...before, ...moves],
    notation: notationOf(state),
  });
  return names.slice(before.length);
}
