import { svg } from './dom.js';

/** Outlines on a grid of 24, drawn with a stroke. */
const PATHS = {
  plus: 'M12 5v14M5 12h14',
  help: 'M9.2 9a2.9 2.9 0 1 1 4.3 2.5c-1 .6-1.5 1.2-1.5 2.500M12 17.500v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18',
  flip: 'M7 4v15m0 0-3.5-3.500M7 19l3.5-3.500M17 20V5m0 0-3.5 3.500M17 5l3.5 3.5',
  first: 'M6 5v14M19 5l-9 7 9 7z',
  previous: 'M16 5l-9 7 9 7z',
  next: 'M8 5l9 7-9 7z',
  last: 'M18 5v14M5 5l9 7-9 7z',
  undo: 'M4 9h10a5 5 0 0 1 0 10H9M4 9l4-4M4 9l4 4',
  redo: 'M20 9H10a5 5 0 0 0 0 10h5M20 9l-4-4M20 9l-4 4',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.800c.8.6 1.1 1.2 1.1 2.200h5c0-1 .3-1.6 1.1-2.200A6 6 0 0 0 12 3',
  engine: 'M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4',
  now: 'M13 3 5 14h6l-1 7 8-11h-6z',
  pause: 'M8 5v14M16 5v14',
  play: 'M7 4.500v15l12-7.500z',
  stop: 'M6 6h12v12H6z',
  analyze: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5 21 21',
  restart: 'M19 12a7 7 0 1 1-2-4.900M19 4v4h-4',
  swap: 'M4 8h14m0 0-4-4m4 4-4 4M20 16H6m0 0 4-4m-4 4 4 4',
  flag: 'M6 21V4h11l-2.5 4 2.5 4H6',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.300l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.700l1-1',
  open: 'M12 4v11m0 0-4-4m4 4 4-4M4 18v2h16v-2',
  save: 'M12 15V4m0 0L8 8m4-4 4 4M4 18v2h16v-2',
  games: 'M5 5h14M5 12h14M5 19h14M2 5h.1M2 12h.1M2 19h.1',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  review: 'M4 6h12M4 12h8M4 18h6M14 16.500l2.500 2.500L21 13.500',
  flask: 'M9 3h6M10 3v6L4.5 18.5A1.7 1.7 0 0 0 6 21h12a1.7 1.7 0 0 0 1.5-2.5L14 9V3M7.5 14.5h9',
  close: 'M6 6l12 12M18 6 6 18',
};

/** An icon by name; it says nothing to a screen reader. */
export function icon(name) {
  return svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: PATHS[name] }));
}

/** Puts the icons in that `data-icon` names. */
export function placeIcons(root) {
  for (const node of root.querySelectorAll('[data-icon]')) node.prepend(icon(node.dataset.icon));
}
