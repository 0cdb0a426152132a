import { byId, h, setText, svg } from '../dom.js';
import { playerName } from '../game.js';
import { signed } from '../score.js';
import { viewer } from '../verdict.js';

/** Wires what the evaluator sees in the position, term by term; it is asked only while its part of the page is open. */
export function attachEvaluation({ store, t, request }) {
  const details = byId('evaluator');
  const host = byId('evaluator-terms');
  let asked = null;
  let latest = null;

  async function ask() {
    const { game } = store.state;
    if (!details.open || !game || store.state.connection !== 'open') return;
    const question = `${game.room} ${game.line} ${engineOf(game) ?? ''}`;
    if (question === asked) return;
    asked = question;
    try {
      const engine = engineOf(game);
      const answer = await request('evaluate', engine ? { engine } : {});
      if (asked !== question) return;
      latest = answer;
      show();
    } catch {
      // Another position is on its way, or the connection is gone: the next state asks again.
      asked = null;
    }
  }

  function show() {
    if (!latest) return;
    const {
      prefs: { lang },
    } = store.state;
    const sign = viewer(store.state) === 0 ? 1 : -1;
    const terms = latest.terms
      .map(({ name, value }) => ({ name, value: sign * value }))
      .filter(({ value }) => Math.abs(value) >= 0.005);
    const most = Math.max(...terms.map(({ value }) => Math.abs(value)), 0.01);
    const rows = terms.map(({ name, value }) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, termName(name, t)),
        h('td', {}, bar(value / most)),
        h('td', { class: 'number' }, signed(value, lang)),
      ),
    );
    const total = sign * (latest.total ?? 0);
    setText(
      byId('evaluator-view'),
      t('evaluator.view', {
        player: playerName(store.state, viewer(store.state), t),
        unit: t(`unit.${latest.unit}`, {}, latest.unit ?? ''),
      }),
    );
    host.replaceChildren(
      h(
        'tbody',
        {},
        ...rows,
        h(
          'tr',
          { class: 'total' },
          h('th', { scope: 'row' }, t('evaluator.total')),
          h('td'),
          h('td', { class: 'number' }, signed(total, lang)),
        ),
      ),
    );
  }

  details.addEventListener('toggle', ask);
  store.subscribe(['game', 'connection'], ask);
  store.subscribe(['lang', 'hello', 'prefs'], show);
}

/** The engine whose weights are shown: the mover's, or else its opponent's. */
function engineOf({ players, mover }) {
  return [players[mover], players[1 - mover]].find(({ kind }) => kind === 'engine')?.engine;
}

function termName(name, t) {
  const [, whose, term] = /^(opponent's )?(.*)$/.exec(name);
  const text = t(`weight.${term.replaceAll(/[ -]/g, '_')}`, {}, term);
  return whose ? t('evaluator.opponent', { term: text }) : text;
}

/** A bar from the middle to the right, for whose view it is, or to the left. */
function bar(share) {
  const width = Math.abs(50 * share);
  return svg(
    'svg',
    { class: 'term-bar', viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svg('rect', { class: share < 0 ? 'against' : 'for', x: share < 0 ? 50 - width : 50, y: 1, width, height: 6 }),
    svg('path', { d: 'M50 0V8' }),
  );
}
