/** @file A wooden board, its grain drawn by lines so that it is crisp at any size and cheap to paint. */

import { draw, gradient } from '../svg.js';

/** The width of a board of 15 lines. */
const USUAL = 644;

/**
 * Makes the numbers of a small generator, the same for the same seed: a board looks alike each time.
 * @param {number} seed
 * @returns {() => number} the next number of 0 to 1.
 */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Returns the lines of the grain of a board: long waves that follow each other, in three strengths.
 * @param {number} width
 * @param {number} height
 * @param {number} seed
 * @returns {string[]} the paths, from the faintest to the strongest.
 */
export function grain(width, height, seed) {
  const random = randomFrom(seed);
  const paths = ['', '', ''];
  const phase = random() * 6;
  for (let x = -20; x < width + 20; x += 2.5 + random() * 7) {
    const sway = (y) => x + 16 * Math.sin(phase + x / 150 + y / 300) + 5 * Math.sin(y / 95 + x / 40);
    let path = `M${sway(0).toFixed(1)} 0`;
    const step = height / 6;
    for (let y = 0; y < height; y += step) {
      const [a, b, c] = [y + step / 3, y + (2 * step) / 3, y + step];
      path += `C${sway(a).toFixed(1)} ${a.toFixed(0)} ${sway(b).toFixed(1)} ${b.toFixed(0)} `;
      path += `${sway(c).toFixed(1)} ${c.toFixed(0)}`;
    }
    const dice = random();
    paths[dice < 0.6 ? 0 : dice < 0.9 ? 1 : 2] += path;
  }
  return paths;
}

/**
 * Draws a wooden board with round corners that fills the drawing.
 * @param {import('../surface.js').Surface} surface
 * @param {number} width
 * @param {number} height
 * @param {number} seed
 */
export function paintWood({ layers, prefix }, width, height, seed) {
  const wood = gradient('linearGradient', prefix, 'wood', [0, 0.45, 1], { x1: 0, y1: 0, x2: 1, y2: 1 });
  // The corners and the grain are as large as they are on a usual board, whatever the number of lines.
  const scale = width / USUAL;
  const edge = { width, height, rx: 10 * scale };
  const clip = draw('clipPath', { id: `${prefix}-edge` }, draw('rect', edge));
  const lines = draw('g', { class: 'grain', 'clip-path': `url(#${prefix}-edge)` });
  const scaled = draw('g', { transform: `scale(${scale})` });
  for (const path of grain(USUAL, height / scale, seed)) scaled.append(draw('path', { d: path }));
  lines.append(scaled);
  const rim = draw('rect', { class: 'rim', x: 1, y: 1, width: width - 2, height: height - 2, rx: 9 * scale });
  layers.background.append(
    draw('defs', {}, wood, clip),
    draw('rect', { ...edge, fill: `url(#${prefix}-wood)` }),
    lines,
    rim,
  );
}
