import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTranslator, loadLanguage } from '../../assets/js/i18n/index.js';
import { briefScore, formatUnits, opposite, signed, standing } from '../../assets/js/score.js';
import { inView, tellScore } from '../../assets/js/verdict.js';

await loadLanguage('zh');

const estimate = (units) => ({ text: '', units, end: null, sign: Math.sign(units), final: false });
const forced = (sign, end, units = null) => ({ text: '', units, end, sign, final: true });
/** What games add to the dictionary. */
const texts = {
  'unit.discs': { en: 'discs', zh: '子' },
  'player.black': { en: 'Black', zh: '黑方' },
  'player.white': { en: 'White', zh: '白方' },
};
const translator = (lang) => createTranslator(lang).with(texts);
const en = { t: translator('en'), lang: 'en', unit: 'discs' };
const zh = { t: translator('zh'), lang: 'zh', unit: 'discs' };

test('an estimate has a sign, two digits and the unit', () => {
  assert.equal(formatUnits(estimate(0.294), en), '+0.29 discs');
  assert.equal(formatUnits(estimate(-12.34), en), '−12.3 discs');
  assert.equal(formatUnits(estimate(0), en), '0.00 discs');
  assert.equal(formatUnits(estimate(-0.001), en), '0.00 discs');
  assert.equal(formatUnits(estimate(1.5), zh), '+1.50 子');
  assert.equal(formatUnits(estimate(1.5), { ...en, unit: null }), '+1.50');
});

test('the opposite of the opposite is the score itself', () => {
  for (const score of [
    estimate(1.25),
    forced(-1, { plies: 4, margin: null }),
    forced(1, { plies: null, margin: 24 }, 24),
  ]) {
    assert.deepEqual(opposite(opposite(score)), score);
  }
  assert.equal(opposite(estimate(1.25)).units, -1.25);
  assert.equal(opposite(forced(1, { plies: null, margin: 24 }, 24)).end.margin, -24);
  assert.equal(opposite(null), null);
});

test('a standing is between loss and win, and grows with the score', () => {
  assert.equal(standing(forced(1, { plies: 3 }), 5), 1);
  assert.equal(standing(forced(-1, null), 5), -1);
  assert.equal(standing(estimate(0), 5), 0);
  assert.equal(standing(null, 5), null);
  for (const scale of [3, 5, 8]) {
    assert.ok(standing(estimate(1), scale) < standing(estimate(2), scale));
    assert.ok(standing(estimate(1000), scale) <= 1);
  }
});

test('signed numbers are rounded before the sign is taken', () => {
  assert.equal(signed(-0.004, 'en'), '0.00');
  assert.equal(signed(123.6, 'en'), '+124');
});

test('a brief score has no words', () => {
  assert.equal(briefScore(estimate(0.294), 'en'), '+0.29');
  assert.equal(briefScore(forced(1, { plies: 3, margin: null }), 'en'), '+#3');
  assert.equal(briefScore(forced(-1, { plies: 0, margin: null }), 'en'), '−#');
  assert.equal(briefScore(forced(0, null), 'en'), '=#');
  assert.equal(briefScore(forced(1, { plies: 3, margin: 24 }, 24), 'en'), '+24');
  assert.equal(briefScore(forced(-1, { plies: null, margin: -2 }, -2), 'zh'), '−2');
  assert.equal(briefScore(null, 'en'), '');
});

test('a score told says whose it is', () => {
  const state = {
    game: { game: 'othello' },
    hello: { games: [{ name: 'othello', players: ['black', 'white'], unit: 'discs' }] },
  };
  const tell = (score, view, { lang, t } = en) => tellScore(score, { ...state, prefs: { lang, view } }, t);
  assert.equal(tell(estimate(0.294), 0), 'Black +0.29 discs');
  assert.equal(tell(estimate(-1), 1), 'White −1.00 discs');
  assert.equal(tell(forced(-1, { plies: 2, margin: null }), 0), 'White wins in 2 plies');
  assert.equal(tell(forced(-1, { plies: 2, margin: null }), 0, zh), '白方胜（2 手）');
  assert.equal(tell(forced(1, { plies: 1, margin: null }), 0), 'Black wins with the next move');
  assert.equal(tell(forced(1, { plies: null, margin: 24 }), 1), 'White wins by 24');
  assert.equal(tell(forced(-1, { plies: 0, margin: null }), 1), 'Black wins');
  assert.equal(tell(forced(0, { plies: null, margin: 0 }), 0), 'draw');
});

test('a score is told in the view that was chosen, whoever found it', () => {
  for (const view of [0, 1]) {
    const state = { prefs: { view } };
    for (const side of [0, 1]) assert.equal(inView(estimate(1), side, state).units, side === view ? 1 : -1);
    assert.equal(inView(null, 1, state), null);
    assert.equal(inView(undefined, 0, state), null);
  }
});
