import { byId, svg } from '../dom.js';
import { infoOf, playerName } from '../game.js';
import { SCALES, formatScore, standing } from '../score.js';
import { scoreAt } from '../verdict.js';

const WIDTH = 500;
const HEIGHT = 116;
const MARGIN = { x: 8, y: 10 };
const LEAST_PLIES = 20;

/** Wires the graph of the evaluation over the game: first mover's view, a click on it goes there. */
export function attachGraph({ store, t, command }) {
  const drawing = svg('g');
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
    drawing,
  );
  byId('graph-host').append(graph);

  const seek = (ply) => {
    const { game } = store.state;
    const target = Math.max(0, Math.min(game.moves.length, ply));
    if (target !== game.ply) command('seek', { ply: target });
  };
  graph.addEventListener('click', ({ clientX }) => {
    const { game } = store.state;
    if (!game) return;
    // Not by the target: while an engine thinks, what was pressed may have been drawn anew before it is released.
    const { left, width } = graph.getBoundingClientRect();
    const x = ((clientX - left) / width) * WIDTH;
    seek(Math.round(((x - MARGIN.x) * span(game)) / (WIDTH - 2 * MARGIN.x)));
  });
  graph.addEventListener('keydown', (event) => {
    const { game } = store.state;
    const steps = {
      ArrowLeft: -1,
      ArrowDown: -1,
      ArrowRight: 1,
      ArrowUp: 1,
      PageDown: -10,
      PageUp: 10,
      Home: -Infinity,
      End: Infinity,
    };
    if (!game || !(event.key in steps) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    seek(game.ply + steps[event.key]);
  });

  store.subscribe(['game', 'thinking', 'hello', 'lang'], (state) => {
    const { game, prefs } = state;
    if (!game) return;
    const unit = infoOf(state)?.unit ?? null;
    const words = (score) => (score ? formatScore(score, { t, lang: prefs.lang, unit }) : t('graph.unknown'));
    graph.setAttribute('aria-label', t('graph.label', { player: playerName(state, 0, t) }));
    graph.setAttribute('aria-valuemax', game.moves.length);
    graph.setAttribute('aria-valuenow', game.ply);
    graph.setAttribute('aria-valuetext', t('graph.point', { n: game.ply, score: words(scoreAt(state, game.ply)) }));
    drawing.replaceChildren(...draw(state, (ply) => t('graph.point', { n: ply, score: words(scoreAt(state, ply)) })));
  });
}

function draw(state, words) {
  const { game } = state;
  const last = span(game);
  const x = (ply) => MARGIN.x + (ply * (WIDTH - 2 * MARGIN.x)) / last;
  const middle = HEIGHT / 2;
  const y = (share) => middle - share * (middle - MARGIN.y);
  const points = [];
  for (let ply = 0; ply <= game.moves.length; ply += 1) {
    const score = scoreAt(state, ply);
    const share = standing(score, SCALES[game.game] ?? 5);
    if (share !== null) points.push({ ply, x: round(x(ply)), y: round(y(share)), score });
  }
  const path = points.map((point, index) => `${index ? 'L' : 'M'}${point.x} ${point.y}`).join('');
  const area = points.length > 1 ? `${path}L${points.at(-1).x} ${middle}L${points[0].x} ${middle}z` : '';
  const step = (WIDTH - 2 * MARGIN.x) / last;
  const now = round(x(game.ply));
  return [
    svg('rect', { class: 'graph-half', x: 0, y: 0, width: WIDTH, height: middle }),
    svg('path', { class: 'graph-middle', d: `M0 ${middle}H${WIDTH}` }),
    svg('path', { class: 'graph-area', d: area }),
    svg('path', { class: 'graph-line', d: path }),
    svg('path', { class: 'graph-now', d: `M${now} 2V${HEIGHT - 2}` }),
    ...points.map((point) => mark(point, point.ply === game.ply)),
    ...Array.from({ length: game.moves.length + 1 }, (_, ply) =>
      svg(
        'rect',
        { class: 'graph-hit', 'data-ply': ply, x: round(x(ply) - step / 2), y: 0, width: round(step), height: HEIGHT },
        svg('title', {}, words(ply)),
      ),
    ),
  ];
}

/** A dot; a decisive score is a wedge at the rim. */
function mark({ x, y, score }, current) {
  const kind = `graph-point${current ? ' current' : ''}`;
  if (!score.final || score.sign === 0) return svg('circle', { class: kind, cx: x, cy: y, r: current ? 4 : 2.2 });
  const toward = -score.sign;
  return svg('path', { class: `${kind} decisive`, d: `M${x} ${y + 5 * toward}l4.5 ${-7 * toward}h-9z` });
}

/** How many plies the width stands for. */
const span = (game) => Math.max(LEAST_PLIES, game.moves.length);

const round = (value) => Math.round(10 * value) / 10;
