const KEYS = { room: 'boyi.room', game: 'boyi.game', games: 'boyi.games', link: 'boyi.link' };

/** What is needed to set a game up again when its room is gone. */
export function snapshotOf(game) {
  const { room, settings, start, moves, ply, players, paused, ending, mover } = game;
  const resigned = ending?.reason === 'resignation' ? resigner(players, mover) : null;
  return { room, game: game.game, settings, start, moves, ply, players, paused, resigned };
}

/** Who resigns: the human to move, or else the other human. */
function resigner(players, mover) {
  return players[mover]?.kind === 'human' ? mover : 1 - mover;
}

/** The games of this tab, kept over a reload; a browser without storage keeps them in memory alone. */
export function createMemory(storage) {
  const kept = new Map();
  const read = (key) => {
    if (kept.has(key)) return kept.get(key);
    try {
      return JSON.parse(storage.getItem(key));
    } catch {
      return null;
    }
  };
  const put = (key, text) => {
    try {
      storage.setItem(key, text);
    } catch {
      // Storage is full or forbidden: the copy in memory remains.
    }
  };
  const write = (key, value) => {
    kept.set(key, value);
    put(key, JSON.stringify(value));
  };

  return {
    /** Remembers the current game, also as the last of its kind. */
    save(snapshot) {
      put(KEYS.room, snapshot.room);
      write(KEYS.game, snapshot);
      write(KEYS.games, { ...read(KEYS.games), [snapshot.game]: snapshot });
    },
    /** The game played last. */
    latest: () => read(KEYS.game),
    /** The last game of that kind. */
    latestOf: (game) => read(KEYS.games)?.[game] ?? null,
    /** The address the page last wrote or followed. */
    link: () => read(KEYS.link),
    saveLink: (link) => write(KEYS.link, link),
  };
}
