/** @file Aiming with a finger: who holds it still on a crowded board sees the point below it, and plays on letting go. */

/** How long a finger rests before it aims, in milliseconds, and how far it may stray until then, in CSS pixels. */
const REST = 240;
const SLACK = 10;

/**
 * Listens to resting fingers on a board until `signal` says otherwise; quick taps and scrolling are left alone.
 * @param {SVGSVGElement} svg
 * @param {object} actions
 * @param {(event: PointerEvent) => string | null} actions.squareOf the point below a pointer.
 * @param {(square: string | null) => void} actions.aim tells what is aimed at; `null` at the end and off the board.
 * @param {(square: string | null) => boolean} actions.canAim whether a finger that is put there aims.
 * @param {(square: string) => void} actions.click
 * @param {AbortSignal} signal
 * @returns {(event: Event) => boolean} whether a click is only the echo of a finger that has aimed.
 */
export function listenToAim(svg, { squareOf, canAim, aim, click }, signal) {
  let finger = null; // {id, x, y, timer, aiming, square}
  let ended = -Infinity;

  const on = (type, listener, options = {}) => svg.addEventListener(type, listener, { ...options, signal });
  const release = () => {
    clearTimeout(finger?.timer);
    if (finger?.aiming) {
      ended = performance.now();
      aim(null);
    }
    finger = null;
  };
  on('pointerdown', (event) => {
    release();
    if (event.pointerType !== 'touch' || !event.isPrimary || !canAim(squareOf(event))) return;
    const timer = setTimeout(() => {
      finger.aiming = true;
      aim(finger.square);
    }, REST);
    finger = { id: event.pointerId, x: event.clientX, y: event.clientY, timer, aiming: false, square: squareOf(event) };
  });
  on('pointermove', (event) => {
    if (finger?.id !== event.pointerId) return;
    if (finger.aiming) aim((finger.square = squareOf(event)));
    else if (Math.hypot(event.clientX - finger.x, event.clientY - finger.y) > SLACK) release();
  });
  on('pointerup', (event) => {
    if (finger?.id !== event.pointerId) return;
    const { aiming, square } = finger;
    release();
    if (aiming && square) click(square);
  });
  on('pointercancel', release);
  on('touchmove', (event) => finger?.aiming && event.cancelable && event.preventDefault(), { passive: false });
  on('contextmenu', (event) => finger && event.preventDefault());
  signal.addEventListener('abort', release);
  return (event) => performance.now() - ended < 400 && event.detail !== 0;
}
