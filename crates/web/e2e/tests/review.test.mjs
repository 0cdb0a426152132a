/** The end of a game and its review: what was lost where, what was better, and going on from there. */

import assert from 'node:assert/strict';
import { accessible } from '../harness/accessible.mjs';
import { phone } from '../harness/browser.mjs';
import { link } from '../harness/link.mjs';
import { scenario } from '../harness/scenario.mjs';

/** White answers nothing: an open three at its fourth ply, then a four. */
const UNANSWERED = 'startpos moves h8 a1 i8 a15 j8 o1 k8 o15 l8';

/** Waits until every move has been looked at. */
const reviewed = (boyi, state = 'done') =>
  boyi.page.waitForFunction((wanted) => window.boyi.state().review?.state === wanted, state, { timeout: 90_000 });

const marks = (boyi) =>
  boyi.page.locator('#moves .move-mark').evaluateAll((all) => all.map((mark) => mark.dataset.mark ?? ''));

scenario(
  'gomoku: a review marks the moves, shows what was better, and lets one play on from there',
  { link: link('gomoku', { line: UNANSWERED }) },
  async (boyi, { note }) => {
    const { page } = boyi;
    await boyi.until({ state: 'over' });
    assert.match(await page.locator('#over-result').innerText(), /Black wins/);
    assert.equal(await page.locator('#review-panel').isVisible(), false);
    await boyi.button('over-review');
    await reviewed(boyi);
    const found = await marks(boyi);
    note(found.join(' '));
    assert.equal(found.length, 9);
    assert.equal(found[8], 'best', 'five in a row');
    assert.ok(found.some((mark) => mark === 'blunder' || mark === 'mistake'), 'a bad move of White');
    assert.ok((await page.locator('#graph .graph-point').count()) >= 9, 'every position has a value');
    assert.match(await page.locator('#review-counts').innerText(), /Black[\s\S]*White/);
    const { room } = await boyi.status();

    // The last bad move, the position before it, and the better move on the board.
    await boyi.button('review-previous');
    await page.waitForFunction(() => window.boyi.state().preview !== null);
    const { ply } = await boyi.status();
    assert.match(await page.locator('#review-verdict').innerText(), new RegExp(`Move ${Number(ply) + 1}, White .*: an? `));
    await page.locator('svg.board .pv').first().waitFor({ state: 'attached' });
    // On the move itself the verdict stays, and leads back.
    await boyi.button('next');
    await boyi.until({ ply: Number(ply) + 1 });
    await boyi.button('review-before');
    await boyi.until({ ply: Number(ply) });

    await boyi.button('review-play');
    await page.waitForFunction((before) => document.querySelector('#status').dataset.room !== before, room);
    await boyi.until({ ply: Number(ply), state: 'playing' });
    assert.equal(await page.locator('#review-panel').isVisible(), false, 'another game, not reviewed');
    await page.locator('#toast .deed').click();
    await boyi.until({ room });
    await reviewed(boyi);
    assert.deepEqual(await marks(boyi), found, 'the review is kept');
  },
);

for (const [game, line] of [
  ['othello', 'startpos moves f5d6c3d3c4f4f6'],
  ['xiangqi', 'startpos moves h2e2 h9g7 e2e6 a9a8'],
]) {
  scenario(`${game}: a game under way can be reviewed, and a review can be stopped`, { link: link(game, { line }) }, async (boyi) => {
    const { page } = boyi;
    await boyi.button('review');
    await reviewed(boyi);
    assert.ok((await marks(boyi)).some((mark) => mark !== ''), 'a mark');
    await boyi.button('review');
    await page.waitForFunction(() => {
      const { state, rows } = window.boyi.state().review;
      return state === 'running' && rows.length > 0;
    });
    await boyi.button('review-stop');
    await reviewed(boyi, 'stopped');
    assert.match(await page.locator('#review-state').innerText(), /Stopped after \d+ of/);
  });
}

scenario('a game that goes another way keeps what is still true of it', { link: link('gomoku', { line: UNANSWERED }) }, async (boyi) => {
  await boyi.button('over-review');
  await reviewed(boyi);
  await boyi.page.locator('#moves [data-ply="3"]').click();
  await boyi.until({ ply: 3 });
  await boyi.play('g8');
  await boyi.until({ ply: 4 });
  const found = await marks(boyi);
  assert.equal(found.length, 4);
  assert.equal(found[3], '', 'the new move has not been looked at');
});

scenario('play again and swap begin another game', { link: link('gomoku', { line: UNANSWERED, players: ['human', 'level=1'] }) }, async (boyi) => {
  await boyi.until({ state: 'over' });
  const { room } = await boyi.status();
  await boyi.button('over-swap');
  await boyi.page.waitForFunction((before) => document.querySelector('#status').dataset.room !== before, room);
  assert.equal(await boyi.page.locator('#over').isVisible(), false);
});

scenario('a person is rated by games without help, and another level is offered', { link: link('gomoku', { players: ['human', 'level=12'] }) }, async (boyi) => {
  const { page } = boyi;
  const lose = async () => {
    await boyi.until({ state: 'playing', ply: 0 });
    await boyi.play('h8');
    await boyi.until({ state: 'playing', ply: 2 });
    await boyi.button('resign');
    await boyi.until({ state: 'over' });
  };
  await lose();
  assert.match(await page.locator('#over-rating').innerText(), /You play like level 11\.7 \(games: 1\)/);
  assert.equal(await page.locator('#over-next').isVisible(), false, 'twelve is still the nearest');
  // Two more: the level below is nearer.
  for (const games of [2, 3]) {
    await boyi.button('over-again');
    await lose();
    assert.match(await page.locator('#over-rating').innerText(), new RegExp(`games: ${games}`));
  }
  await page.locator('#over-next').click();
  await boyi.until({ state: 'playing', ply: 0 });
  assert.equal(await page.evaluate(() => window.boyi.state().game.players[1].engine), 'level=11');
  // A hint, and the game counts no more.
  await boyi.button('hint');
  await page.locator('svg.board .hint').first().waitFor({ state: 'attached' });
  await lose();
  assert.match(await page.locator('#over-rating').innerText(), /there was help/);
});

for (const [name, options, alone] of [
  ['a phone', phone, 'en-GB'],
  ['1366x768', { viewport: { width: 1366, height: 768 } }, 'zh-CN'],
  ['3840x2160', { viewport: { width: 3840, height: 2160 } }, 'en-GB'],
]) {
  for (const [locale, colorScheme] of [
    ['en-GB', 'light'],
    ['zh-CN', 'dark'],
  ]) {
    const further = locale !== alone;
    scenario(`a review on ${name}, ${locale}, ${colorScheme}`, { ...options, locale, colorScheme, further, link: link('gomoku', { line: UNANSWERED }) }, async (boyi, { note }) => {
      const { page } = boyi;
      await boyi.until({ state: 'over' });
      await accessible(page, `the end of a game, ${name}`);
      await boyi.button('over-review');
      await reviewed(boyi);
      await boyi.button('review-previous');
      await page.locator('#review-verdict').waitFor();
      await accessible(page, `a review, ${name}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      assert.equal(wide, false, 'nothing lies beyond the window');
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/review-${name.replace(' ', '-')}-${locale}.png` });
      note('done');
    });
  }
}
