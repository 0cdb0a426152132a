/** @file The labels of a board's points for screen readers. */

/**
 * Makes the labels of a board's points out of the page's words, and keeps those it has made.
 * @param {(key: string, variables?: object) => string} t the page's translator.
 * @returns {{refresh(): void, point(name: string, content: string | null, notes: string[]): string}}
 *   `content` is what stands there, in words, or `null`; `notes` are keys of what else there is to know,
 *   each with what follows a colon as its variable.
 */
export function createWords(t) {
  let probe = '';
  const known = new Map();
  const phrase = (key) => {
    let text = known.get(key);
    if (text === undefined) {
      const [name, kind] = key.split(':');
      text = t(`board.${name}`, { kind });
      known.set(key, text);
    }
    return text;
  };
  return {
    refresh() {
      const now = t('board.empty');
      if (now !== probe) known.clear();
      probe = now;
    },
    point(name, content, notes) {
      let text = `${name} ${content ?? phrase('empty')}`;
      for (const note of notes) text += `, ${phrase(note)}`;
      return text;
    },
  };
}
