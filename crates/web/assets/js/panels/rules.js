import { createBoard } from '../boards/index.js';
import { byId, h } from '../dom.js';
import { infoOf } from '../game.js';
import { lineOf } from '../link.js';
import { notationOf } from '../notation.js';
import { dialogHead, openDialog } from './dialog.js';

/** Wires the rules: cards with a board each, on which a piece shows where it may go; a move is tried in a game. */
export function attachRules({ store, t, request, session, notices }) {
  const dialog = byId('rules-dialog');
  const button = byId('rules');
  let boards = [];

  /** Goes on from a card's position, two people at the board. */
  const attempt = ({ settings, start, moves }, move) => {
    dialog.close();
    const { game } = store.state.game;
    const players = [{ kind: 'human' }, { kind: 'human' }];
    session.replace({ game, settings, players, line: lineOf(start, [...moves, move]) }, 'rules.tried').catch((error) => notices.refused(error));
  };

  const cardOf = (card, info) => {
    const host = h('div', { class: 'rule-board' });
    const node = h('article', { class: 'rule' }, h('h3', {}, t.say(card.title)), h('p', {}, t.say(card.text)), host);
    const onMove = (move) => attempt(card, move);
    const board = createBoard(host, info, { onMove, onChoice: ([move]) => onMove(move), say: t.say, t });
    board.update({
      ...card,
      interactive: true,
      options: { coordinates: true, forbidden: true, notation: notationOf(store.state), letters: store.state.prefs.letters },
    });
    boards.push(board);
    return node;
  };

  button.addEventListener('click', async () => {
    const info = infoOf(store.state);
    const { title, how_to_play: lead } = info.presentation;
    const head = dialogHead('rules-heading', t('rules.heading', { game: t.say(title) }), t);
    try {
      const { cards } = await request('rules', { game: info.name });
      dialog.replaceChildren(head, h('p', {}, t.say(lead)), h('p', { class: 'quiet' }, t('rules.lead')));
      // Boards are measured: they need their place in the page.
      openDialog(dialog);
      const grid = h('div', { class: 'rules' });
      dialog.append(grid);
      grid.append(...cards.map((card) => cardOf(card, info)));
    } catch (error) {
      notices.refused(error);
    }
  });
  dialog.addEventListener('close', () => {
    for (const board of boards) board.destroy();
    boards = [];
    dialog.replaceChildren();
  });
  store.subscribe(['game', 'hello', 'connection'], (state) => {
    const info = state.game && infoOf(state);
    button.hidden = !(info?.presentation.rules > 0);
    button.disabled = state.connection !== 'open';
  });
}
