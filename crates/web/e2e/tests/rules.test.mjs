/** The rules: cards with boards to look at and to try. */

import assert from 'node:assert/strict';
import { accessible } from '../harness/accessible.mjs';
import { phone } from '../harness/browser.mjs';
import { link } from '../harness/link.mjs';
import { scenario } from '../harness/scenario.mjs';

for (const [game, cards] of [
  ['gomoku', 5],
  ['othello', 5],
  ['xiangqi', 8],
]) {
  for (const [locale, colorScheme, more] of [
    ['en-GB', 'light', {}],
    ['zh-CN', 'dark', phone],
  ]) {
    const further = (game === 'othello') !== (more === phone);
    scenario(`${game}: the rules in ${locale}, ${colorScheme}`, { ...more, locale, colorScheme, further, link: link(game) }, async (boyi) => {
      const { page } = boyi;
      await boyi.button('rules');
      await page.locator('#rules-dialog .rule svg.board').nth(cards - 1).waitFor();
      assert.equal(await page.locator('#rules-dialog .rule').count(), cards);
      const boxes = await page.locator('#rules-dialog .rule-board').evaluateAll((all) => all.map((node) => node.getBoundingClientRect().height));
      assert.ok(boxes.every((height) => height > 150), `boards are seen: ${boxes}`);
      await accessible(page, `the rules of ${game}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      assert.equal(wide, false, 'nothing lies beyond the window');
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/rules-${game}-${locale}.png` });
      await page.keyboard.press('Escape');
      await page.locator('#rules-dialog').waitFor({ state: 'hidden' });
      // The boards go once the browser has told that the dialog is closed.
      await page.locator('#rules-dialog .rule').first().waitFor({ state: 'detached' });
      assert.equal(await page.locator('#rules-dialog .rule').count(), 0);
    });
  }
}

scenario('a rule is tried: the cannon takes over a piece, in a game of its own', { link: link('xiangqi', { line: 'startpos moves h2e2' }) }, async (boyi) => {
  const { page } = boyi;
  const { room } = await boyi.status();
  await boyi.button('rules');
  const board = page.locator('#rules-dialog .rule', { hasText: 'The cannon' }).locator('svg.board');
  await board.scrollIntoViewIfNeeded();
  await board.evaluate((svg) => {
    const cell = (name) => svg.querySelector(`[data-square="${name}"]`).getBoundingClientRect();
    window.at = { from: cell('c2').toJSON(), to: cell('c6').toJSON() };
  });
  const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
  const { from, to } = await page.evaluate(() => window.at);
  await page.mouse.click(...middle(from));
  await page.mouse.click(...middle(to));
  await page.waitForFunction((before) => document.querySelector('#status').dataset.room !== before, room);
  await boyi.until({ state: 'playing', ply: 1 });
  assert.deepEqual(await page.evaluate(() => window.boyi.state().game.moves), ['c2c6']);
  await page.locator('#toast .deed').click();
  await boyi.until({ room });
});
