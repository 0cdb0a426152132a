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

/** Opens a dialog; its `[data-close]` buttons close it, and so does a click that begins and ends beside it. */
export function openDialog(dialog) {
  if (!dialog.dataset.wired) {
    dialog.dataset.wired = 'true';
    let pressedBeside = false;
    dialog.addEventListener('pointerdown', (event) => {
      pressedBeside = isBeside(dialog, event);
    });
    dialog.addEventListener('click', (event) => {
      const beside = pressedBeside && isBeside(dialog, event);
      if (beside || event.target.closest('[data-close]')) dialog.close();
    });
  }
  dialog.showModal();
}

/** Whether a pointer is on the backdrop, which is the dialog's own as far as events go. */
function isBeside(dialog, { target, clientX: x, clientY: y }) {
  if (target !== dialog) return false;
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
}
