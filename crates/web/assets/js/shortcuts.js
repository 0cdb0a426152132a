import { byId } from './dom.js';

const BUTTONS = {
  u: 'undo',
  r: 'redo',
  h: 'hint',
  g: 'go',
  m: 'move-now',
  a: 'analyze',
  f: 'flip',
  n: 'new-game',
  '?': 'help',
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  Home: 'first',
  End: 'last',
};

/** Wires the keyboard: each shortcut presses a button of the page, where no control wants the key itself. */
export function attachShortcuts({ store }) {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector('dialog[open]') || takesKeys(event.target)) return;
    const { key } = event;
    if (key.length === 1 && !store.state.prefs.shortcuts) return;
    const id =
      key === 'p'
        ? byId('continue').hidden
          ? 'pause'
          : 'continue'
        : BUTTONS[key.length === 1 ? key.toLowerCase() : key];
    const button = id && byId(id);
    if (!button || button.disabled || button.hidden) return;
    event.preventDefault();
    button.click();
  });
}

/** Whether keys belong to what has the focus: text to type, a slider, the board. */
const takesKeys = (target) =>
  target.closest?.(
    'input:not([type=checkbox], [type=radio]), select, textarea, [role=slider], svg.board, [contenteditable]',
  ) !== null;
