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
      if (isBeside(dialog, event) || event.target.closest('[data-close]')) dialog.close();
    });
  }
  dialog.showModal();
}

/** Whether a click was on the backdrop: it names the dialog as its target, and so does one on the dialog's own margin. */
function isBeside(dialog, { target, clientX: x, clientY: y }) {
  if (target !== dialog) return false;
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
}
