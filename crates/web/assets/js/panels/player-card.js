import { h, setText, setValue } from '../dom.js';
import { infoOf, levelName, piecesOf, playerName } from '../game.js';
import { formatEngine, parseEngine } from '../engine.js';
import { createWeights } from './weights.js';

const NUMBERS = {
  depth: { min: 1, max: 100, step: 1 },
  time: { min: 0.01, max: 60, step: 'any' },
  nodes: { min: 1, max: 1e12, step: 1 },
  hash: { min: 1, max: 64, step: 1 },
};
/** Plies that say nothing of a level: its nodes end its search. */
const FAR = 12;
const CUSTOM = { searcher: 'pvs', time: 2, weights: {}, others: '' };

/**
 * One player's card; `change` is called with the player as the server takes it at each change.
 *
 * Returns `{ update(state) }`.
 */
export function createPlayerCard(host, index, { t, store }, change) {
  const name = h('span', { class: 'player-name', id: `player-${index}-name` });
  const swatch = h('span', { class: 'swatch', 'aria-hidden': 'true' });
  const count = h('span', { class: 'player-count' });
  const kind = h(
    'select',
    { class: 'kind', name: 'kind' },
    ...['human', 'level', 'custom'].map((value) => h('option', { value })),
  );
  const level = h('input', { type: 'range', class: 'level', name: 'level', min: 1, max: 1, step: 1, value: 1 });
  const levelOut = h('output', { class: 'level-out' });
  const levelLabel = h('span', { class: 'unseen' });
  const levelSees = h('p', { class: 'quiet level-sees' });
  const levelRow = h('div', {}, h('label', { class: 'level-row' }, levelLabel, level, levelOut), levelSees);

  const labels = {};
  const field = (key, input) => {
    labels[key] = h('span');
    return h('label', { class: `field field-${key}` }, labels[key], input);
  };
  const searcher = h('select', { class: 'searcher', name: 'searcher' });
  const numbers = Object.fromEntries(
    Object.entries(NUMBERS).map(([key, range]) => [
      key,
      h('input', { type: 'number', class: key, name: key, inputMode: 'decimal', ...range }),
    ]),
  );
  const others = h('input', {
    type: 'text',
    class: 'others',
    name: 'others',
    spellcheck: false,
    placeholder: 'null_move=off',
  });
  const weights = createWeights({ t, onChange: () => send() });
  const custom = h(
    'div',
    { class: 'custom' },
    field('searcher', searcher),
    ...Object.entries(numbers).map(([key, input]) => field(key, input)),
    field('others', others),
  );

  host.setAttribute('role', 'group');
  host.setAttribute('aria-labelledby', name.id);
  host.replaceChildren(h('div', { class: 'player-head' }, swatch, name, count, kind), levelRow, custom, weights.node);

  /** The engine last shown of each sort, to come back to. */
  let lastCustom = CUSTOM;

  const customEngine = () => ({
    searcher: searcher.value,
    ...Object.fromEntries(Object.entries(numbers).map(([key, input]) => [key, input.value])),
    others: others.value,
    weights: weights.values(),
  });

  function send() {
    if (kind.value === 'human') change({ kind: 'human' });
    else if (kind.value === 'level')
      change({ kind: 'engine', engine: formatEngine({ level: level.value, weights: weights.values() }) });
    else change({ kind: 'engine', engine: formatEngine(customEngine()) });
    show(kind.value);
  }

  function show(sort) {
    levelRow.hidden = sort !== 'level';
    custom.hidden = sort !== 'custom';
    weights.show(sort !== 'human');
  }

  const showLevel = () => {
    const text = levelName(level.value, level.max, t);
    setText(levelOut, text);
    level.setAttribute('aria-valuetext', text);
    const { depth, nodes, overlooks } = infoOf(store.state)?.levels[level.value - 1] ?? {};
    const local = (number, style) => (number ?? 0).toLocaleString(store.state.prefs.lang, style);
    const share = local(overlooks, { style: 'percent' });
    setText(levelSees, depth ? t(`players.level.${kindOf()}`, { n: depth, nodes: local(nodes), share }) : '');

    function kindOf() {
      if (level.value === level.max) return 'full';
      if (depth >= FAR) return 'weighs';
      return overlooks > 0 ? 'overlooks' : 'sees';
    }
  };

  function fill(engine) {
    setValue(searcher, engine.searcher);
    for (const [key, input] of Object.entries(numbers)) setValue(input, engine[key] ?? '');
    setValue(others, engine.others ?? '');
    weights.fill(engine.weights);
  }

  kind.addEventListener('change', () => {
    // The weights are the player's, whatever searches with them.
    if (kind.value === 'custom') fill({ ...lastCustom, weights: weights.values() });
    send();
  });
  level.addEventListener('input', showLevel);
  for (const control of [level, searcher, others, ...Object.values(numbers)]) {
    control.addEventListener('change', () => {
      if (control.reportValidity()) send();
    });
  }

  function relabel(state) {
    const text = playerName(state, index, t);
    setText(name, text);
    kind.setAttribute('aria-label', t('players.kind', { player: text }));
    const people = state.game.players.every((player) => player.kind === 'human');
    for (const option of kind.options) setText(option, t(`players.${option.value}`));
    if (people) setText(kind.options[0], t('players.person'));
    setText(levelLabel, t('players.level.label'));
    for (const [key, label] of Object.entries(labels)) setText(label, t(`players.${key}`));
    for (const key of ['depth', 'nodes']) numbers[key].placeholder = t('players.none');
    if (state.hello) numbers.time.placeholder = String(state.hello.limits.time_ms / 1000);
    numbers.hash.placeholder = '16';
    showLevel();
  }

  return {
    update(state) {
      const { game, hello } = state;
      if (!game || !hello) return;
      const info = infoOf(state);
      if (searcher.dataset.game !== game.game) {
        searcher.dataset.game = game.game;
        searcher.replaceChildren(...info.searchers.map(({ name }) => h('option', { value: name }, name)));
        level.max = info.levels.length;
        Object.assign(numbers.time, { max: hello.limits.time_ms / 1000 });
        Object.assign(numbers.hash, { max: hello.limits.hash });
      }
      weights.offer(game.game, info.weights);
      swatch.style.background = info.presentation.sides[index].colour;
      host.classList.toggle('to-move', !game.ending && game.mover === index);

      setText(count, info.has_margins ? t('players.count', { n: piecesOf(game)[index] }) : '');
      const player = game.players[index];
      const engine = player.kind === 'engine' ? parseEngine(player.engine) : null;
      const sort = engine ? (engine.searcher ? 'custom' : 'level') : 'human';
      setValue(kind, sort);
      show(kind.value);
      if (sort === 'level') {
        setValue(level, engine.level);
        weights.fill(engine.weights);
      }
      if (sort === 'custom') {
        lastCustom = engine;
        fill(engine);
      }
      relabel(store.state);
    },
  };
}
