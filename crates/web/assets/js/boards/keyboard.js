/** @file The keyboard: a cursor that walks over the board, plays with Enter or Space and gives up with Escape. */

const STEPS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-99, 0],
  End: [99, 0],
  PageUp: [0, -99],
  PageDown: [0, 99],
};

/**
 * Listens to the keyboard on a board until `signal` says otherwise; other keys, and any with Ctrl, Alt or Meta, pass.
 * @param {SVGSVGElement} svg
 * @param {object} actions
 * @param {(right: number, down: number) => void} actions.walk by this many points as they are seen.
 * @param {() => void} actions.press plays at the cursor, or takes up the piece there.
 * @param {() => boolean} actions.cancel tells whether there was anything to give up.
 * @param {(shown: boolean) => void} actions.show shows or hides the cursor.
 * @param {AbortSignal} signal
 */
export function listenToKeys(svg, { walk, press, cancel, show }, signal) {
  svg.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = STEPS[event.key];
    if (step) walk(...step);
    else if (event.key === 'Enter' || event.key === ' ') press();
    else if (event.key !== 'Escape' || !cancel()) return;
    event.preventDefault();
    event.stopPropagation();
  }, { signal });
  svg.addEventListener('focus', () => show(svg.matches(':focus-visible')), { signal });
  svg.addEventListener('blur', () => show(false), { signal });
  svg.addEventListener('pointerdown', () => show(false), { signal });
}
