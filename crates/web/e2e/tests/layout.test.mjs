/** Where things are: on a large screen, on a small laptop, on a telephone. */

import assert from 'node:assert/strict';
import { accessible } from '../harness/accessible.mjs';
import { link } from '../harness/link.mjs';
import { phone } from '../harness/browser.mjs';
import { scenario } from '../harness/scenario.mjs';

const middle = {
  gomoku: 'startpos moves h8 i9 h9 g9 i8 j8',
  othello: 'startpos moves f5 d6 c3 d3',
  xiangqi: 'startpos moves h2e2 h9g7 h0g2 g6g5',
};
/** How much of the window's height the board has at least. */
const SCREENS = { '1180x840': 0.58, '1366x768': 0.66, '1920x1080': 0.74, '3840x2160': 0.78 };

for (const [place, [size, share]] of Object.entries(SCREENS).entries()) {
  const [width, height] = size.split('x').map(Number);
  for (const locale of ['en-GB', 'zh-CN']) {
    for (const colorScheme of ['light', 'dark']) {
      // One of each size, and each language by day and by night.
      const further = place !== (locale === 'zh-CN') * 2 + (colorScheme === 'dark');
      scenario(`${size}, ${locale}, ${colorScheme}`, { viewport: { width, height }, locale, colorScheme, further }, async (boyi) => {
        const { page } = boyi;
        for (const [game, line] of Object.entries(middle)) {
          await boyi.follow(link(game, { line }));
          await page.locator(`svg.board[data-game=${game}]`).waitFor();
          const box = (selector) => page.locator(selector).boundingBox();
          const bottom = ({ y, height }) => y + height;
          const board = await box('svg.board');
          assert.ok(board.height >= share * height, `${game}: ${board.height} of ${height} pixels`);
          for (const selector of ['#controls', '#moves'])
            assert.ok(bottom(await box(selector)) <= height, `${selector} is seen without scrolling`);
          assert.ok((await box('#moves')).height >= 90, 'moves enough are seen');
          assert.ok((await page.evaluate(() => document.scrollingElement.scrollWidth)) <= width);
          const cut = await page.evaluate(() =>
            [...document.querySelectorAll('button')].filter((one) => one.scrollWidth > one.clientWidth).map(({ id, textContent }) => id || textContent),
          );
          assert.deepEqual(cut, [], 'words are within their buttons');
        }
        await accessible(page, size);
      });
    }
  }
}

scenario('on a telephone the level is a screen below the board, not four', { ...phone, link: link('othello', { players: ['human', 'level=1'] }) }, async (boyi) => {
  const level = boyi.page.locator('#player-1 input.level');
  const { y } = await level.boundingBox();
  assert.ok(y < 2 * phone.viewport.height, `${y} pixels down`);
});

scenario('lines of an analysis are cut between rows of letters, not through them', { link: link('xiangqi', { line: middle.xiangqi }) }, async (boyi) => {
  const { page } = boyi;
  await boyi.button('analyze');
  await page.waitForFunction(() => document.querySelectorAll('#analysis .sequence').length === 3);
  await page.waitForFunction(() => [...document.querySelectorAll('#analysis .sequence')].some(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight));
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('#analysis .sequence, #thinking [data-field=pv]')].flatMap((host) => {
      const edge = host.getBoundingClientRect().top + host.clientHeight;
      const letters = [...host.querySelectorAll('.pv-move')].map((move) => {
        const range = document.createRange();
        range.selectNodeContents(move);
        return range.getBoundingClientRect();
      });
      return letters.filter(({ top, bottom }) => top < edge - 2 && bottom > edge + 2).map(({ top, bottom }) => [top, bottom, edge]);
    }),
  );
  assert.deepEqual(cut, []);
});
