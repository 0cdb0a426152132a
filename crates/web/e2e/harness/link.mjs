/** The links that the page shares: a game, its rules, a position, and who plays. */

/** The fragment for `game`: `line` as `startpos moves h8`, `players` as `['human', 'level=1']`, the rest are rules. */
export function link(game, { line, players = ['human', 'human'], ...rules } = {}) {
  const query = new URLSearchParams(rules);
  if (line) query.set('line', line);
  for (const player of players) query.append('player', player);
  return `#${game}?${query}`;
}

/** What a fragment says: `{ game, rules, line, moves, players }`. */
export function read(fragment) {
  const [game, text] = fragment.replace(/^#/, '').split('?');
  const query = new URLSearchParams(text);
  const line = query.get('line') ?? 'startpos';
  const moves =
    line
      .split(/\bmoves\s+/)[1]
      ?.trim()
      .split(/\s+/) ?? [];
  const players = query.getAll('player');
  query.delete('line');
  query.delete('player');
  return { game, rules: Object.fromEntries(query), line, moves, players };
}
