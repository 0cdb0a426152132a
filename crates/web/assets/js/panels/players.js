import { byId } from '../dom.js';
import { createPlayerCard } from './player-card.js';

/** Wires the two players: who they are, how strong, and with what. */
export function attachPlayers(app) {
  const { store, command } = app;
  let wanted = null;
  let sent = 0;

  /** Two changes in a row both count, though the state they lead to is not back yet. */
  async function change(index, player) {
    if (!store.state.game) return;
    wanted = (wanted ?? store.state.game.players).with(index, player);
    const number = ++sent;
    await command('players', { players: wanted });
    if (number === sent) {
      wanted = null;
      update();
    }
  }

  const cards = [0, 1].map((index) =>
    createPlayerCard(byId(`player-${index}`), index, app, (player) => change(index, player)),
  );
  const update = () => cards.forEach((card) => card.update(store.state));
  store.subscribe(['game', 'hello', 'lang'], () => {
    if (!wanted) update();
  });
}
