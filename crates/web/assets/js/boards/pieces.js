/** @file The pieces of xiangqi: how they look, and which piece went where from one position to the next. */

import { draw, set, write } from './svg.js';

/** The signs engraved in the pieces, by the letters of a FEN: capitals are red. */
const SIGNS = {
  K: '帥', A: '仕', B: '相', R: '俥', N: '傌', C: '炮', P: '兵',
  k: '將', a: '士', b: '象', r: '車', n: '馬', c: '砲', p: '卒',
};
/** The letters that stand for the signs where those are not wanted: elephant and horse by their English names. */
const LETTERS = { K: 'K', A: 'A', B: 'E', R: 'R', N: 'H', C: 'C', P: 'P' };

/** The radius of a piece, in units of the drawing. */
export const RADIUS = 29;

/**
 * Makes a piece without a sign yet.
 * @param {string} prefix of the board's ids.
 * @returns {SVGGElement}
 */
export function makePiece(prefix) {
  return draw('g', {},
    draw('circle', { class: 'shadow', cx: 2, cy: 4, r: RADIUS + 3.5, fill: `url(#${prefix}-shadow)` }),
    draw('g', { class: 'body' },
      draw('circle', { class: 'side', cy: 1.6, r: RADIUS }),
      draw('circle', { class: 'top', r: RADIUS, fill: `url(#${prefix}-piece)` }),
      draw('circle', { class: 'ring', r: RADIUS - 4.5 }),
      draw('text', { class: 'light', y: 1.1, lang: 'zh-Hant' }),
      draw('text', { class: 'sign', lang: 'zh-Hant' })));
}

/**
 * Gives a piece its sign and colour.
 * @param {Element} element
 * @param {string} letter of a FEN.
 * @param {boolean} letters whether letters are wanted instead of the signs.
 */
export function showPiece(element, letter, letters) {
  const red = letter === letter.toUpperCase();
  set(element, { 'data-piece': letter });
  element.classList.toggle('red', red);
  element.classList.toggle('black', !red);
  element.classList.toggle('lettered', letters);
  const [, , , light, sign] = element.lastChild.children;
  const text = letters ? LETTERS[letter.toUpperCase()] : SIGNS[letter];
  write(light, text);
  write(sign, text);
}

/**
 * Returns which piece of one position is which in the next: pieces that stay, pieces that went elsewhere, and the rest.
 * @param {Map<string, string>} before
 * @param {Map<string, string>} after
 * @returns {{moved: [string, string][], gone: string[], come: string[]}} `moved` from where to where.
 */
export function follow(before, after) {
  const left = [...before].filter(([square, letter]) => after.get(square) !== letter).map(([square]) => square);
  const come = [];
  const moved = [];
  for (const [square, letter] of after) {
    if (before.get(square) === letter) continue;
    let best = -1;
    for (const [index, from] of left.entries()) {
      if (before.get(from) !== letter) continue;
      if (best < 0 || distance(from, square) < distance(left[best], square)) best = index;
    }
    if (best < 0) come.push(square);
    else moved.push([left.splice(best, 1)[0], square]);
  }
  return { moved, gone: left, come };
}

function distance(a, b) {
  return Math.abs(a.charCodeAt(0) - b.charCodeAt(0)) + Math.abs(a.charCodeAt(1) - b.charCodeAt(1));
}
