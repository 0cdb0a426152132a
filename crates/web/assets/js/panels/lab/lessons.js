/**
 * Questions that the laboratory answers by itself: what to ask, and how to read the figures.
 *
 * A question is of a `kind`: a `pair` differs in one technique, the first searcher having it; `cuts` sets minimax beside
 * alpha-beta; a `field` asks who needs least; `growth` watches one searcher deepen. It looks this much `deeper` than what
 * even minimax searches in moments.
 */
export const LESSONS = [
  { id: 'cuts', kind: 'cuts', searchers: ['minimax', 'alphabeta'], deeper: -1 },
  { id: 'windows', kind: 'field', searchers: ['alphabeta', 'aspiration', 'pvs', 'mtdf'], deeper: 1 },
  { id: 'table', kind: 'pair', searchers: ['pvs', 'pvs,table=off'], deeper: 1 },
  {
    id: 'order',
    kind: 'pair',
    searchers: ['alphabeta,table=off', 'alphabeta,killers=off,history=off,counter_moves=off,table=off'],
    deeper: 0,
  },
  { id: 'null', kind: 'pair', searchers: ['pvs', 'pvs,null_move=off'], deeper: 3, full: true },
  { id: 'late', kind: 'pair', searchers: ['pvs', 'pvs,late_moves=off'], deeper: 3, full: true },
  { id: 'growth', kind: 'growth', searchers: ['pvs'], deeper: 1 },
];

/** The options that a searcher's text names, whatever their order. */
const parts = (searcher) => {
  const [name, ...options] = searcher.split(',');
  return [name, ...options.sort()].join();
};

/** The question that these rows answer; `null` where it is none of ours. */
export const lessonOf = (rows) => {
  const asked = rows.map(({ searcher }) => parts(searcher)).join(' ');
  return LESSONS.find(({ searchers }) => searchers.map(parts).join(' ') === asked) ?? null;
};

/**
 * What the rows of a question say, as a text's key and its values: `{ key, values }`; `null` while they are not all there.
 * Numbers of nodes are in `counts`, to be written as such.
 */
export function readingOf(lesson, rows) {
  if (rows.length < lesson.searchers.length || !rows.every(({ finished, skipped }) => finished || skipped)) return null;
  return READINGS[lesson.kind](lesson.id, rows);
}

const times = (many, few) => (many / Math.max(few, 1)).toFixed(1);

const READINGS = {
  cuts(id, [minimax, alphabeta]) {
    if (minimax.skipped) return { key: `${id}.skipped`, counts: { few: alphabeta.nodes }, values: {} };
    const counts = { many: minimax.nodes, few: alphabeta.nodes, root: Math.round(Math.sqrt(minimax.nodes)) };
    return { key: id, counts, values: { times: times(minimax.nodes, alphabeta.nodes) } };
  },
  pair(id, [having, lacking]) {
    if (having.skipped || lacking.skipped) return null;
    const counts = { having: having.nodes, lacking: lacking.nodes };
    const ratio = lacking.nodes / Math.max(having.nodes, 1);
    if (ratio > 0.95 && ratio < 1.05) return { key: `${id}.same`, counts, values: {} };
    if (ratio < 1) return { key: 'dearer', counts, values: { times: times(having.nodes, lacking.nodes) } };
    return { key: id, counts, values: { times: times(lacking.nodes, having.nodes) } };
  },
  field(id, rows) {
    const order = rows.filter(({ skipped }) => !skipped).sort((a, b) => a.nodes - b.nodes);
    if (order.length < 2) return null;
    const [best, worst] = [order[0], order.at(-1)];
    const values = { best: best.searcher, worst: worst.searcher, times: times(worst.nodes, best.nodes) };
    return { key: id, counts: { few: best.nodes, many: worst.nodes }, values };
  },
  growth(id, [row]) {
    const course = (row.course ?? []).filter(({ nodes }) => nodes > 0);
    if (course.length < 3) return null;
    const [first, last] = [course[1], course.at(-1)];
    const factor = (last.nodes / first.nodes) ** (1 / (last.depth - first.depth));
    return { key: id, counts: { few: first.nodes, many: last.nodes }, values: { times: factor.toFixed(1), n: last.depth } };
  },
};
