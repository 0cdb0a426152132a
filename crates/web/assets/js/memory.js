import { resigner } from './game.js';

const KEYS = { current: 'boyi.game', address: 'boyi.link', saved: 'boyi.saved', hello: 'boyi.hello', view: 'boyi.view' };

/** How many games a browser keeps. */
const MOST = 60;

/** What is needed to set a game up again when its room is gone, and to tell it from others. */
export function snapshotOf(game) {
  const { room, settings, start, moves, ply, players, paused, ending } = game;
  const resigned = ending?.reason === 'resignation' ? resigner(game) : null;
  return { room, game: game.game, settings, start, moves, ply, players, paused, resigned, ending };
}

/** Games by room, the one played last first. */
export const withGame = (saved, snapshot, now) =>
  [{ ...snapshot, at: now }, ...saved.filter(({ room }) => room !== snapshot.room)].slice(0, MOST);

/**
 * The games a browser remembers: the one of this tab, kept over a reload, and those played last, kept for good. Without
 * storage they are kept as long as the page. `page` tells this page from others, which may show a game in another way.
 */
export function createMemory({ tab, browser, page = '', now = Date.now }) {
  const kept = new Map();
  const read = (storage, key) => {
    try {
      const text = storage.getItem(key);
      if (text !== null) return JSON.parse(text);
    } catch {
      // No storage, or nothing sound in it.
    }
    return kept.get(key) ?? null;
  };
  const write = (storage, key, value) => {
    kept.set(key, value);
    try {
      storage.setItem(key, JSON.stringify(value));
    } catch {
      // Storage is full or forbidden: the copy in memory remains.
    }
  };
  const saved = () => {
    const games = read(browser, KEYS.saved);
    return Array.isArray(games) ? games : [];
  };

  return {
    /** Remembers the game on the board; among those played last once it has a move. */
    save(snapshot) {
      write(tab, KEYS.current, snapshot);
      if (snapshot.moves.length > 0) write(browser, KEYS.saved, withGame(saved(), snapshot, now()));
    },
    /** The game this tab played last. */
    latest: () => read(tab, KEYS.current),
    /** The games played last in this browser, the newest first. */
    saved,
    /** The game of that room. */
    of: (room) => [read(tab, KEYS.current), ...saved()].find((game) => game?.room === room) ?? null,
    /** The last game of that kind. */
    latestOf: (game) => [read(tab, KEYS.current), ...saved()].find((one) => one?.game === game) ?? null,
    /** Forgets the game of that room. */
    forget(room) {
      write(browser, KEYS.saved, saved().filter((game) => game.room !== room));
    },
    /** What the page showed last, if this page wrote it: `{ hello, game }` as the server told them. */
    view() {
      const [told, view] = [read(browser, KEYS.hello), read(browser, KEYS.view)];
      return told?.page === page && view?.page === page ? { hello: told.hello, game: view.game } : null;
    },
    saveView({ hello, game }) {
      // The hello is long, and the same for as long as the connection.
      if (hello !== kept.get(KEYS.hello)?.hello) write(browser, KEYS.hello, { page, hello });
      write(browser, KEYS.view, { page, game });
    },
    /** The address the page last wrote or followed. */
    link: () => read(tab, KEYS.address),
    saveLink: (link) => write(tab, KEYS.address, link),
  };
}
