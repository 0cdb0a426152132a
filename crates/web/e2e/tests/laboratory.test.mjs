/** The laboratory: one question to several searchers, the answers as they come. */

import assert from 'node:assert/strict';
import { accessible } from '../harness/accessible.mjs';
import { link } from '../harness/link.mjs';
import { scenario } from '../harness/scenario.mjs';

/** Chooses `searchers` and a limit, in bare mode or full. */
async function set(boyi, searchers, kind, limit, full = false) {
  const { page } = boyi;
  await page.locator('#lab').scrollIntoViewIfNeeded();
  const boxes = page.locator('#lab-searchers input[name=searcher]');
  for (const box of await boxes.all()) await box.setChecked(searchers.includes(await box.inputValue()));
  await page.locator('#lab-limit-kind').selectOption(kind);
  await page.locator('#lab-limit').fill(String(limit));
  await page.locator('#lab-full').setChecked(full);
}

/** The table's rows as lists of texts, the row's searcher first. */
const rows = (boyi) =>
  boyi.page.locator('#lab-table tbody tr[data-searcher]').evaluateAll((all) =>
    all.map((row) => {
      return [row.dataset.searcher, ...[...row.cells].map((cell) => cell.innerText.trim())];
    }),
  );

const done = (boyi) =>
  boyi.page.waitForFunction(
    () => !document.querySelector('#lab-run').disabled && document.querySelector('#lab-stop').disabled,
  );

for (const [game, line] of [
  ['gomoku', 'startpos moves h8 i9 h9'],
  ['othello', 'startpos moves f5 d6 c3 d3 c4'],
  ['xiangqi', 'startpos moves h2e2 h9g7'],
]) {
  scenario(
    `${game}: three searchers at equal depth agree on the value`,
    { link: link(game, { line }) },
    async (boyi, { note }) => {
      const { page } = boyi;
      await boyi.settled();
      const { version } = await boyi.status();
      const chosen = ['alphabeta', 'pvs', 'mtdf'];
      await set(boyi, chosen, 'depth', 4);
      await boyi.button('lab-run');
      await page.locator('#lab-table tbody tr[data-searcher]').first().waitFor();
      await done(boyi);
      const table = await rows(boyi);
      note(table.map((row) => row.join(' ')).join(' / '));
      assert.deepEqual(
        table.map(([name]) => name),
        chosen,
      );
      const head = await page
        .locator('#lab-table thead th')
        .evaluateAll((cells) => cells.map((cell) => cell.dataset.column ?? cell.innerText));
      const value = head.findIndex((name) => /value|score/i.test(name));
      assert.ok(value >= 0, `a column of values among ${head}`);
      assert.equal(
        new Set(table.map((row) => row[value + 1])).size,
        1,
        'bare searchers of one depth agree on the value',
      );
      assert.ok((await page.locator('#lab-bars rect').count()) >= 3, 'a bar a searcher');
      assert.equal((await boyi.status()).version, version, 'the game is as it was');
    },
  );
}

scenario(
  'the rows grow while it runs, and stop stops it',
  { link: link('gomoku', { line: 'startpos moves h8 i9 h9 g9' }) },
  async (boyi, { note }) => {
    const { page } = boyi;
    await set(boyi, ['pvs', 'mtdf'], 'time', 20, true);
    const limit = await page.locator('#lab-limit').inputValue();
    await boyi.button('lab-run');
    const seen = new Set();
    await page.locator('#lab-table tbody tr[data-searcher=pvs]').waitFor();
    while (seen.size < 4) seen.add((await rows(boyi))[0].join(' '));
    note(`limit ${limit}: ${[...seen].slice(0, 4).join(' / ')}`);
    await boyi.button('lab-stop');
    await done(boyi);
    const after = await rows(boyi);
    await boyi.playAny();
    assert.deepEqual(await rows(boyi), after, 'nothing runs on');
  },
);

scenario(
  'the laboratory and a game go on at once',
  { link: link('othello', { players: ['human', 'level=1'] }) },
  async (boyi) => {
    await set(boyi, ['alphabeta', 'pvs', 'mtdf'], 'depth', 7);
    await boyi.button('lab-run');
    await boyi.play('d3');
    await boyi.until({ state: 'playing', ply: 2 });
    await done(boyi);
    assert.equal((await rows(boyi)).length, 3);
  },
);

for (const [game, line] of [
  ['gomoku', 'startpos moves h8 i9 h9'],
  ['othello', 'startpos moves f5 d6 c3 d3 c4'],
  ['xiangqi', 'startpos moves h2e2 h9g7'],
]) {
  scenario(`${game}: every question is asked and its figures are read`, { link: link(game, { line }) }, async (boyi, { note }) => {
    const { page } = boyi;
    await page.locator('#lab').scrollIntoViewIfNeeded();
    const lessons = await page.locator('#lab-lessons button').evaluateAll((all) => all.map((button) => button.dataset.lesson));
    assert.equal(lessons.length, 7);
    for (const lesson of lessons) {
      const before = await page.evaluate(() => window.boyi.state().lab?.run ?? 0);
      await page.locator(`#lab-lessons [data-lesson=${lesson}]`).click();
      const answered = (run) => window.boyi.state().lab?.run > run && window.boyi.state().lab.state === 'done';
      await page.waitForFunction(answered, before, { timeout: 60_000 });
      const reading = await page.locator('#lab-reading').innerText();
      note(`${lesson}: ${reading}`);
      assert.match(reading, /\d.*[.:]/, lesson);
      assert.doesNotMatch(reading, /[{}]|NaN|undefined/, lesson);
    }
    await accessible(page, `a reading of the laboratory, ${game}`);
  });
}

scenario('a link carries an experiment', { link: link('othello', { line: 'startpos moves f5 d6' }) }, async (boyi) => {
  const { page } = boyi;
  await set(boyi, ['pvs'], 'depth', 5, true);
  await page.locator('#lab-own').fill('pvs,table=off');
  await boyi.button('lab-run');
  await done(boyi);
  await page.evaluate(() => Object.assign(navigator.clipboard, { writeText: async (text) => void (window.copied = text) }));
  await boyi.button('lab-copy-link');
  const copied = await page.waitForFunction(() => window.copied);
  const { hash } = new URL(await copied.jsonValue());
  await boyi.follow(link('gomoku'));
  await boyi.follow(hash);
  await page.waitForFunction(() => window.boyi.state().game.game === 'othello' && document.querySelector('#lab-own').value !== '');
  const form = await page.evaluate(() => ({
    own: document.querySelector('#lab-own').value,
    kind: document.querySelector('#lab-limit-kind').value,
    limit: document.querySelector('#lab-limit').value,
    full: document.querySelector('#lab-full').checked,
    ticked: [...document.querySelectorAll('#lab-searchers input:checked')].map(({ value }) => value),
  }));
  assert.deepEqual(form, { own: 'pvs,table=off', kind: 'depth', limit: '5', full: true, ticked: ['pvs'] });
  assert.equal((await boyi.status()).ply, 2);
});
