import { byId, h, setText } from '../dom.js';
import { duration, shortCount } from '../format.js';
import { infoOf, engineName, moverAt, playerName } from '../game.js';
import { formatScore } from '../score.js';
import { tellScore } from '../verdict.js';
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

  store.subscribe(['thinking', 'game', 'lang'], (all) => {
    const {
      game,
      thinking,
      prefs: { lang },
    } = all;
    for (const name of FIELDS) setText(terms[name], t(`thinking.${name}`));
    host.dataset.state = thinking?.state ?? 'none';
    if (!thinking || !game) {
      setText(state, t('thinking.none'));
      for (const name of FIELDS) if (name !== 'pv') setText(name === 'score' ? score : values[name], '–');
      score.disabled = true;
      sequence.update([], 0);
      return;
    }
    const player = playerName(all, moverAt(game, thinking.ply), t);
    setText(
      state,
      [player, t(`thinking.purpose.${thinking.purpose}`), t(`thinking.state.${thinking.state}`)].join(' · '),
    );
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
    setText(score, line?.score ? toldScore(line, moverAt(game, thinking.ply), all, t) : '–');
    sequence.update(line?.moves ?? [], thinking.ply, line?.cells);
  });
}

const depthOf = ({ depth = 0, selective_depth: selective = 0 }) =>
  selective > depth ? `${depth} / ${selective}` : String(depth);

/** A line's score in words, with what it bounds, and whose it is. */
function toldScore({ score, bound }, mover, state, t) {
  const text = tellScore(score, mover, state, t);
  return bound === 'lower' || bound === 'upper' ? t(`bound.${bound}`, { score: text }) : text;
}

/** A line's score in words, with what it bounds; in the view it is given in. */
export function lineScore({ score, bound }, state, t) {
  if (!score) return '–';
  const text = formatScore(score, { t, lang: state.prefs.lang, unit: infoOf(state)?.unit ?? null });
  return bound === 'lower' || bound === 'upper' ? t(`bound.${bound}`, { score: text }) : text;
}
