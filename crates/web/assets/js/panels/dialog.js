import { h } from '../dom.js';
import { icon } from '../icons.js';

/** A dialog's heading with the button that closes it. */
export function dialogHead(id, text, t) {
  return h(
    'header',
    { class: 'dialog-head' },
    h('h2', { id }, text),
    h('button', { type: 'button', class: 'plain', 'data-close': '', 'aria-label': t('close') }, icon('close')),
  );
}

/** Opens a dialog; its `[data-close]` buttons and a click beside it close it. */
export function openDialog(dialog) {
  if (!dialog.dataset.wired) {
    dialog.dataset.wired = 'true';
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog || event.target.closest('[data-close]')) dialog.close();
    });
  }
  dialog.showModal();
}
