import { h, setText, setValue } from '../dom.js';

/**
 * The evaluator's weights as number fields, group by group; only those changed count.
 *
 * Returns `{ node, offer(game, weights), show(shown), fill(values), values() }`.
 */
export function createWeights({ t, onChange }) {
  const summary = h('summary');
  const groups = h('div', { class: 'weight-groups' });
  const reset = h('button', { type: 'button', class: 'slim' });
  const node = h('details', { class: 'weights' }, summary, groups, reset);
  const inputs = new Map();
  let offered = null;
  let defaults = new Map();

  const values = () => {
    const changed = [...inputs].filter(
      ([name, input]) => input.value !== '' && Number(input.value) !== defaults.get(name),
    );
    return Object.fromEntries(changed.map(([name, input]) => [name, Number(input.value)]));
  };

  const relabel = () => {
    const n = Object.keys(values()).length;
    setText(summary, n > 0 ? t('players.weights.changed', { n }) : t('players.weights'));
    setText(reset, t('players.weights.reset'));
    reset.disabled = n === 0;
    // The server describes weights in English.
    const english = document.documentElement.lang === 'en';
    for (const label of groups.querySelectorAll('.weight')) label.title = english ? label.dataset.about : '';
    for (const label of groups.querySelectorAll('[data-word]')) {
      const { word } = label.dataset;
      setText(label, t(`weight.${word}`, {}, word.replaceAll('_', ' ')));
    }
    for (const [name, input] of inputs) input.classList.toggle('changed', Number(input.value) !== defaults.get(name));
  };

  reset.addEventListener('click', () => {
    for (const [name, input] of inputs) input.value = defaults.get(name);
    relabel();
    onChange();
  });

  function field({ name, value, least, most, about }) {
    const input = h('input', {
      type: 'number',
      name: `eval.${name}`,
      value,
      min: least,
      max: most,
      step: 1,
      required: true,
    });
    input.addEventListener('change', () => {
      if (!input.reportValidity()) return;
      relabel();
      onChange();
    });
    inputs.set(name, input);
    return h(
      'label',
      { class: 'weight', 'data-about': about ?? '' },
      h('span', { 'data-word': shortName(name) }),
      input,
    );
  }

  return {
    node,
    offer(game, weights) {
      if (offered !== game) {
        offered = game;
        inputs.clear();
        defaults = new Map(weights.map(({ name, value }) => [name, value]));
        groups.replaceChildren(
          ...[...grouped(weights)].map(([group, members]) =>
            h('fieldset', {}, group && h('legend', { 'data-word': group }), ...members.map(field)),
          ),
        );
      }
      relabel();
    },
    show(shown) {
      node.hidden = !shown || inputs.size === 0;
    },
    fill(changed) {
      for (const [name, input] of inputs) setValue(input, changed[name] ?? defaults.get(name));
      relabel();
    },
    values,
  };
}

/** Names are `group.member`; those without a group stand first, together. */
function grouped(weights) {
  const groups = new Map();
  for (const weight of weights) {
    const at = weight.name.lastIndexOf('.');
    const group = at < 0 ? '' : weight.name.slice(0, at);
    groups.set(group, [...(groups.get(group) ?? []), weight]);
  }
  return groups;
}

const shortName = (name) => name.slice(name.lastIndexOf('.') + 1);
