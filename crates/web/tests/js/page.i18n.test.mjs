import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { levelName } from '../../assets/js/game.js';
import { createTranslator, loadLanguage, preferredLanguage } from '../../assets/js/i18n/index.js';
import { en, refusals } from '../../assets/js/i18n/en.js';
import { serverMessage } from '../../assets/js/i18n/messages.js';
import { refusals as chinese, zh } from '../../assets/js/i18n/zh.js';

await loadLanguage('zh');

const assets = new URL('../../assets/', import.meta.url);
const scripts = readdirSync(new URL('js/', assets), { recursive: true })
  .filter((name) => name.endsWith('.js') && !/^i18n.(en|zh)\.js$/.test(name))
  .map((name) => [name, readFileSync(new URL(`js/${name}`, assets), 'utf8')]);
const page = readFileSync(new URL('index.html', assets), 'utf8');

/** What begins the keys of texts that a game brings along. */
const OF_GAMES = new Set(['game.', 'player.', 'rule.', 'rule.value.', 'unit.', 'weight.', 'forbidden.']);

test('both dictionaries have the same keys', () => {
  assert.deepEqual(Object.keys(zh).sort(), Object.keys(en).sort());
});

test('both texts of a key have the same variables', () => {
  const variables = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
  for (const key of Object.keys(en)) assert.deepEqual(variables(zh[key]), variables(en[key]), key);
});

test('what the server refuses is told in the language of the page, without the list of what is right', () => {
  const [inChinese, inEnglish] = [createTranslator('zh'), createTranslator('en')];
  for (const [message, zh, en] of [
    ['there is no option "x"; there are depth, mate', '没有选项“x”', 'there is no option “x”'],
    ['the game is over (resignation)', '棋局已经结束', 'the game is over'],
    [
      'move 3, at byte 4: "zz" is not a point such as h8',
      '第 3 手有误：“zz”不是着法',
      'move 3, at byte 4: "zz" is not a point such as h8',
    ],
    ['move 2: h2h9: the cannon cannot move so', '第 2 手有误：h2h9：这枚棋子不能这样走', 'move 2: h2h9: the cannon cannot move so'],
    ['eval.corners=9999: it may be from -500 to 500', 'eval.corners 须在 -500 到 500 之间', 'eval.corners=9999: it may be from -500 to 500'],
    ['something new; and a list', 'something new', 'something new'],
  ]) {
    assert.equal(serverMessage(message, inChinese), zh);
    assert.equal(serverMessage(message, inEnglish), en);
  }
});

test('a refusal takes from its pattern what its text needs', () => {
  for (const list of [refusals, chinese]) {
    for (const [pattern, text] of list) {
      const groups = new RegExp(`${pattern.source}|`, pattern.flags).exec('').length - 1;
      const named = [...text.matchAll(/\{(\d)\}/g)].map(([, number]) => Number(number));
      assert.ok(named.every((number) => number <= groups), text);
      assert.equal(text.includes('{rest}'), pattern.source.includes('(?<rest>'), text);
    }
  }
});

test('no text is empty', () => {
  for (const [key, text] of [...Object.entries(en), ...Object.entries(zh)]) assert.notEqual(text.trim(), '', key);
});

test('every key that the page names exists', () => {
  const used = [...page.matchAll(/data-t(?:-label|-title)?="([^"]+)"/g)].map(([, key]) => key);
  assert.ok(used.length > 50);
  for (const key of used) assert.ok(key in en, key);
});

test('every key that a script names exists', () => {
  let found = 0;
  for (const [name, text] of scripts) {
    for (const [, key] of text.matchAll(/\bt\('([^']+)'/g)) {
      found += 1;
      assert.ok(key in en, `${name}: ${key}`);
    }
    for (const [, key] of text.matchAll(/'((?:status|error)\.[a-z.-]+)'/g))
      assert.ok(key in en, `${name}: ${key}`);
  }
  assert.ok(found > 50);
});

test('every family of keys that a script names has members', () => {
  const keys = Object.keys(en);
  for (const [name, text] of scripts) {
    for (const [, prefix] of text.matchAll(/\bt\(`([^`$]+)\$\{/g)) {
      if (OF_GAMES.has(prefix)) continue;
      assert.ok(
        keys.some((key) => key.startsWith(prefix)),
        `${name}: ${prefix}`,
      );
    }
  }
});

test('no key of the dictionary is of no use', () => {
  const everything = page + scripts.map(([, text]) => text).join('\n');
  const prefixes = [...everything.matchAll(/`([a-z-]+\.(?:[a-z-]+\.)*)\$\{/g)].map(([, prefix]) => prefix);
  for (const key of Object.keys(en)) {
    const named = everything.includes(`'${key}'`) || everything.includes(`"${key}"`);
    assert.ok(named || prefixes.some((prefix) => key.startsWith(prefix)), key);
  }
});

test('a translator fills in variables and falls back', () => {
  const t = createTranslator('en');
  assert.equal(levelName(3, 16, t), 'Level 3: novice');
  assert.equal(t('reason.of the moon', {}, 'of the moon'), 'of the moon');
  assert.equal(t('no.such.key'), 'no.such.key');
  assert.equal(t('toString'), 'toString');
  assert.equal(t('players.level.sees', { n: 1 }), 'Looks 1 ply ahead');
  assert.equal(t('players.level.sees', { n: 2 }), 'Looks 2 plies ahead');
  t.use('zh');
  assert.equal(levelName(3, 16, t), '3 级：入门');
});

test('a game brings texts of its own, in both languages', () => {
  const t = createTranslator('en');
  const texts = { 'rule.size': { en: 'Board size', zh: '棋盘大小' } };
  assert.equal(t('rule.size', {}, 'size'), 'size');
  assert.equal(t.with(texts)('rule.size'), 'Board size');
  t.offer(texts);
  t.use('zh');
  assert.equal(t('rule.size'), '棋盘大小');
  assert.equal(t.say({ en: 'Hex', zh: '六角棋' }), '六角棋');
  t.offer({});
  assert.equal(t('rule.size', {}, 'size'), 'size');
});

test('the language is the first that the browser asks for', () => {
  assert.equal(preferredLanguage(['zh-CN', 'en']), 'zh');
  assert.equal(preferredLanguage(['zh-TW']), 'zh');
  assert.equal(preferredLanguage(['en-GB', 'zh']), 'en');
  assert.equal(preferredLanguage(['de']), 'en');
  assert.equal(preferredLanguage([]), 'en');
});
