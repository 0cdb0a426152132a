const FIELDS = ['depth', 'time', 'nodes', 'hash'];

/**
 * What the text of an engine says: `{ level }`, or a searcher with its limits, the weights of its evaluator and, as text,
 * all its other options. Time is in seconds.
 */
export function parseEngine(text) {
  const [head, ...options] = text.split(',').map((part) => part.trim());
  const level = /^level=(\d+)$/.exec(head);
  const engine = level ? { level: Number(level[1]), weights: {} } : { searcher: head, weights: {} };
  const others = [];
  for (const option of options) {
    const [name, value = ''] = option.split('=', 2);
    if (name.startsWith('eval.')) engine.weights[name.slice(5)] = Number(value);
    else if (name === 'time') engine.time = seconds(value);
    else if (FIELDS.includes(name)) engine[name] = Number(value);
    else if (option) others.push(option);
  }
  return { ...engine, others: others.join(',') };
}

/** The text of an engine, as {@link parseEngine} reads it; undefined, null and '' are omitted. */
export function formatEngine(engine) {
  const parts = [engine.searcher ? engine.searcher : `level=${engine.level}`];
  if (engine.searcher) {
    for (const name of FIELDS) {
      const value = engine[name];
      if (value === undefined || value === null || value === '') continue;
      parts.push(`${name}=${name === 'time' ? `${Math.max(1, Math.round(1000 * value))}ms` : value}`);
    }
    if (engine.others)
      parts.push(
        ...engine.others
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean),
      );
  }
  for (const [name, value] of Object.entries(engine.weights ?? {})) parts.push(`eval.${name}=${value}`);
  return parts.join(',');
}

function seconds(text) {
  const number = Number.parseFloat(text);
  return text.endsWith('ms') ? number / 1000 : number;
}
