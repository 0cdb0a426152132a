import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { levelName } from '../../assets/js/game.js';
import { createTranslator, loadLanguage, preferredLanguage } from '../../assets/js/i18n/index.js';
import { en } from '../../assets/js/i18n/en.js';
import { serverMessage } from '../../assets/js/i18n/messages.js';
import { zh } from '../../assets/js/i18n/zh.js';

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
  // What the server says in English may be quoted whole there, and be put into other words here.
  const keys = Object.keys(en).filter((key) => !key.startsWith('server.'));
  for (const key of keys) assert.deepEqual(variables(zh[key]), variables(en[key]), key);
});

test('what the server refuses is told in the language of the page, without the list of what is right', () => {
  const t = createTranslator('zh');
  assert.equal(serverMessage('there is no option "x"; there are depth, mate', t), '没有选项“x”');
  assert.equal(serverMessage('the game is over (resignation)', t), '棋局已经结束');
  assert.equal(
    serverMessage('move 3, at byte 4: "zz" is no square', t),
    '第 3 手有误（move 3, at byte 4: "zz" is no square）',
  );
  assert.equal(serverMessage('something new; and a list', t), 'something new');
  assert.equal(
    serverMessage('there is no searcher "x"; there are pvs', createTranslator('en')),
    'there is no searcher “x”',
  );
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
    for (const [, key] of text.matchAll(/'((?:status|error|server)\.[a-z.-]+)'/g))
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
  assert.equal(levelName(3, t), 'Level 3: novice');
  assert.equal(t('reason.of the moon', {}, 'of the moon'), 'of the moon');
  assert.equal(t('no.such.key'), 'no.such.key');
  assert.equal(t('toString'), 'toString');
  t.use('zh');
  assert.equal(levelName(3, t), '3 级：入门');
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
