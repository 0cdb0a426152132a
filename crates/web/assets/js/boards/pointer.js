/** @file The mouse, the finger and the pen: clicks, drags and hovering, told by the point they are at. */

import { listenToAim } from './aim.js';

/** How far a pressed pointer goes, in CSS pixels, before it drags. */
const SLACK = 6;

/**
 * @typedef {object} PointerActions
 * @property {(square: string) => void} click
 * @property {(square: string | null) => void} hover where a mouse is, `null` when it leaves.
 * @property {(square: string | null) => void} aim where a resting finger is.
 * @property {(square: string | null) => boolean} canAim whether a finger that is put there aims; others only tap.
 * @property {(square: string) => boolean} canDrag
 * @property {(square: string) => void} lift a drag begins.
 * @property {(place: {x: number, y: number}, square: string | null) => void} carry it goes on.
 * @property {(square: string | null) => void} drop it ends; `null` off the board or when it is broken off.
 */

/**
 * Listens to the pointer on a board until `signal` says otherwise.
 * @param {SVGSVGElement} svg
 * @param {import('./grid.js').Grid} grid
 * @param {PointerActions} actions
 * @param {AbortSignal} signal
 */
export function listenToPointer(svg, grid, actions, signal) {
  let pressed = null; // {id, square, x, y, dragging}
  let swallow = false; // the click that ends a drag is none

  const on = (type, listener, options = {}) => svg.addEventListener(type, listener, { ...options, signal });
  const placeOf = (event) => {
    const matrix = svg.getScreenCTM();
    return matrix && new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  };
  const squareOf = (event) => {
    // A click that no pointer made, as by a screen reader, has no place but the square it was sent to.
    const cell = event.detail === 0 && event.type === 'click' ? event.target.closest('[data-square]') : null;
    if (cell) return cell.dataset.square;
    const place = placeOf(event);
    return place && grid.nearest(place.x, place.y);
  };
  const echoes = listenToAim(svg, { ...actions, squareOf }, signal);

  const end = (event, square) => {
    if (pressed?.id !== event.pointerId) return;
    const { dragging } = pressed;
    if (dragging) actions.drop(square);
    pressed = null;
    swallow = dragging;
  };

  on('pointerdown', (event) => {
    swallow = false;
    if (!event.isPrimary || event.button !== 0) return;
    const square = squareOf(event);
    if (square && actions.canDrag(square)) {
      pressed = { id: event.pointerId, square, x: event.clientX, y: event.clientY, dragging: false };
    }
  });
  on('pointermove', (event) => {
    // The button was released where no listener is, as outside the window.
    if (event.buttons === 0) end(event, null);
    if (pressed?.id === event.pointerId) {
      if (!pressed.dragging && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > SLACK) {
        pressed.dragging = true;
        svg.setPointerCapture(event.pointerId);
        actions.hover(null);
        actions.lift(pressed.square);
      }
      if (pressed.dragging) {
        const place = placeOf(event);
        if (place) actions.carry(place, grid.nearest(place.x, place.y));
      }
    } else if (event.pointerType === 'mouse') {
      actions.hover(squareOf(event));
    }
  });
  on('pointerup', (event) => end(event, pressed?.dragging ? squareOf(event) : null));
  on('pointercancel', (event) => end(event, null));
  on('pointerleave', () => actions.hover(null));
  // A finger that drags a piece must not scroll the page.
  on('touchmove', (event) => pressed && event.cancelable && event.preventDefault(), { passive: false });
  on('click', (event) => {
    const echo = swallow || echoes(event);
    swallow = false;
    if (echo) return;
    const square = squareOf(event);
    if (square) actions.click(square);
  });
}
