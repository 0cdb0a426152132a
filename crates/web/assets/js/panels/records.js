import { byId, copyText, h, setText } from '../dom.js';
import { infoOf } from '../game.js';
import { serverMessage } from '../i18n/messages.js';
import { dialogHead, openDialog } from './dialog.js';

/** Larger files are no records; the server says the same of 64 KiB. */
const LARGEST = 60_000;

/** Wires import and export: by paste, file or drop; as text or download. */
export function attachRecords({ store, t, command, session, notices }) {
  const importing = byId('import-dialog');
  const exporting = byId('export-dialog');

  async function read(file) {
    if (file.size > LARGEST) {
      notices.show(t('import.large'), 'problem');
      return null;
    }
    return file.text();
  }

  function openImport(text = '') {
    const area = h('textarea', { id: 'import-text', rows: 8, spellcheck: false, required: true, value: text });
    const file = h('input', { type: 'file', id: 'import-file', accept: '.psq,.pgn,.txt,.ggf,text/plain' });
    file.addEventListener('change', async () => {
      const content = file.files[0] && (await read(file.files[0]));
      if (content) area.value = content;
    });
    const extension = infoOf(store.state)?.extension ?? 'txt';
    importing.replaceChildren(
      h(
        'form',
        { class: 'form' },
        dialogHead('import-heading', t('import.heading'), t),
        h('p', { class: 'quiet' }, `${t('import.lead')} ${t('import.format', { extension })}`),
        h('label', { class: 'field' }, h('span', {}, t('import.text')), area),
        h('label', { class: 'field' }, h('span', {}, t('import.file')), file),
        h('p', { class: 'problem', role: 'alert' }),
        h(
          'div',
          { class: 'dialog-foot' },
          h('button', { type: 'button', 'data-close': '' }, t('cancel')),
          h('button', { type: 'submit', id: 'import-start', class: 'primary' }, t('import.start')),
        ),
      ),
    );
    if (!importing.open) openDialog(importing);
  }

  importing.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      const { game, settings } = store.state.game;
      const people = [{ kind: 'human' }, { kind: 'human' }];
      await session.replace({ game, settings, players: people, record: byId('import-text').value });
      importing.close();
    } catch (error) {
      setText(
        importing.querySelector('.problem'),
        error.field === 'connection' ? t('error.connection') : serverMessage(error.message, t),
      );
    }
  });
  byId('import').addEventListener('click', () => openImport());

  byId('export').addEventListener('click', async () => {
    const record = await command('export');
    if (!record) return;
    const area = h('textarea', { id: 'export-text', rows: 10, readOnly: true, spellcheck: false, value: record.text });
    const href = URL.createObjectURL(new Blob([record.text], { type: record.media }));
    const copy = async () => {
      const copied = await copyText(record.text);
      if (!copied) area.select();
      notices.show(t(copied ? 'copied' : 'copy.failed'));
    };
    exporting.replaceChildren(
      dialogHead('export-heading', t('export.heading'), t),
      h('label', { class: 'field' }, h('span', {}, t('export.text')), area),
      h(
        'div',
        { class: 'dialog-foot' },
        h('button', { type: 'button', on: { click: copy } }, t('export.copy')),
        h('a', { id: 'export-download', class: 'button primary', href, download: record.name }, t('export.download')),
      ),
    );
    exporting.addEventListener('close', () => URL.revokeObjectURL(href), { once: true });
    openDialog(exporting);
  });

  document.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  document.addEventListener('drop', async (event) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file || event.target.closest?.('input[type=file]')) return;
    event.preventDefault();
    const text = store.state.game && (await read(file));
    if (text && !document.querySelector('dialog[open]:not(#import-dialog)')) openImport(text);
  });

  store.subscribe(['game', 'hello', 'lang'], (state) => {
    const { game } = state;
    if (!game) return;
    const preset = Object.fromEntries((infoOf(state)?.rules ?? []).map(({ name, default: value }) => [name, value]));
    const pairs = Object.entries({ ...preset, ...game.settings }).map(([name, value]) =>
      t('rules.pair', { name: t(`rule.${name}`, {}, name), value: t(`rule.value.${value}`, {}, value) }),
    );
    setText(byId('game-rules'), [t(`game.${game.game}`), ...pairs].join(' · '));
  });
}
