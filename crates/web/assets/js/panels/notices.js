import { byId, h, setText } from '../dom.js';
import { serverMessage } from '../i18n/messages.js';
import { icon } from '../icons.js';

const SHOWN = 6000;

/**
 * The page's notices: `show(text, kind)` for a while, `offer(text, label, act)` with a button, `refused(error)` for what the server did not take, `settle()`
 * once something went well again, and `hide()`.
 */
export function createNotices({ store, t }) {
  const toast = byId('toast');
  const connection = byId('connection');
  let timer = null;

  /** On top of everything, dialogs included: the last to be shown is. */
  const raise = () => {
    const notices = byId('notices');
    if (notices.matches(':popover-open')) notices.hidePopover();
    notices.showPopover();
  };

  const hide = () => {
    clearTimeout(timer);
    toast.replaceChildren();
    delete toast.dataset.kind;
  };

  function tell(kind, time, ...contents) {
    clearTimeout(timer);
    raise();
    toast.dataset.kind = kind;
    toast.replaceChildren(
      ...contents,
      h('button', { type: 'button', class: 'plain', 'aria-label': t('close'), on: { click: hide } }, icon('close')),
    );
    timer = setTimeout(hide, time);
  }

  const show = (text, kind = 'news') => tell(kind, kind === 'problem' ? 2 * SHOWN : SHOWN, h('span', {}, text));

  function offer(text, label, act) {
    const click = () => {
      hide();
      act();
    };
    tell('offer', 3 * SHOWN, h('span', {}, text), h('button', { type: 'button', class: 'deed', on: { click } }, label));
  }

  function refused({ field, message }) {
    if (field === 'connection') {
      show(t('error.connection'), 'problem');
    } else if (field !== 'ply') {
      // A stale ply is a click on a board that has moved on: the newer board is the answer.
      const [name] = String(field).split('.');
      show(t('error.prefix', { what: t(`field.${name}`, {}, name), message: serverMessage(message, t) }), 'problem');
    }
  }

  store.subscribe(['connection', 'lang'], (state) => {
    const { connection: now } = state;
    if (now === 'lost' || now === 'closed') raise();
    connection.dataset.state = now;
    if (now === 'closed') {
      const resume = () => document.dispatchEvent(new CustomEvent('boyi:resume'));
      connection.replaceChildren(
        h('span', {}, t('connection.closed')),
        h('button', { type: 'button', on: { click: resume } }, t('connection.resume')),
      );
    } else {
      setText(connection, now === 'lost' ? t('connection.lost') : '');
    }
  });

  /** A problem is over once something succeeds. */
  const settle = () => {
    if (toast.dataset.kind === 'problem') hide();
  };

  return { show, offer, refused, hide, settle };
}
