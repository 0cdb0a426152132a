import { h } from '../../dom.js';
import { duration, fullCount, shortCount } from '../../format.js';
import { moverAt } from '../../game.js';
import { pliesOf } from '../../link.js';
import { moveNames, notationOf } from '../../notation.js';
import { inView, wordScore } from '../../verdict.js';

const COLUMNS = ['searcher', 'depth', 'nodes', 'time', 'nps', 'value', 'move'];
const NUMBERS = new Set(['depth', 'nodes', 'time', 'nps']);

/** A row's cells in words, by column. */
export function cells(row, { store, t }) {
  const {
    game,
    lab,
    prefs: { lang },
  } = store.state;
  const here = row.best && lab?.line === game?.line;
  const [best] = here ? moveNames({ game: game.game, board: game.board, moves: [row.best], notation: notationOf(store.state) }) : [row.best];
  return {
    searcher: row.searcher,
    depth: String(row.depth),
    nodes: fullCount(row.nodes, lang),
    time: duration(row.time_ms, lang),
    nps: shortCount(row.nps, lang),
    value: row.score ? wordScore(inView(row.score, moverAt(game, pliesOf(lab)), store.state), store.state, t) : '–',
    move: best ?? '–',
  };
}

/** Why a row was left out; the server tells how large its tree would be. */
export function leftOut({ skipped }, { store, t }) {
  const nodes = /^about (\S+) nodes$/.exec(skipped)?.[1];
  return nodes
    ? t('lab.skipped.nodes', { n: shortCount(Number(nodes), store.state.prefs.lang) })
    : t('lab.skipped', { why: skipped });
}

/** The headings of {@link cells}. */
export const headings = (t) => COLUMNS.map((name) => [name, t(`lab.${name}`)]);

/** Draws the rows that there are; each names its searcher in `data-searcher`. */
export function drawTable(table, rows, app) {
  const { t } = app;
  const side = (name) => (NUMBERS.has(name) ? 'number' : 'text');
  const head = h('tr', {}, ...headings(t).map(([name, text]) => h('th', { scope: 'col', class: side(name) }, text)));
  const body = rows.map((row) => {
    const { searcher, ...rest } = cells(row, app);
    const label = h(
      'th',
      { scope: 'row' },
      h('span', { class: `key series-${row.index % 12}`, 'aria-hidden': 'true' }),
      searcher,
    );
    const data = row.skipped
      ? [h('td', { class: 'quiet', colSpan: COLUMNS.length - 1 }, leftOut(row, app))]
      : Object.entries(rest).map(([name, text]) => h('td', { class: side(name) }, text));
    const state = row.skipped ? 'skipped' : row.finished ? 'finished' : 'running';
    return h('tr', { 'data-searcher': searcher, 'data-state': state, 'data-index': row.index }, label, ...data);
  });
  const caption = h('caption', { class: 'unseen' }, t('lab.results'));
  table.replaceChildren(caption, h('thead', {}, head), h('tbody', {}, ...body));
}

/** Lets the line a searcher found show on the board while the pointer is on its row, if the position is still there. */
export function previewRows(table, { store }) {
  table.addEventListener('pointerover', ({ target }) => {
    const { lab, game } = store.state;
    const moves = lab?.rows[target.closest('[data-index]')?.dataset.index]?.moves ?? [];
    const shown = moves.length > 0 && lab.line === game.line;
    store.set({ preview: shown ? { moves, ply: game.ply, owner: table } : null });
  });
  table.addEventListener('pointerleave', () => store.set({ preview: null }));
}
