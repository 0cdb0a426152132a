import { svg } from '../dom.js';
import { infoOf } from '../game.js';
import { badness, reviewed } from '../review.js';
import { standing } from '../score.js';
import { scoreAt } from '../verdict.js';

/** The drawing's width in its own units. */
export const WIDTH = 500;
/** Its height. */
export const HEIGHT = 116;
const MARGIN = { x: 8, y: 10 };
const MIDDLE = HEIGHT / 2;
const LEAST_PLIES = 20;

/**
 * The drawing of the evaluation over the game, in the view chosen, in groups of which only what changed is drawn anew.
 *
 * Returns `{ node, update(state), plyAt(share) }`; a share of 0 is the left edge, 1 the right one.
 */
export function createGraphDrawing() {
  const area = svg('path', { class: 'graph-area' });
  const line = svg('path', { class: 'graph-line' });
  const now = svg('path', { class: 'graph-now' });
  const marks = svg('g');
  const current = svg('g');
  const hits = svg('g');
  const node = svg(
    'g',
    {},
    svg('rect', { class: 'graph-half', x: 0, y: 0, width: WIDTH, height: MIDDLE }),
    svg('path', { class: 'graph-middle', d: `M0 ${MIDDLE}H${WIDTH}` }),
    area,
    line,
    now,
    marks,
    current,
    hits,
  );
  let last = LEAST_PLIES;
  let drawn = '';

  const x = (ply) => round(MARGIN.x + (ply * (WIDTH - 2 * MARGIN.x)) / last);

  function drawHits(plies) {
    const step = (WIDTH - 2 * MARGIN.x) / last;
    hits.replaceChildren(
      ...Array.from({ length: plies + 1 }, (_, ply) => {
        const place = { x: round(x(ply) - step / 2), y: 0, width: round(step), height: HEIGHT };
        return svg('rect', { class: 'graph-hit', 'data-ply': ply, ...place });
      }),
    );
  }

  function drawCourse(points) {
    const path = points.map((point, index) => `${index ? 'L' : 'M'}${point.x} ${point.y}`).join('');
    line.setAttribute('d', path);
    const closed = points.length > 1;
    area.setAttribute('d', closed ? `${path}L${points.at(-1).x} ${MIDDLE}L${points[0].x} ${MIDDLE}z` : '');
    marks.replaceChildren(...points.map((point) => mark(point, false)));
  }

  return {
    node,
    update(state) {
      const { game } = state;
      const plies = game.moves.length;
      last = Math.max(LEAST_PLIES, plies);
      if (hits.childElementCount !== plies + 1 || hits.dataset.last !== String(last)) {
        hits.dataset.last = last;
        drawHits(plies);
      }
      const points = [];
      for (let ply = 0; ply <= plies; ply += 1) {
        const score = scoreAt(state, ply);
        const share = standing(score, infoOf(state).half_win);
        if (share === null) continue;
        const decisive = score.final ? Math.sign(score.sign) : 0;
        const row = reviewed(state)[ply - 1];
        const bad = badness(row) > 0 ? row.mark : '';
        points.push({ ply, x: x(ply), y: round(MIDDLE - share * (MIDDLE - MARGIN.y)), decisive, bad });
      }
      const contents = JSON.stringify([last, points]);
      if (contents !== drawn) {
        drawn = contents;
        drawCourse(points);
      }
      now.setAttribute('d', `M${x(game.ply)} 2V${HEIGHT - 2}`);
      const here = points.find(({ ply }) => ply === game.ply);
      current.replaceChildren(...(here ? [mark(here, true)] : []));
    },
    plyAt: (share) => Math.round(((share * WIDTH - MARGIN.x) * last) / (WIDTH - 2 * MARGIN.x)),
  };
}

/** A dot, larger after a bad move; a decisive score is a wedge at the rim. */
function mark({ x, y, decisive, bad }, current) {
  const kind = `graph-point${current ? ' current' : ''}${bad ? ` ${bad}` : ''}`;
  if (decisive === 0) return svg('circle', { class: kind, cx: x, cy: y, r: current || bad ? 4 : 2.2 });
  return svg('path', { class: `${kind} decisive`, d: `M${x} ${y - 5 * decisive}l4.5 ${7 * decisive}h-9z` });
}

const round = (value) => Math.round(10 * value) / 10;
