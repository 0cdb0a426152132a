import { byId, h, setText } from '../dom.js';
import { infoOf, piecesMove, playerName } from '../game.js';
import { notationOf, notationsOf } from '../notation.js';

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
export function attachPreferences({ store, t, sound, session, keep }) {
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
  byId('view-side').addEventListener('change', ({ target }) => change({ view: Number(target.value) }));
  byId('notation').addEventListener('change', ({ target }) => change({ notation: target.value }));
  byId('detail').addEventListener('change', ({ target }) => change({ detail: target.value }));
  byId('theme').addEventListener('change', ({ target }) => change({ theme: target.value }));

  store.subscribe(['prefs'], ({ prefs }) => {
    for (const [id, name] of Object.entries(SWITCHES)) byId(id).checked = prefs[name];
    byId('lang').value = prefs.lang;
    byId('theme').value = prefs.theme;
    byId('view-side').value = String(prefs.view);
    byId('detail').value = prefs.detail;
    document.documentElement.dataset.theme = prefs.theme;
    document.documentElement.dataset.detail = prefs.detail;
    sound.on = prefs.sounds;
  });

  const tabs = byId('game-select');
  tabs.addEventListener('click', ({ target }) => {
    const game = target.closest('[data-game]')?.dataset.game;
    if (game && game !== store.state.game?.game) session.change(game);
  });
  store.subscribe(['game', 'hello', 'lang', 'prefs'], (state) => {
    const { game, hello } = state;
    const names = hello?.games.map(({ name }) => name) ?? [];
    if (String(names) !== String([...tabs.children].map(({ dataset }) => dataset.game)))
      tabs.replaceChildren(...names.map((name) => h('button', { type: 'button', 'data-game': name })));
    for (const tab of tabs.children) {
      setText(tab, t(`game.${tab.dataset.game}`));
      tab.setAttribute('aria-pressed', String(tab.dataset.game === game?.game));
    }
    for (const option of byId('view-side').options) setText(option, playerName(state, Number(option.value), t));
    offerNotations(byId('notation'), state, t);
    const offered = optionsOf(state);
    for (const node of document.querySelectorAll('[data-only]')) node.hidden = !offered[node.dataset.only];
  });
}

/** The notations that the game has, the one in use chosen. */
function offerNotations(select, state, t) {
  const known = state.game ? notationsOf(state.game.game) : [];
  if (String(known) !== String([...select.options].map(({ value }) => value)))
    select.replaceChildren(...known.map((value) => h('option', { value })));
  for (const option of select.options) setText(option, t(`notation.${option.value}`));
  if (state.game) select.value = notationOf(state);
}

/** Which of the options that not every game has are of use: numbers of moves, forbidden points, letters for signs. */
function optionsOf(state) {
  const { game } = state;
  const presentation = infoOf(state)?.presentation;
  if (!game || !presentation) return {};
  const signed = ({ look }) => look.sign?.some((sign) => !/^[\x20-\x7e]+$/.test(sign));
  return {
    numbers: !piecesMove(game) && [...game.legal, ...game.moves].some((move) => game.shape.names.includes(move)),
    forbidden: Object.keys(presentation.words).some((key) => key.startsWith('forbidden.')),
    letters: presentation.pieces.some(signed),
    notation: notationsOf(game.game).length > 1,
  };
}
