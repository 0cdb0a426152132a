/** @file What an engine thinks, drawn with stones: its line as numbered ghosts, and the first moves of several. */

import { draw, keyed, moveTo, set, write } from './svg.js';

/** How many moves of a line are drawn; more would hide the board. */
const DEEPEST = 12;

/**
 * Returns which stones a line puts on the board, with their number and how clearly each is to be seen.
 * @param {{index: number, side: number, cells: [string | null, string | null]}[]} pv
 * @param {(square: string) => boolean} free whether a stone can be drawn there.
 * @returns {{key: string, number: number, side: number, opacity: string}[]}
 */
export function ghostsOf(pv, free) {
  const ghosts = [];
  const taken = new Set();
  for (const { index, side, cells: [from, key] } of pv.slice(0, DEEPEST)) {
    if (from !== null || key === null || taken.has(key) || !free(key)) continue;
    taken.add(key);
    ghosts.push({ key, number: index + 1, side, opacity: Math.max(0.36, 0.8 - 0.06 * index).toFixed(2) });
  }
  return ghosts;
}

/**
 * Makes the layer on which an engine's thoughts are drawn.
 * @param {import('./surface.js').Surface} surface
 * @param {import('./pieces.js').Look} look
 * @param {(side: number) => 'light' | 'dark'} inkOf what is seen well on a side's stone.
 */
export function createThoughts({ layers, grid }, { radius, fill }, inkOf) {
  const ghosts = keyed(
    layers.thoughts,
    grid,
    () => draw('g', { class: 'pv' }, draw('circle', { r: radius }), draw('text')),
    (element, { key, number, side, opacity }) => {
      moveTo(element, grid.place(key));
      set(element, { 'data-on': key });
      set(element.firstChild, { fill: fill(side), opacity });
      set(element.lastChild, { 'data-ink': inkOf(side), opacity: (1 + Number(opacity)) / 2 });
      write(element.lastChild, number);
    },
  );
  const firsts = keyed(
    layers.thoughts,
    grid,
    () => draw('g', {}, draw('circle', { r: radius }), draw('text')),
    (element, { key, rank, text }) => {
      moveTo(element, grid.place(key));
      set(element, { class: `line rank-${Math.min(rank, 8)}`, 'data-on': key });
      const words = String(text ?? rank);
      write(element.lastChild, words);
      // What is too long for the stone is pressed together.
      const pressed = words.length > 6;
      set(element.lastChild, {
        class: words.length > 4 ? 'long' : null,
        textLength: pressed ? 1.8 * radius : null,
        lengthAdjust: pressed ? 'spacingAndGlyphs' : null,
      });
    },
  );
  const hints = keyed(
    layers.above,
    grid,
    () => draw('circle', { class: 'hint', r: radius * 0.86 }),
    (element, { key }) => {
      moveTo(element, grid.place(key));
      set(element, { 'data-on': key });
    },
  );
  return {
    /** Draws the line, the first moves of several and the hint where they put a piece on a free cell, and tells where. */
    show({ pv, lines, hint }, free) {
      const puts = ([from, to]) => from === null && to !== null && free(to);
      const marked = new Map();
      for (const line of lines) if (puts(line.cells) && !marked.has(line.cells[1])) marked.set(line.cells[1], line);
      firsts.sync([...marked].map(([key, { rank, text }]) => ({ key, rank, text })));
      const expected = ghostsOf(pv, free).filter(({ key }) => !marked.has(key));
      ghosts.sync(expected);
      hints.sync(hint && puts(hint.cells) ? [{ key: hint.cells[1] }] : []);
      return new Set([...marked.keys(), ...expected.map(({ key }) => key)]);
    },
  };
}
