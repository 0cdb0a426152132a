/** @file When and how things on a board move. */

const still = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');

/**
 * Returns whether a view is to be animated: not when its options say so, nor for people who asked for no motion.
 * @param {object} view
 * @returns {boolean}
 */
export function moves(view) {
  return view.options.animate !== false && !still?.matches && document.visibilityState === 'visible';
}

const running = new WeakMap(); // asking an element for its animations would make the browser compute its style

/**
 * Begins an animation of an element, or of a part of one that `settle` is to know.
 * @param {Element} owner the element that is settled.
 * @param {Element} part what moves: the owner, or something in it.
 * @param {Keyframe[]} keyframes
 * @param {number | KeyframeAnimationOptions} timing
 * @returns {Animation}
 */
export function animate(owner, part, keyframes, timing) {
  const animation = part.animate(keyframes, timing);
  const all = running.get(owner);
  if (all) all.push(animation);
  else running.set(owner, [animation]);
  return animation;
}

/**
 * Ends whatever an element and its parts are doing.
 * @param {Element} owner
 */
export function settle(owner) {
  const all = running.get(owner);
  if (!all) return;
  running.delete(owner);
  for (const animation of all) animation.cancel();
}
