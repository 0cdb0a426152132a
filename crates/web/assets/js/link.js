/** The URL fragment that names a game and its position: `#gomoku?rule=renju&line=startpos+moves+h8`. */
export function formatLink({ game, settings = {}, line = 'startpos', players = null }) {
  const query = new URLSearchParams(settings);
  if (line !== 'startpos') query.set('line', line);
  for (const player of players ?? []) query.append('player', player.kind === 'human' ? 'human' : player.engine);
  // Colons and slashes are allowed in a fragment, and easier to read.
  const text = query.toString().replaceAll('%3A', ':').replaceAll('%2F', '/');
  return text ? `#${game}?${text}` : `#${game}`;
}

/** The page's own anchor, which is no game. */
const ANCHOR = 'board-host';

/** What a URL fragment names, or `null` if it is none of ours; the server checks the values. */
export function parseLink(fragment) {
  const parts = /^#?([a-z][a-z0-9-]*)(?:\?(.*))?$/s.exec(fragment);
  if (!parts || parts[1] === ANCHOR) return null;
  const settings = {};
  const players = [];
  let line = null;
  for (const [name, value] of new URLSearchParams(parts[2] ?? '')) {
    if (name === 'line') line = value;
    else if (name === 'player') players.push(value === 'human' ? { kind: 'human' } : { kind: 'engine', engine: value });
    else settings[name] = value;
  }
  return { game: parts[1], settings, line, players: players.length === 2 ? players : null };
}

/** A line as the server reads it: a start, and the moves since. */
export function lineOf(start, moves) {
  return moves.length > 0 ? `${start} moves ${moves.join(' ')}` : start;
}
