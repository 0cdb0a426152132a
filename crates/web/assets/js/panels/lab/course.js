import { h, setText, svg } from '../../dom.js';
import { shortCount } from '../../format.js';

const HEIGHT = 220;
const MARGIN = { left: 48, right: 12, top: 10, bottom: 28 };

/** Draws each row's nodes against depth, nodes logarithmic: a straight line is a constant branching factor. */
export function drawCourse(host, rows, { store, t }) {
  const series = rows
    .map((row) => ({ row, points: (row.skipped ? [] : (row.course ?? [])).filter(({ nodes }) => nodes > 0) }))
    .filter(({ points }) => points.length > 0);
  const all = series.flatMap(({ points }) => points);
  const deepest = Math.max(...all.map(({ depth }) => depth), 0);
  host.hidden = deepest < 2;
  if (host.hidden) return;
  const width = Math.max(260, host.clientWidth || 420);
  const top = Math.ceil(Math.log10(Math.max(...all.map(({ nodes }) => nodes), 10)));
  const x = (depth) => MARGIN.left + ((depth - 1) * (width - MARGIN.left - MARGIN.right)) / (deepest - 1);
  const y = (nodes) => HEIGHT - MARGIN.bottom - (Math.log10(nodes) * (HEIGHT - MARGIN.top - MARGIN.bottom)) / top;
  const grid = Array.from({ length: top + 1 }, (_, power) => [
    svg('path', { class: 'grid-line', d: `M${MARGIN.left} ${y(10 ** power)}H${width - MARGIN.right}` }),
    svg(
      'text',
      { class: 'axis', x: MARGIN.left - 6, y: y(10 ** power) + 4, 'text-anchor': 'end' },
      shortCount(10 ** power, store.state.prefs.lang),
    ),
  ]).flat();
  const every = Math.ceil(deepest / 12);
  const ticks = Array.from({ length: deepest }, (_, index) => index + 1)
    .filter((depth) => (depth - 1) % every === 0)
    .map((depth) =>
      svg('text', { class: 'axis', x: x(depth), y: HEIGHT - MARGIN.bottom + 17, 'text-anchor': 'middle' }, depth),
    );
  const lines = series.map(({ row, points }) =>
    svg(
      'g',
      { class: `series-${row.index % 12}` },
      svg('path', {
        class: 'course-line',
        d: points.map((p, index) => `${index ? 'L' : 'M'}${x(p.depth)} ${y(p.nodes)}`).join(''),
      }),
      ...points.map((p) => svg('circle', { class: 'course-point', cx: x(p.depth), cy: y(p.nodes), r: 2.5 })),
      svg('title', {}, row.searcher),
    ),
  );
  if (!host.firstChild) host.append(h('h3'), h('p', { class: 'legends' }), h('div'));
  const [title, legends, frame] = host.children;
  setText(title, t('lab.course'));
  legends.replaceChildren(
    ...series.map(({ row }) =>
      h(
        'span',
        { class: 'legend' },
        h('span', { class: `key series-${row.index % 12}`, 'aria-hidden': 'true' }),
        row.searcher,
      ),
    ),
  );
  frame.replaceChildren(
    svg(
      'svg',
      { id: 'lab-course', viewBox: `0 0 ${width} ${HEIGHT}`, role: 'img', 'aria-label': t('lab.course') },
      ...grid,
      ...ticks,
      ...lines,
    ),
  );
}
