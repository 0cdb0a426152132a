import { h, setText, svg } from '../../dom.js';
import { duration, shortCount } from '../../format.js';

const VALUE = 76;
const ROW = 40;
const BAR = 12;
/** Beyond this ratio of longest to shortest a linear scale would show nothing of the short ones. */
const LOG_FROM = 40;

/** How long a bar is, from 0 to 1; logarithmic scales start a tenth below the least. */
export function scale(values) {
  const positive = values.filter((value) => value > 0);
  const most = Math.max(...positive, 0);
  const least = Math.min(...positive, most);
  if (most === 0) return { log: false, of: () => 0 };
  const log = most / least > LOG_FROM;
  if (!log) return { log, of: (value) => value / most };
  const floor = Math.log10(least / 10);
  return { log, of: (value) => (value > 0 ? (Math.log10(value) - floor) / (Math.log10(most) - floor) : 0) };
}

/** Draws nodes and time of every row as bars. */
export function drawBars(host, rows, { store, t }) {
  const {
    prefs: { lang },
  } = store.state;
  const shown = rows.filter(({ skipped }) => !skipped);
  host.hidden = shown.length === 0;
  if (host.hidden) return;
  const nodes = scale(shown.map((row) => row.nodes));
  const time = scale(shown.map((row) => row.time_ms));
  // One unit is one pixel, so that the words are as large as the page's at any width.
  const width = Math.max(260, host.clientWidth || 560);
  const label = Math.min(150, Math.round(0.32 * width));
  const room = width - label - VALUE;
  const bar = (kind, share, text, y) => [
    svg('rect', {
      class: `bar bar-${kind}`,
      x: label,
      y,
      width: Math.max(2, Math.round(room * share)),
      height: BAR,
      rx: 2,
    }),
    svg('text', { class: 'bar-value', x: label + Math.max(2, Math.round(room * share)) + 6, y: y + BAR - 1.5 }, text),
  ];
  const height = Math.max(ROW, ROW * shown.length);
  const chart = svg(
    'svg',
    { id: 'lab-bars', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': t('lab.bars') },
    ...shown.map((row, index) => {
      const y = ROW * index + 6;
      return svg(
        'g',
        { class: `series-${row.index % 12}`, 'data-searcher': row.searcher },
        svg(
          'text',
          { class: 'bar-label', x: label - 10, y: y + BAR + 4 },
          clipped(row.searcher, Math.floor(label / 8)),
        ),
        ...bar('nodes', nodes.of(row.nodes), shortCount(row.nodes, lang), y),
        ...bar('time', time.of(row.time_ms), duration(row.time_ms, lang), y + BAR + 3),
      );
    }),
  );
  const legend = (kind, { log }) =>
    h(
      'span',
      { class: 'legend' },
      h('span', { class: `legend-${kind}`, 'aria-hidden': 'true' }),
      t(`lab.${kind}`) + (log ? ` (${t('lab.bars.log')})` : ''),
    );
  if (!host.firstChild) host.append(h('h3'), h('p', { class: 'legends' }), h('div'));
  const [title, legends, frame] = host.children;
  setText(title, t('lab.bars'));
  legends.replaceChildren(legend('nodes', nodes), legend('time', time));
  frame.replaceChildren(chart);
}

const clipped = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
