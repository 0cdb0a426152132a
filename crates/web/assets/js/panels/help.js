import { byId, h } from '../dom.js';
import { dialogHead, openDialog } from './dialog.js';

const BOARD = [
  ['← ↑ ↓ →', 'arrows'],
  ['Enter', 'enter'],
  ['Esc', 'escape'],
];
const PAGE = [
  ['← →', 'steps'],
  ['Home End', 'ends'],
  ['U', 'u'],
  ['R', 'r'],
  ['H', 'h'],
  ['G', 'g'],
  ['M', 'm'],
  ['P', 'p'],
  ['A', 'a'],
  ['F', 'f'],
  ['N', 'n'],
  ['?', 'help'],
];

/** Wires the help. */
export function attachHelp({ t }) {
  const dialog = byId('help-dialog');
  const keys = (rows) =>
    h(
      'dl',
      { class: 'keys' },
      ...rows.map(([key, name]) =>
        h(
          'div',
          {},
          h('dt', {}, ...key.split(' ').flatMap((one) => [h('kbd', {}, one), ' '])),
          h('dd', {}, t(`help.key.${name}`)),
        ),
      ),
    );

  byId('help').addEventListener('click', () => {
    dialog.replaceChildren(
      dialogHead('help-heading', t('help.heading'), t),
      h('p', {}, t('help.lead')),
      h('h3', {}, t('help.board')),
      keys(BOARD),
      h('h3', {}, t('help.keys')),
      keys(PAGE),
      h('p', { class: 'quiet' }, t('help.shortcuts')),
    );
    openDialog(dialog);
  });
}
