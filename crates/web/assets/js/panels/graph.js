import { byId, svg } from '../dom.js';
import { playerName } from '../game.js';
import { scoreAt, tellScore, viewer } from '../verdict.js';
import { HEIGHT, WIDTH, createGraphDrawing } from './graph-drawing.js';

/** How far each key goes. */
const STEPS = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: -Infinity,
  End: Infinity,
};

/** Wires the graph of the evaluation over the game: a click on it goes there, and so do the keys of a slider. */
export function attachGraph({ store, t, command }) {
  const drawing = createGraphDrawing();
  const title = svg('title');
  const graph = svg(
    'svg',
    {
      id: 'graph',
      class: 'graph',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'slider',
      tabindex: 0,
      'aria-valuemin': 0,
    },
    title,
    drawing.node,
  );
  byId('graph-host').append(graph);

  const inRecord = (ply) => Math.max(0, Math.min(store.state.game.moves.length, ply));
  // Not by the event's target: while an engine thinks, what was pressed may have been drawn anew before it is released.
  const plyUnder = ({ clientX }) => {
    const { left, width } = graph.getBoundingClientRect();
    return inRecord(drawing.plyAt((clientX - left) / width));
  };
  const seek = (ply) => {
    if (ply !== store.state.game.ply) command('seek', { ply });
  };
  const words = (ply) => {
    const { state } = store;
    const score = scoreAt(state, ply);
    const told = score ? tellScore(score, state, t) : t('graph.unknown');
    return t('graph.point', { n: ply, score: told });
  };

  graph.addEventListener('click', (event) => {
    if (store.state.game) seek(plyUnder(event));
  });
  graph.addEventListener('pointermove', (event) => {
    if (store.state.game) title.textContent = words(plyUnder(event));
  });
  graph.addEventListener('keydown', (event) => {
    const { game } = store.state;
    if (!game || !(event.key in STEPS) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    seek(inRecord(game.ply + STEPS[event.key]));
  });

  store.subscribe(['game', 'review', 'thinking', 'hello', 'lang', 'prefs'], (state) => {
    const { game } = state;
    if (!game) return;
    graph.setAttribute('aria-label', t('graph.label', { player: playerName(state, viewer(state), t) }));
    graph.setAttribute('aria-valuemax', game.moves.length);
    graph.setAttribute('aria-valuenow', game.ply);
    graph.setAttribute('aria-valuetext', words(game.ply));
    drawing.update(state);
  });
}
