const FIELDS = ['depth', 'time', 'nodes', 'hash'];

/**
 * What the text of a mind says: `{ level }`, or a searcher with its limits, the weights of its evaluator and, as text,
 * all its other options. Time is in seconds.
 */
export function parseMind(text) {
  const [head, ...options] = text.split(',').map((part) => part.trim());
  const level = /^level=(\d+)$/.exec(head);
  const mind = level ? { level: Number(level[1]), weights: {} } : { searcher: head, weights: {} };
  const others = [];
  for (const option of options) {
    const [name, value = ''] = option.split('=', 2);
    if (name.startsWith('eval.')) mind.weights[name.slice(5)] = Number(value);
    else if (name === 'time') mind.time = seconds(value);
    else if (FIELDS.includes(name)) mind[name] = Number(value);
    else if (option) others.push(option);
  }
  return { ...mind, others: others.join(',') };
}

/** The text of a mind, as {@link parseMind} reads it; what is undefined, null or '' is left away. */
export function formatMind(mind) {
  const parts = [mind.searcher ? mind.searcher : `level=${mind.level}`];
  if (mind.searcher) {
    for (const name of FIELDS) {
      const value = mind[name];
      if (value === undefined || value === null || value === '') continue;
      parts.push(`${name}=${name === 'time' ? `${Math.max(1, Math.round(1000 * value))}ms` : value}`);
    }
    if (mind.others)
      parts.push(
        ...mind.others
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean),
      );
  }
  for (const [name, value] of Object.entries(mind.weights ?? {})) parts.push(`eval.${name}=${value}`);
  return parts.join(',');
}

function seconds(text) {
  const number = Number.parseFloat(text);
  return text.endsWith('ms') ? number / 1000 : number;
}
