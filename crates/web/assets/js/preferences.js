const KEY = 'boyi.prefs';

/** What a visitor starts with; the language is the browser's. */
export const DEFAULTS = Object.freeze({
  lang: 'en',
  theme: 'auto',
  sounds: false,
  numbers: false,
  letters: false,
  forbidden: true,
  coordinates: true,
  pv: true,
  shortcuts: true,
  /** Whose view scores are given in: the first mover's, 0, or the other's, 1. */
  view: 0,
  /** How much is shown of a search: `all`, or `plain`, what a learner needs. */
  detail: 'all',
  /** In which notation moves are written; empty for the one usual in the language. */
  notation: '',
});

/** The stored preferences over the defaults; values of the wrong type are ignored. */
export function readPreferences(storage, defaults = DEFAULTS) {
  try {
    const stored = JSON.parse(storage.getItem(KEY)) ?? {};
    const sound = Object.entries(stored).filter(([name, value]) => typeof value === typeof defaults[name]);
    return { ...defaults, ...Object.fromEntries(sound) };
  } catch {
    return { ...defaults };
  }
}

/** Stores the preferences; a browser without storage forgets them. */
export function writePreferences(storage, preferences) {
  try {
    storage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // Storage is full or forbidden: they last until the page is closed.
  }
}
