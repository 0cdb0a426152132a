import { byId } from '../dom.js';

const SWITCHES = {
  'opt-coordinates': 'coordinates',
  'opt-numbers': 'numbers',
  'opt-forbidden': 'forbidden',
  'opt-letters': 'letters',
  'opt-pv': 'pv',
  'opt-shortcuts': 'shortcuts',
  sounds: 'sounds',
};

/** Wires language, theme and the switches of the view. */
export function attachPreferences({ store, sound, session, keep }) {
  const change = (patch) => {
    const prefs = { ...store.state.prefs, ...patch };
    store.set({ prefs });
    keep(prefs);
  };

  for (const [id, name] of Object.entries(SWITCHES)) {
    byId(id).addEventListener('change', ({ target }) => {
      change({ [name]: target.checked });
      if (name === 'sounds' && target.checked) {
        sound.on = true;
        sound.move();
      }
    });
  }
  byId('lang').addEventListener('change', ({ target }) => change({ lang: target.value }));
  byId('theme').addEventListener('change', ({ target }) => change({ theme: target.value }));

  store.subscribe(['prefs'], ({ prefs }) => {
    for (const [id, name] of Object.entries(SWITCHES)) byId(id).checked = prefs[name];
    byId('lang').value = prefs.lang;
    byId('theme').value = prefs.theme;
    document.documentElement.dataset.theme = prefs.theme;
    sound.on = prefs.sounds;
  });

  const tabs = byId('game-select');
  tabs.addEventListener('click', ({ target }) => {
    const game = target.closest('[data-game]')?.dataset.game;
    if (game && game !== store.state.game?.game) session.change(game);
  });
  store.subscribe(['game', 'hello'], ({ game, hello }) => {
    for (const tab of tabs.querySelectorAll('[data-game]')) {
      tab.setAttribute('aria-pressed', String(tab.dataset.game === game?.game));
      tab.hidden = hello !== null && !hello.games.some(({ name }) => name === tab.dataset.game);
    }
    for (const node of document.querySelectorAll('[data-only]'))
      node.hidden = !node.dataset.only.split(' ').includes(game?.game);
  });
}
