/** What was played is not thrown away: not by another game, not by leaving. */

import assert from 'node:assert/strict';
import { link } from '../harness/link.mjs';
import { scenario } from '../harness/scenario.mjs';

const people = (game, moves) => link(game, { line: `startpos moves ${moves.join(' ')}` });
const opening = ['h2e2', 'h9g7', 'h0g2'];
const back = (boyi) => boyi.page.locator('#toast .deed').click();

for (const id of ['restart', 'swap']) {
  scenario(
    `${id} begins anew, and the game before can be brought back`,
    { link: link('othello', { players: ['human', 'level=1'] }) },
    async (boyi) => {
      await boyi.play('f5');
      const before = await boyi.until({ state: 'playing', ply: 2 });
      const moves = await boyi.moves();
      await boyi.restart(id);
      await boyi.until({ state: 'playing', ply: id === 'swap' ? 1 : 0 });
      await back(boyi);
      assert.equal((await boyi.until({ ply: 2, state: 'playing' })).room, before.room);
      assert.deepEqual(await boyi.moves(), moves);
      assert.equal(await boyi.page.locator('#player-0 select.kind').inputValue(), 'human');
    },
  );
}

scenario('a new game, an import and a link leave a way back, too', { link: people('xiangqi', opening) }, async (boyi) => {
  const { room } = await boyi.until({ ply: 3 });
  await boyi.newGame({ game: 'gomoku', players: ['human', 'human'] });
  await back(boyi);
  await boyi.until({ room, ply: 3 });
  await boyi.button('import');
  await boyi.page.locator('#import-text').fill('1. c3c4');
  await boyi.button('import-start');
  await boyi.until({ ply: 1 });
  await back(boyi);
  await boyi.until({ room, ply: 3 });
  await boyi.link();
  await boyi.follow(people('othello', ['f5']));
  await boyi.until({ ply: 1 });
  await back(boyi);
  await boyi.until({ room, ply: 3 });
});

scenario('a game without a move is not worth a notice', { link: link('gomoku') }, async (boyi) => {
  await boyi.restart('restart');
  assert.equal(await boyi.page.locator('#toast .deed').count(), 0);
});

for (const locale of ['en-GB', 'zh-CN']) {
  scenario(`the bare address goes on with the last game (${locale})`, { link: people('xiangqi', opening), locale }, async (boyi) => {
    const { room } = await boyi.until({ ply: 3 });
    await boyi.link();
    const page = await boyi.page.context().newPage();
    await page.goto(boyi.url);
    await page.waitForFunction((room) => document.querySelector('#status').dataset.room === room, room);
    await page.locator('#toast', { hasText: locale === 'zh-CN' ? '上次' : 'last game' }).waitFor();
  });
}

scenario(
  'after a game that is over the bare address begins another one like it',
  { link: link('othello', { players: ['level=2', 'human'] }) },
  async (boyi) => {
    await boyi.until({ state: 'playing', ply: 1 });
    await boyi.resign();
    await boyi.link();
    const page = await boyi.page.context().newPage();
    await page.goto(boyi.url);
    await page.waitForFunction(() => document.querySelector('#status').dataset.ply === '1');
    const { game, players } = await page.evaluate(() => window.boyi.state().game);
    assert.equal(game, 'othello');
    assert.deepEqual(players[1], { kind: 'human' });
  },
);

scenario('back and forward go from game to game, and stay on the page', { link: people('xiangqi', opening) }, async (boyi) => {
  const { page } = boyi;
  const first = await boyi.until({ ply: 3 });
  await boyi.link();
  await boyi.newGame({ game: 'othello', players: ['human', 'human'] });
  await boyi.play('f5');
  const second = await boyi.status();
  await boyi.link();
  await page.goBack();
  await boyi.until({ room: first.room, ply: 3 });
  await page.goForward();
  await boyi.until({ room: second.room, ply: 1 });
});

scenario('a link opened twice begins its game twice', { link: link('gomoku', { line: 'startpos moves h8' }) }, async (boyi) => {
  const { page } = boyi;
  const open = () =>
    page.evaluate(() => {
      const anchor = Object.assign(document.createElement('a'), { href: '#gomoku?line=startpos+moves+h8' });
      anchor.click();
    });
  const rooms = [(await boyi.until({ ply: 1 })).room];
  for (const move of ['i9', null]) {
    if (move) await boyi.play(move);
    await boyi.link();
    await open();
    await page.waitForFunction((room) => document.querySelector('#status').dataset.room !== room, rooms.at(-1));
    rooms.push((await boyi.until({ ply: 1 })).room);
    await boyi.link();
  }
  assert.equal(new Set(rooms).size, 3);
});

scenario('games of before are listed, gone on with, and forgotten', { link: people('xiangqi', opening) }, async (boyi) => {
  const { page } = boyi;
  const first = await boyi.until({ ply: 3 });
  await boyi.newGame({ game: 'othello', players: ['human', 'human'] });
  await boyi.play('f5');
  await boyi.resign();
  const list = page.locator('#saved-dialog .saved li');
  await boyi.button('saved');
  assert.match(await list.nth(0).innerText(), /Othello[^]*plies: 1 · Black wins: resignation/);
  assert.match(await list.nth(1).innerText(), /Xiangqi[^]*plies: 3 · unfinished/);
  await list.nth(1).locator('.saved-game').click();
  await boyi.until({ room: first.room, ply: 3 });
  await boyi.button('saved');
  await page.locator('#saved-dialog li', { hasText: 'Othello' }).locator('.plain').click();
  assert.equal(await list.count(), 1);
});
