/**
 * A store: one flat state, and listeners told once per turn of the event loop which of their keys changed.
 *
 * `subscribe(keys, listener)` calls the listener at once and after each change of one of the keys.
 */
export function createStore(initial) {
  const state = { ...initial };
  const listeners = new Set();
  let changed = new Set();
  let queued = false;

  const flush = () => {
    queued = false;
    const keys = changed;
    changed = new Set();
    for (const listener of listeners) {
      if (listener.keys.some((key) => keys.has(key))) listener.call(state);
    }
  };

  return {
    state,
    set(patch) {
      for (const [key, value] of Object.entries(patch)) {
        if (state[key] === value) continue;
        state[key] = value;
        changed.add(key);
      }
      if (changed.size > 0 && !queued) {
        queued = true;
        queueMicrotask(flush);
      }
    },
    subscribe(keys, call) {
      const listener = { keys, call };
      listeners.add(listener);
      call(state);
      return () => listeners.delete(listener);
    },
  };
}
