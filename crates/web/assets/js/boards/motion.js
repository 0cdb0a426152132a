/** @file When and how things on a board move. */

const still = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');

/**
 * Tells whether a view is to be animated: not when its options say so, nor for people who asked for no motion.
 * @param {object} view
 * @returns {boolean}
 */
export function moves(view) {
  return view.options?.animate !== false && !still?.matches && document.visibilityState === 'visible';
}

/**
 * Ends whatever an element and what it holds are doing.
 * @param {Element} element
 */
export function settle(element) {
  for (const animation of element.getAnimations({ subtree: true })) animation.cancel();
}
