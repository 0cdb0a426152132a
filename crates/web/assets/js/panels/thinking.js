import { byId, h, setText } from '../dom.js';
import { duration, shortCount } from '../format.js';
import { engineName, moverAt, playerName } from '../game.js';
import { inView, tellScore, viewer, wordScore } from '../verdict.js';
import { createSequence } from './sequence.js';

const FIELDS = ['engine', 'depth', 'score', 'nodes', 'nps', 'time', 'hashfull', 'pv'];

/** Wires the panel that shows a search as it runs. */
export function attachThinking({ store, t }) {
  const host = byId('thinking');
  const state = h('p', { class: 'thinking-state' });
  const sequence = createSequence({ store });
  const terms = {};
  const values = {};
  const list = h(
    'dl',
    { class: 'facts' },
    ...FIELDS.map((name) => {
      terms[name] = h('dt');
      values[name] = h('dd', { 'data-field': name });
      return h('div', { class: `fact fact-${name}` }, terms[name], values[name]);
    }),
  );
  const score = h('button', { type: 'button', class: 'plain score', on: { click: () => sequence.toggle() } });
  values.score.append(score);
  values.pv.append(sequence.node);
  // A long line scrolls, by the keyboard too.
  values.pv.tabIndex = 0;
  host.append(state, list);

  store.subscribe(['thinking', 'game', 'lang', 'prefs'], (all) => {
    const {
      game,
      thinking,
      prefs: { lang },
    } = all;
    for (const name of FIELDS) setText(terms[name], t(`thinking.${name}`));
    const phase = phaseOf(all);
    host.dataset.state = phase;
    if (phase === 'none' || phase === 'over') {
      setText(state, t(`thinking.${phase}`));
      for (const name of FIELDS) if (name !== 'pv') setText(name === 'score' ? score : values[name], '–');
      score.disabled = true;
      sequence.update([], 0);
      return;
    }
    const mover = moverAt(game, thinking.ply);
    const parts = [
      playerName(all, mover, t),
      t('thinking.move', { n: thinking.ply + 1 }),
      t(`thinking.purpose.${thinking.purpose}`),
      t(`thinking.state.${phase}`),
    ];
    setText(state, parts.join(' · '));
    setText(values.engine, engineName(thinking.engine, t));
    values.engine.title = thinking.engine;
    setText(values.depth, depthOf(thinking));
    setText(values.nodes, shortCount(thinking.nodes ?? 0, lang));
    setText(values.nps, shortCount(thinking.nps ?? 0, lang));
    setText(values.time, duration(thinking.time_ms ?? 0, lang));
    setText(values.hashfull, `${((thinking.hashfull ?? 0) / 10).toLocaleString(lang, { maximumFractionDigits: 1 })} %`);
    const [line] = thinking.lines ?? [];
    score.disabled = !line;
    score.title = t('thinking.show');
    setText(score, line?.score ? lineScore(line, mover, all, t, tellScore) : '–');
    sequence.update(line?.moves ?? [], thinking.ply, line?.cells, line?.movers);
  });
}

const depthOf = ({ depth = 0, selective_depth: selective = 0 }) =>
  selective > depth ? `${depth} / ${selective}` : String(depth);

/** `none`, `over`, or how far the search is; one that was broken off says nothing more of itself, and is done. */
function phaseOf({ game, thinking }) {
  if (!game || (!thinking && !game.ending)) return 'none';
  if (game.ending) return 'over';
  return thinking.state !== 'done' && !game.searching ? 'done' : thinking.state;
}

/** The score of a line that `mover` begins in words, with what it bounds, in the view chosen. */
export function lineScore({ score, bound }, mover, state, t, tell = wordScore) {
  if (!score) return '–';
  const text = tell(inView(score, mover, state), state, t);
  const side = mover === viewer(state) ? bound : { lower: 'upper', upper: 'lower' }[bound];
  return side === 'lower' || side === 'upper' ? t(`bound.${side}`, { score: text }) : text;
}
