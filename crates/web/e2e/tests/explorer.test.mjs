/** What was played from the position on the board, in the games of the server's database. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accessible } from '../harness/accessible.mjs';
import { link } from '../harness/link.mjs';
import { scenario } from '../harness/scenario.mjs';
import { Server, binary, root } from '../harness/server.mjs';

/** A server with the games of a year of Othello. */
async function withGames() {
  const database = path.join(mkdtempSync(path.join(tmpdir(), 'boyi-db-')), 'games.db');
  const games = path.join(root, 'tests/data/othello/WTH_1977.wtb');
  execFileSync(binary(), ['db', 'othello', database, 'import', games]);
  return Server.start({ args: ['--db', database] });
}

/** The moves that the panel shows, with how many games each. */
const shown = (boyi) =>
  boyi.page
    .locator('#explorer-moves tr')
    .evaluateAll((rows) => rows.map((row) => [row.querySelector('button').dataset.move, Number(row.cells[1].innerText)]));

const people = { players: ['human', 'human'] };

scenario(
  'the moves of a database are shown, and played by a click',
  { own: withGames, link: link('othello', { ...people, line: 'startpos moves f5' }) },
  async (boyi, { note }) => {
    const { page } = boyi;
    await page.locator('#explorer-moves [data-move=d6]').waitFor();
    const replies = await shown(boyi);
    note(JSON.stringify(replies));
    const games = replies.map(([, games]) => games);
    assert.ok(replies.length >= 2 && games.every((count, index) => index === 0 || count <= games[index - 1]));
    const all = games.reduce((sum, count) => sum + count);
    assert.match(await page.locator('#explorer-view').innerText(), new RegExp(`^${all} games.*White`));
    await accessible(page, 'the games of a database');

    await page.locator('#explorer-moves [data-move=d6]').click();
    await boyi.until({ ply: 2 });
    await page.waitForFunction((before) => {
      const sum = document.querySelector('#explorer-view').innerText;
      return sum.startsWith(`${before} games`) && sum.includes('Black');
    }, replies.find(([move]) => move === 'd6')[1]);
    await boyi.speak('zh');
    assert.match(await page.locator('#explorer-view').innerText(), /^共 \d+ 局/);
    // A game that nobody played.
    await boyi.follow(link('othello', { ...people, line: 'startpos moves f5 f4 c3' }));
    await page.locator('#explorer-view', { hasText: '没有' }).waitFor();
    assert.deepEqual(await shown(boyi), []);
  },
);

scenario('without a database there is no such panel', { link: link('othello', people) }, async (boyi) => {
  await boyi.playAny();
  assert.ok(await boyi.page.locator('#explorer').isHidden());
});
