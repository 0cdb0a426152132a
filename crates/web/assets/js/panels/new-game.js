import { byId, h, setText } from '../dom.js';
import { levelName, textsOf } from '../game.js';
import { serverMessage } from '../i18n/messages.js';
import { dialogHead, openDialog } from './dialog.js';

const MODES = ['human-engine', 'two-humans', 'engine-engine', 'record'];

/** Wires the dialog that begins a game: which, by what rules, who plays, who first, and from where. */
export function attachNewGame({ store, t, session }) {
  const dialog = byId('new-game-dialog');

  byId('new-game').addEventListener('click', () => {
    const { hello, game } = store.state;
    if (!hello) return;
    build(dialog, { hello, game, t });
    openDialog(dialog);
  });

  dialog.addEventListener('submit', async (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const args = readForm(form);
    const problem = dialog.querySelector('.problem');
    try {
      await session.replace(args);
      // A record has no engines: the level is for the moves that a person asks the engine for.
      if (form.get('mode') === 'record') store.set({ engine: `level=${form.get('level')}` });
      dialog.close();
    } catch (error) {
      const text = error.field === 'connection' ? t('error.connection') : serverMessage(error.message, t);
      setText(problem, text);
    }
  });
}

/** What the form's fields ask the server for. */
export function readForm(form) {
  const settings = {};
  for (const [name, value] of form) if (name.startsWith('rule.') && value !== '') settings[name.slice(5)] = value;
  const human = { kind: 'human' };
  const engine = { kind: 'engine', engine: `level=${form.get('level')}` };
  const players = {
    'human-engine': form.get('first') === 'engine' ? [engine, human] : [human, engine],
    'two-humans': [human, human],
    'engine-engine': [engine, engine],
    record: [human, human],
  }[form.get('mode')];
  const swap = form.get('swap');
  const args = { game: form.get('game'), settings, players, ...(swap ? { swap } : {}) };
  const line = form.get('line')?.trim();
  const record = form.get('mode') === 'record' ? form.get('record')?.trim() : '';
  if (record) return { game: args.game, settings, players, record };
  return line ? { ...args, line } : args;
}

function build(dialog, { hello, game, t }) {
  const current = game?.game ?? hello.games[0].name;
  const rules = h('div', { class: 'fields' });
  const opening = h('div', {});
  const preset = currentLevel(game) ?? hello.default_level;
  const level = h('input', { type: 'range', name: 'level', min: 1, max: preset, value: preset });
  const levelOut = h('output');
  const showLevel = () => setText(levelOut, levelName(level.value, level.max, t));
  const lead = h('p', { class: 'quiet' });
  const showGame = (name) => {
    const info = hello.games.find((one) => one.name === name);
    level.max = info.levels.length;
    showLevel();
    const set = game?.game === name ? game.settings : {};
    const told = t.with(textsOf(info));
    rules.replaceChildren(...info.rules.map((rule) => ruleField(rule, set[rule.name], told)));
    setText(lead, t.say(info.presentation.how_to_play));
    rules.hidden = info.rules.length === 0;
    opening.replaceChildren(...(info.swaps.length > 0 ? [swapField(info.swaps, t)] : []));
  };
  level.addEventListener('input', showLevel);
  const first = radios('first', ['human', 'engine'], 'human', t('new.first'), (value) => t(`new.first.${value}`));
  const levelField = h(
    'label',
    { class: 'field' },
    h('span', {}, t('players.level.label')),
    h('span', { class: 'level-row' }, level, levelOut),
  );
  const line = h(
    'label',
    { class: 'field' },
    h('span', {}, t('new.line')),
    h('input', {
      type: 'text',
      id: 'new-game-line',
      name: 'line',
      spellcheck: false,
      autocomplete: 'off',
      'aria-describedby': 'new-game-line-help',
    }),
    h('small', { id: 'new-game-line-help', class: 'quiet' }, t('new.line.help')),
  );
  const record = h(
    'label',
    { class: 'field' },
    h('span', {}, t('new.record')),
    h('textarea', { name: 'record', rows: 4, spellcheck: false }),
  );
  const mode = radios('mode', MODES, 'human-engine', t('new.mode'), (value) => t(`new.mode.${value}`));

  const showMode = (value) => {
    first.hidden = value !== 'human-engine';
    levelField.hidden = value === 'two-humans';
    opening.hidden = value === 'record';
    line.hidden = value === 'record';
    record.hidden = value !== 'record';
  };
  const form = h(
    'form',
    { class: 'form' },
    dialogHead('new-game-heading', t('new.heading'), t),
    radios(
      'game',
      hello.games.map(({ name }) => name),
      current,
      t('new.game'),
      (name) => t(`game.${name}`, {}, name),
    ),
    lead,
    rules,
    mode,
    first,
    levelField,
    opening,
    line,
    record,
    h('p', { class: 'problem', role: 'alert' }),
    h(
      'div',
      { class: 'dialog-foot' },
      h('button', { type: 'button', 'data-close': '' }, t('cancel')),
      h('button', { type: 'submit', id: 'new-game-start', class: 'primary' }, t('new.start')),
    ),
  );
  form.addEventListener('change', ({ target }) => {
    if (target.name === 'game') showGame(target.value);
    if (target.name === 'mode') showMode(target.value);
  });
  showGame(current);
  showMode('human-engine');
  dialog.replaceChildren(form);
}

const currentLevel = (game) => game?.players.map(({ engine }) => /^level=(\d+)/.exec(engine ?? '')?.[1]).find(Boolean);

function radios(name, values, chosen, legend, label) {
  return h(
    'fieldset',
    { class: 'choices' },
    h('legend', {}, legend),
    ...values.map((value) =>
      h(
        'label',
        { class: 'choice' },
        h('input', { type: 'radio', name, value, checked: value === chosen }),
        h('span', {}, label(value)),
      ),
    ),
  );
}

/** The openings that share the sides, and what the chosen one is. */
function swapField(swaps, t) {
  const help = h('small', { id: 'new-game-swap-help', class: 'quiet' });
  const tell = (name) => {
    const swap = swaps.find((one) => one.name === name);
    const key = swap ? (swap.more > 0 ? 'swap.about.more' : 'swap.about') : 'swap.about.none';
    setText(help, t(key, swap));
  };
  const names = ['', ...swaps.map(({ name }) => name)];
  const option = (name) => h('option', { value: name }, t(`swap.${name || 'none'}`, {}, name));
  const choice = h('select', { name: 'swap', 'aria-describedby': help.id }, ...names.map(option));
  choice.addEventListener('change', () => tell(choice.value));
  tell('');
  return h('label', { class: 'field' }, h('span', {}, t('swap.label')), choice, help);
}

/** A rule: one of a few values, or a number. */
function ruleField({ name, values, default: preset, least, most }, value = preset, t = String) {
  const title = t(`rule.${name}`, {}, name);
  const field = `rule.${name}`;
  if (least === undefined || least === null) {
    return h(
      'label',
      { class: 'field' },
      h('span', {}, title),
      h(
        'select',
        { name: field },
        ...(values ?? []).map((one) =>
          h('option', { value: one, selected: one === value }, t(`rule.value.${one}`, {}, one)),
        ),
      ),
    );
  }
  if (!values)
    return h(
      'label',
      { class: 'field' },
      h('span', {}, title),
      h('input', { type: 'number', name: field, min: least, max: most, value }),
    );
  // A number or one of a few words, such as "none".
  const choices = h('datalist', { id: `${name}-values` }, ...values.map((one) => h('option', { value: one })));
  return h(
    'label',
    { class: 'field' },
    h('span', {}, title),
    choices,
    h('input', {
      type: 'text',
      name: field,
      value,
      list: choices.id,
      pattern: `[0-9]+|${values.join('|')}`,
      required: true,
      autocomplete: 'off',
    }),
  );
}
