/** @file Green felt in a dark frame, and discs that turn over in a wave from the one just played. */

import { animate, settle } from '../motion.js';
import { draw, gradient } from '../svg.js';

const CELL = 72;
const FRAME = 34;
const WIDTH = 2 * FRAME + 8 * CELL;
const RADIUS = 29.5;
/** How long a disc turns, and how much later the next one of the wave begins, in milliseconds. */
const TURN = 360;
const WAVE = 70;

/** @type {import('./index.js').Artwork} */
export const felt = {
  name: 'felt',
  edge: 17,
  measures: () => ({ cell: CELL, margin: FRAME + CELL / 2 }),
  paint(surface, shape, presented) {
    const { prefix } = surface;
    paintFelt(surface);
    return {
      radius: RADIUS,
      fill: (side) => `url(#${prefix}-${presented.players[side]})`,
      make: () => makeDisc(prefix),
      // The style shows the side of the colour that the piece is of.
      show() {},
      land,
      turnOver,
    };
  },
};

/** Makes a disc: a shadow, and both sides, each with the edge of the other colour below it; the style shows one. */
function makeDisc(prefix) {
  const side = (top, edge) => draw('g', { class: `side ${top}` },
    draw('circle', { class: `edge ${edge}`, cy: 2, r: RADIUS }),
    draw('circle', { r: RADIUS, fill: `url(#${prefix}-${top})` }));
  return draw('g', {},
    draw('circle', { class: 'shadow', cx: 2, cy: 6, r: RADIUS + 3.4, fill: `url(#${prefix}-shadow)` }),
    draw('g', { class: 'body' }, side('black', 'white'), side('white', 'black')));
}

/** Lets a new disc come down on the board. */
function land(element) {
  settle(element);
  animate(element, element.lastChild, [{ opacity: 0, transform: 'scale(1.25)' }, { opacity: 1, transform: 'none' }], {
    duration: 170,
    easing: 'ease-out',
  });
}

/** Turns a disc over, about the axis across the way from the played disc, later the farther away it is. */
function turnOver(element, colour, { x, y }) {
  const [shadow, body] = element.children;
  const distance = Math.max(Math.abs(x), Math.abs(y)) / CELL;
  const way = (Math.atan2(y, x) * 180) / Math.PI;
  const squeeze = (width, lift) => `rotate(${way}deg) scale(${width * lift}, ${lift}) rotate(${-way}deg)`;
  const timing = { duration: TURN, delay: 60 + WAVE * (distance - 1), fill: 'backwards' };
  animate(element, body,
    [
      { transform: squeeze(1, 1), easing: 'cubic-bezier(.4, 0, 1, .8)' },
      { transform: squeeze(0.07, 1.13), easing: 'cubic-bezier(0, .2, .6, 1)' },
      { transform: squeeze(1, 1) },
    ],
    timing,
  );
  const still = { transform: squeeze(1, 1), opacity: 1 };
  animate(element, shadow, [still, { transform: squeeze(0.45, 1), opacity: 0.7 }, still], timing);
  for (const side of body.children) {
    const [from, to] = side.classList.contains(colour) ? [0, 1] : [1, 0];
    animate(element, side,
      [{ opacity: from }, { opacity: from, offset: 0.5 }, { opacity: to, offset: 0.5 }, { opacity: to }],
      timing,
    );
  }
}

/** Draws the frame, the felt with its lines and four dots, and what discs are painted with. */
function paintFelt({ layers, prefix }) {
  const lit = { cx: 0.38, cy: 0.32, r: 0.85 };
  const weave = draw('pattern', { id: `${prefix}-weave`, width: 6, height: 6, patternUnits: 'userSpaceOnUse' },
    draw('path', { class: 'weave', d: 'M0 1.5h2M3 4.5h2M1.5 3v2M4.5 0v2' }));
  const felt = { x: FRAME, y: FRAME, width: 8 * CELL, height: 8 * CELL };
  let lines = '';
  for (let line = 1; line < 8; line += 1) {
    const at = FRAME + line * CELL;
    lines += `M${FRAME} ${at}H${WIDTH - FRAME}M${at} ${FRAME}V${WIDTH - FRAME}`;
  }
  layers.background.append(
    draw('defs', {},
      gradient('linearGradient', prefix, 'frame', [0, 1], { x1: 0, y1: 0, x2: 0, y2: 1 }),
      gradient('radialGradient', prefix, 'felt', [0, 1], { cx: 0.5, cy: 0.42, r: 0.75 }),
      gradient('radialGradient', prefix, 'black', [0, 0.5, 1], lit),
      gradient('radialGradient', prefix, 'white', [0, 0.5, 1], lit),
      gradient('radialGradient', prefix, 'shadow', [0, 0.75, 1]),
      weave),
    draw('rect', { width: WIDTH, height: WIDTH, rx: 12, fill: `url(#${prefix}-frame)` }),
    draw('rect', { class: 'rim', x: 1, y: 1, width: WIDTH - 2, height: WIDTH - 2, rx: 11 }),
    draw('rect', { ...felt, fill: `url(#${prefix}-felt)` }),
    draw('rect', { ...felt, fill: `url(#${prefix}-weave)` }),
    draw('path', { class: 'lines', d: lines }),
    draw('rect', { class: 'outline', ...felt }),
  );
  for (const x of [2, 6]) {
    for (const y of [2, 6]) {
      layers.background.append(draw('circle', { class: 'star', cx: FRAME + x * CELL, cy: FRAME + y * CELL, r: 5 }));
    }
  }
}
