import { resigner } from './game.js';
import { withState } from './replay.js';

const KEYS = { current: 'boyi.game', address: 'boyi.link', saved: 'boyi.saved', hello: 'boyi.hello', seen: 'boyi.seen', ratings: 'boyi.ratings', exercises: 'boyi.exercises' };

/** How many games a browser keeps. */
const MOST = 60;
/** Of how many it keeps what stood on the board. */
const MOST_SEEN = 12;
/** How many addresses a tab remembers: the one it shows, and the one before. */
const MOST_LINKS = 2;

/** What is needed to set a game up again when its room is gone, and to tell it from others. */
export function snapshotOf(game) {
  const { room, settings, start, moves, ply, players, paused, ending } = game;
  const swap = game.swap && { rule: game.swap.rule, chosen: game.swap.step === 'chosen' };
  const resigned = ending?.reason === 'resignation' ? resigner(game) : null;
  return { room, game: game.game, settings, start, moves, ply, players, swap, paused, resigned, ending };
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
  const remove = (storage, key) => {
    kept.delete(key);
    try {
      storage.removeItem(key);
    } catch {
      // Nothing was kept.
    }
  };
  const seenKey = (room) => `${KEYS.seen}.${room}`;
  /** The rooms of the games seen, the last one first. */
  const rooms = () => {
    const all = read(browser, KEYS.seen);
    return Array.isArray(all) ? all : [];
  };
  const links = () => {
    const all = read(tab, KEYS.address);
    return Array.isArray(all) ? all : [];
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
    /** Makes a game of before the one of this tab. */
    choose: (snapshot) => write(tab, KEYS.current, snapshot),
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
    /** What this page has seen of the game of that room, or of the last one: `{ hello, game, boards }`, or `null`. */
    seen(room = rooms()[0]) {
      const [told, seen] = [read(browser, KEYS.hello), read(browser, seenKey(room))];
      return told?.page === page && seen?.page === page ? { ...seen, hello: told.hello } : null;
    },
    see({ hello, game }) {
      // The hello is long, and the same for as long as the connection.
      if (hello !== kept.get(KEYS.hello)?.hello) write(browser, KEYS.hello, { page, hello });
      const before = read(browser, seenKey(game.room));
      write(browser, seenKey(game.room), { page, ...withState(before?.page === page ? before : null, game) });
      const all = [game.room, ...rooms().filter((room) => room !== game.room)];
      for (const room of all.splice(MOST_SEEN)) remove(browser, seenKey(room));
      write(browser, KEYS.seen, all);
    },
    /** How strong this browser's person is in a game: `{ strength, games }`, or `null`. */
    rating: (game) => read(browser, KEYS.ratings)?.[game] ?? null,
    saveRating(game, rating) {
      write(browser, KEYS.ratings, { ...read(browser, KEYS.ratings), [game]: rating });
    },
    /** What this browser's person has done of a game's exercises, or `null`. */
    exercises: (game) => read(browser, KEYS.exercises)?.[game] ?? null,
    saveExercises(game, progress) {
      write(browser, KEYS.exercises, { ...read(browser, KEYS.exercises), [game]: progress });
    },
    /** The addresses the page wrote or followed, the last one first. */
    links,
    saveLink: (link) => write(tab, KEYS.address, [link, ...links().filter((one) => one !== link)].slice(0, MOST_LINKS)),
  };
}
