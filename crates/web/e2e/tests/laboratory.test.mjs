/** The laboratory: one question to several searchers, the answers as they come. */

import assert from 'node:assert/strict';
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
    await boyi.play((await boyi.offered())[0]);
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
