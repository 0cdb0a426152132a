/** @file Small tools to draw with: elements, attributes that are written only when they change, and keyed layers. */

import { settle } from './motion.js';

const NAMESPACE = 'http://www.w3.org/2000/svg';
let boards = 0;

/**
 * Makes an SVG element.
 * @param {string} name the tag.
 * @param {Object<string, string | number>} [attributes] its attributes.
 * @param {...(Node | string)} children what it holds.
 * @returns {SVGElement}
 */
export function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  element.append(...children);
  return element;
}

/**
 * Sets attributes, touching the document only where a value differs; `null` takes an attribute away.
 * @param {Element} element
 * @param {Object<string, string | number | null>} attributes
 */
export function set(element, attributes) {
  for (const key in attributes) {
    const value = attributes[key];
    if (value === null) {
      if (element.hasAttribute(key)) element.removeAttribute(key);
    } else if (element.getAttribute(key) !== String(value)) {
      element.setAttribute(key, value);
    }
  }
}

/**
 * Sets the text of an element if it differs.
 * @param {Element} element
 * @param {string | number} text
 */
export function write(element, text) {
  const wanted = String(text);
  if (element.textContent !== wanted) element.textContent = wanted;
}

/**
 * Moves an element to a place by its `transform`.
 * @param {Element} element
 * @param {{x: number, y: number}} place
 */
export function moveTo(element, { x, y }) {
  set(element, { transform: `translate(${x} ${y})` });
}

/**
 * Gives a prefix for ids that no other board of the document has.
 * @returns {string}
 */
export function freshPrefix() {
  boards += 1;
  return `board${boards}`;
}

/**
 * Makes a gradient whose stops take their colours from the style, by the classes `name-0`, `name-1`, and so on.
 * @param {'linearGradient' | 'radialGradient'} kind
 * @param {string} prefix of the board's ids; the gradient's is `prefix-name`.
 * @param {string} name
 * @param {number[]} offsets where the stops are, from 0 to 1.
 * @param {Object<string, number>} [place] the attributes that tell where it begins and ends.
 * @returns {SVGElement}
 */
export function gradient(kind, prefix, name, offsets, place = {}) {
  const stops = offsets.map((offset, index) => draw('stop', { offset, class: `${name}-${index}` }));
  return draw(kind, { id: `${prefix}-${name}`, ...place }, ...stops);
}

/**
 * Makes a keyed set of equal elements: an element is kept as long as its key, then reused.
 *
 * `make()` gives an element, of which copies are taken; `show(element, item, fresh)` draws an item, `fresh` telling
 * that its key is new. An item that is as it was is not drawn again, unless the board was turned.
 * @template {{key: string}} Item
 * @param {Element} layer where the elements go.
 * @param {import('./grid.js').Grid} grid
 * @param {() => SVGElement} make
 * @param {(element: SVGElement, item: Item, fresh: boolean) => void} show
 * @returns {{sync(items: Item[]): void, get(key: string): SVGElement | undefined}}
 */
export function keyed(layer, grid, make, show) {
  const shown = new Map();
  const spare = [];
  let template = null;
  let flipped = grid.flipped;
  return {
    sync(items) {
      const turned = flipped !== grid.flipped;
      flipped = grid.flipped;
      const wanted = new Set();
      for (const item of items) wanted.add(item.key);
      for (const [key, { element }] of shown) {
        if (wanted.has(key)) continue;
        shown.delete(key);
        settle(element);
        element.remove();
        spare.push(element);
      }
      for (const item of items) {
        const known = shown.get(item.key);
        if (known && !turned && alike(known.item, item)) continue;
        const element = known?.element ?? spare.pop() ?? (template ??= make()).cloneNode(true);
        show(element, item, !known);
        shown.set(item.key, { element, item });
        if (!known) layer.append(element);
      }
    },
    get: (key) => shown.get(key)?.element,
  };
}

function alike(former, item) {
  for (const key in item) if (former[key] !== item[key]) return false;
  return true;
}
