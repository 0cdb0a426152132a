import { byId, h, setText } from '../dom.js';
import { sideToMove } from '../game.js';
import { createSequence } from './sequence.js';
import { lineScore } from './thinking.js';

/** Wires the analysis: a toggle, the number of lines, and the lines as they come. */
export function attachAnalysis({ store, t, command }) {
  const toggle = byId('analyze');
  const count = byId('analysis-lines');
  const list = byId('analysis');
  const rows = [];

  const ask = (on) => command('analyze', on ? { on, lines: Number(count.value) } : { on });
  toggle.addEventListener('click', () => ask(!store.state.game?.analysis));
  count.addEventListener('change', () => {
    if (count.reportValidity() && store.state.game?.analysis) ask(true);
  });

  const row = (index) => {
    const sequence = createSequence({ store });
    // A long line scrolls, by the keyboard too.
    sequence.node.tabIndex = 0;
    const score = h('button', { type: 'button', class: 'line-score', on: { click: () => sequence.toggle() } });
    const node = h('li', { 'data-line': index }, score, ' ', sequence.node);
    return { node, score, sequence };
  };

  store.subscribe(['game', 'thinking', 'hello', 'lang', 'prefs'], (state) => {
    const { game, thinking, hello } = state;
    const on = Boolean(game?.analysis);
    toggle.setAttribute('aria-pressed', String(on));
    toggle.disabled = !game;
    if (hello) count.max = hello.limits.lines;
    if (on && document.activeElement !== count && game.analysis.lines) count.value = game.analysis.lines;
    const current = on && thinking?.purpose === 'analysis' && thinking.ply === game.ply;
    const lines = current ? thinking.lines : [];
    while (rows.length < lines.length) rows.push(row(rows.length));
    rows.forEach(({ node }, index) => {
      // Only what comes or goes is moved: a button keeps its focus.
      if (index >= lines.length) node.remove();
      else if (node.parentNode !== list) list.append(node);
    });
    lines.forEach((line, index) => {
      const { score, sequence } = rows[index];
      setText(score, lineScore(line, sideToMove(game), state, t));
      score.title = t('thinking.show');
      sequence.update(line.moves, thinking.ply, line.cells);
    });
  });
}
