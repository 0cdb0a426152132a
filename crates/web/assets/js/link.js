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
  const searchers = [];
  let line = null;
  let lab = null;
  for (const [name, value] of new URLSearchParams(parts[2] ?? '')) {
    if (name === 'line') line = value;
    else if (name === 'player') players.push(value === 'human' ? { kind: 'human' } : { kind: 'engine', engine: value });
    else if (name === 'lab') lab = value;
    else if (name === 'searcher') searchers.push(value);
    else settings[name] = value;
  }
  const experiment = readExperiment(lab, searchers);
  return { game: parts[1], settings, line, players: players.length === 2 ? players : null, experiment };
}

/** What is added to a link so that it carries an experiment of the laboratory: `&lab=depth:6:full&searcher=pvs`. */
export function formatExperiment({ searchers, kind, limit, full }) {
  const query = new URLSearchParams({ lab: `${kind}:${limit}${full ? ':full' : ''}` });
  for (const searcher of searchers) query.append('searcher', searcher);
  return `&${query.toString().replaceAll('%3A', ':')}`;
}

/** The experiment of a link, or `null` if it has none that can be read. */
function readExperiment(lab, searchers) {
  const parts = /^(depth|nodes|time):(\d+(?:\.\d+)?)(:full)?$/.exec(lab ?? '');
  if (!parts || searchers.length === 0) return null;
  return { searchers, kind: parts[1], limit: Number(parts[2]), full: Boolean(parts[3]) };
}

/** How many moves a line has, as the server writes it. */
export const pliesOf = ({ line }) => line.split(' moves ')[1]?.split(' ').length ?? 0;

/** A line as the server reads it: a start, and the moves since. */
export function lineOf(start, moves) {
  return moves.length > 0 ? `${start} moves ${moves.join(' ')}` : start;
}
