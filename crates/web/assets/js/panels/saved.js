import { byId, h } from '../dom.js';
import { textsOf } from '../game.js';
import { dialogHead, openDialog } from './dialog.js';

/** Wires the list of the games that this browser has played, to go on with or to look at. */
export function attachSaved({ store, t, memory, session }) {
  const dialog = byId('saved-dialog');

  function build() {
    const games = memory.saved();
    const rows = games.map((snapshot) => row(snapshot));
    dialog.replaceChildren(
      dialogHead('saved-heading', t('saved.heading'), t),
      games.length > 0 ? h('ul', { class: 'saved' }, ...rows) : h('p', { class: 'quiet' }, t('saved.none')),
    );
  }

  function row(snapshot) {
    const { lang } = store.state.prefs;
    const info = store.state.hello?.games.find(({ name }) => name === snapshot.game);
    const told = info ? t.with(textsOf(info)) : t;
    const when = new Date(snapshot.at).toLocaleString(lang, { dateStyle: 'medium', timeStyle: 'short' });
    const facts = [when, t('saved.moves', { n: snapshot.moves.length }), result(snapshot, told)];
    const open = () => {
      dialog.close();
      session.recall(snapshot);
    };
    const forget = () => {
      memory.forget(snapshot.room);
      build();
      dialog.querySelector('button')?.focus();
    };
    return h(
      'li',
      { 'data-room': snapshot.room },
      h(
        'button',
        { type: 'button', class: 'saved-game', disabled: !info, on: { click: open } },
        h('b', {}, told(`game.${snapshot.game}`, {}, snapshot.game)),
        h('small', { class: 'quiet' }, facts.join(' · ')),
      ),
      h('button', { type: 'button', class: 'plain', on: { click: forget } }, t('saved.forget')),
    );
  }

  byId('saved').addEventListener('click', () => {
    build();
    openDialog(dialog);
  });
}

function result({ ending }, t) {
  if (!ending) return t('saved.unfinished');
  const reason = t(`reason.${ending.reason}`, {}, ending.reason);
  const player = ending.winner && t(`player.${ending.winner}`, {}, ending.winner);
  return player ? t('status.wins', { player, reason }) : t('status.draw', { reason });
}
