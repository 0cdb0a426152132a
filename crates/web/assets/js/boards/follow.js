/** @file Which piece went where from one position to the next. Pure. */

/**
 * Returns which piece of one position is which in the next: pieces that went elsewhere, and the rest that changed.
 * @param {Map<string, string>} before what stands on each occupied cell.
 * @param {Map<string, string>} after
 * @param {[string | null, string | null]} [last] where the last move came from and where it went: a piece that went
 *   this way is the same, whatever it has become.
 * @returns {{moved: [string, string][], gone: string[], come: string[]}} `moved` from where to where.
 */
export function follow(before, after, last = [null, null]) {
  const left = [...before].filter(([square, piece]) => after.get(square) !== piece).map(([square]) => square);
  const come = [];
  const moved = [];
  const [from, to] = last;
  if (left.includes(from) && !after.has(from) && after.has(to) && after.get(to) !== before.get(to)) {
    left.splice(left.indexOf(from), 1);
    moved.push([from, to]);
  }
  for (const [square, piece] of after) {
    if (before.get(square) === piece || (moved.length > 0 && moved[0][1] === square)) continue;
    let best = -1;
    for (const [index, from] of left.entries()) {
      if (before.get(from) !== piece) continue;
      if (best < 0 || distance(from, square) < distance(left[best], square)) best = index;
    }
    if (best < 0) come.push(square);
    else moved.push([left.splice(best, 1)[0], square]);
  }
  return { moved, gone: left, come };
}

/**
 * Returns what changed where pieces stay: cells whose piece became another, that became empty, that were filled.
 * @param {Map<string, string>} before
 * @param {Map<string, string>} after
 * @returns {{turned: string[], gone: string[], come: string[]}}
 */
export function compare(before, after) {
  return {
    turned: [...after.keys()].filter((square) => before.has(square) && before.get(square) !== after.get(square)),
    gone: [...before.keys()].filter((square) => !after.has(square)),
    come: [...after.keys()].filter((square) => !before.has(square)),
  };
}

function distance(a, b) {
  return Math.abs(a.charCodeAt(0) - b.charCodeAt(0)) + Math.abs(a.charCodeAt(1) - b.charCodeAt(1));
}
