/** Languages, themes, what the board shows, sounds, phones. */

import assert from 'node:assert/strict';
import { accessible } from '../harness/accessible.mjs';
import { link } from '../harness/link.mjs';
import { phone } from '../harness/browser.mjs';
import { scenario } from '../harness/scenario.mjs';
import { renju } from '../harness/records.mjs';

scenario('the page speaks 中文 and English, and remembers which', { locale: 'en-GB' }, async (boyi) => {
  const { page } = boyi;
  const lang = () => page.evaluate(() => document.documentElement.lang);
  assert.match(await lang(), /^en/);
  const ids = ['undo', 'redo', 'hint', 'resign', 'new-game', 'import', 'export', 'lab-run'];
  const label = (id) =>
    page.locator(`#${id}`).evaluate((button) => button.textContent.trim() || button.getAttribute('aria-label'));
  const english = await Promise.all(ids.map(label));
  await boyi.speak('zh');
  assert.match(await lang(), /^zh/);
  for (const [index, id] of ids.entries()) {
    assert.match(await label(id), /\p{Script=Han}/u, id);
    assert.notEqual(await label(id), english[index]);
  }
  assert.match(await boyi.text('#status'), /\p{Script=Han}/u);
  await page.reload();
  await boyi.ready();
  assert.match(await lang(), /^zh/);
  const latin = await page.evaluate(
    () =>
      document.body.innerText.match(
        /\b(undo|redo|hint|resign|import|export|depth|nodes|level|human|black|white)\b/gi,
      ) ?? [],
  );
  assert.deepEqual(latin, [], 'no English words are left');
  await boyi.speak('en');
  assert.deepEqual(await Promise.all(ids.map(label)), english);
});

scenario('a Chinese browser is greeted in 中文', { locale: 'zh-CN' }, async (boyi) => {
  assert.match(await boyi.page.evaluate(() => document.documentElement.lang), /^zh/);
});

scenario('light and dark: by choice, remembered, else as the system is', { colorScheme: 'dark' }, async (boyi) => {
  const { page } = boyi;
  // A canvas knows every way to write a colour; a new theme is there with the next frame.
  const ground = (wanted) =>
    page.waitForFunction((wanted) => {
      const pen = document.createElement('canvas').getContext('2d');
      pen.fillStyle = getComputedStyle(document.body).backgroundColor;
      pen.fillRect(0, 0, 1, 1);
      const [r, g, b] = pen.getImageData(0, 0, 1, 1).data;
      return r + g + b < 300 ? wanted === 'dark' : r + g + b > 500 && wanted === 'light';
    }, wanted);
  await ground('dark'); // As the system is.
  await boyi.theme('light');
  await ground('light');
  await page.reload();
  await boyi.ready();
  await ground('light'); // Remembered.
  await boyi.theme('dark');
  await ground('dark');
  await boyi.theme('auto');
  await page.emulateMedia({ colorScheme: 'light' });
  await ground('light');
});

scenario('move numbers, coordinates and forbidden points on demand', { link: false }, async (boyi) => {
  const { page } = boyi;
  await boyi.open(link('gomoku', { rule: 'renju', line: 'startpos moves h8 i9 j10' }));
  await boyi.until({ ply: 3 });
  const texts = () => page.locator('svg.board text:visible').allTextContents();
  const coordinates = (await texts()).sort();
  assert.equal(coordinates.length, 30);
  await boyi.option('coordinates', false);
  assert.deepEqual(await texts(), []);
  await boyi.option('numbers', true);
  assert.deepEqual((await texts()).sort(), ['1', '2', '3']);
  await boyi.option('numbers', false);
  assert.deepEqual(await texts(), []);

  const { line, forbidden } = renju();
  await boyi.follow(link('gomoku', { rule: 'renju', line }));
  await page.waitForFunction(
    (count) => document.querySelectorAll('svg.board [data-piece]').length === count,
    line.match(/[a-o]\d+/g).length,
  );
  await boyi.option('forbidden', true);
  assert.equal(await page.locator('svg.board .forbidden').count(), forbidden.length);
  await boyi.settled();
  const { version } = await boyi.status();
  await boyi.press(forbidden[0][0]);
  assert.ok(!(await boyi.offered()).includes(forbidden[0][0]));
  assert.equal((await boyi.status()).version, version, 'a forbidden point cannot be played');
  await boyi.option('forbidden', false);
  assert.equal(await page.locator('svg.board .forbidden').count(), 0);
});

scenario('xiangqi pieces as characters or letters', { link: link('xiangqi') }, async (boyi) => {
  const texts = () => boyi.page.locator('svg.board [data-piece] text').allTextContents();
  const characters = (await texts()).join('');
  for (const character of '帥仕相俥傌炮兵將士象車馬砲卒') assert.ok(characters.includes(character), character);
  await boyi.option('letters', true);
  assert.match((await texts()).join(''), /^[A-Za-z\s]+$/);
  await boyi.option('letters', false);
  assert.equal((await texts()).join(''), characters);
});

scenario('sounds may be switched on', { link: link('gomoku', { players: ['human', 'level=1'] }) }, async (boyi) => {
  assert.equal(await boyi.page.locator('#sounds').isChecked(), false, 'off by default');
  await boyi.option('sounds', true);
  await boyi.play('h8');
  await boyi.until({ state: 'playing', ply: 2 });
  await boyi.button('undo');
  await boyi.until({ ply: 0 });
});

scenario('the keyboard alone: through the buttons, and on the board', { link: link('othello') }, async (boyi) => {
  const { page } = boyi;
  const reached = new Set();
  for (let step = 0; step < 120; step += 1) {
    await page.keyboard.press('Tab');
    reached.add(await page.evaluate(() => document.activeElement.id || document.activeElement.classList[0]));
  }
  for (const id of ['board', 'new-game', 'import', 'export', 'analyze', 'lab-run'])
    assert.ok(reached.has(id), `${id} among ${[...reached]}`);
  for (const move of ['f5', 'd6', 'c3']) await boyi.play(move, 'type');
  await page.locator('#undo').focus();
  await page.keyboard.press('Enter');
  await boyi.until({ ply: 2 });
});

scenario('keys are shortcuts, until switched off', { link: link('gomoku') }, async (boyi) => {
  const { page } = boyi;
  for (const move of ['h8', 'i9', 'j10']) await boyi.play(move);
  await page.locator('#board-host').focus();
  for (const [key, ply] of [
    ['u', 2],
    ['ArrowLeft', 1],
    ['Home', 0],
    ['End', 3],
    ['g', 4],
  ]) {
    await page.keyboard.press(key);
    await boyi.until({ ply, state: 'playing' });
  }
  await boyi.option('shortcuts', false);
  const { version } = await boyi.status();
  await page.locator('#board-host').focus();
  await page.keyboard.press('u');
  await boyi.button('previous');
  assert.equal((await boyi.until({ ply: 3 })).version, version + 1, 'the key did nothing');
});

scenario(
  'the link is copied',
  { link: link('othello'), permissions: ['clipboard-read', 'clipboard-write'] },
  async (boyi) => {
    await boyi.play('f5');
    await boyi.button('share');
    await boyi.page.waitForFunction(() => document.querySelector('#toast').textContent.trim());
    const copied = await boyi.page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, (await boyi.link()) && boyi.page.url());
  },
);

for (const game of ['gomoku', 'othello', 'xiangqi']) {
  scenario(
    `${game} on a phone: all fits, nothing scrolls sideways`,
    { ...phone, link: link(game, { players: ['human', 'level=1'] }) },
    async (boyi) => {
      const { page } = boyi;
      for (const language of ['en', 'zh']) {
        await boyi.speak(language);
        const wide = await page.evaluate(() => document.scrollingElement.scrollWidth);
        assert.ok(wide <= 360, `${language}: ${wide} pixels wide`);
      }
      const board = await page.locator('svg.board').boundingBox();
      assert.ok(board.x >= 0 && board.x + board.width <= 360.5, 'the whole board is seen');
      assert.ok(board.width >= 300, 'and as large as can be');
      await page.locator('#lab').scrollIntoViewIfNeeded();
      assert.ok((await page.evaluate(() => document.scrollingElement.scrollWidth)) <= 360, 'with the laboratory open');
    },
  );
}

for (const { locale, files, moves, other } of [
  { locale: 'zh-CN', files: '123456789九八七六五四三二一', moves: ['炮二平五', '马8进7'], other: ['wxf', 'C2=5'] },
  { locale: 'en-GB', files: '0123456789abcdefghi', moves: ['h2e2', 'h9g7'], other: ['wxf', 'C2=5'] },
]) {
  const line = 'startpos moves h2e2 h9g7';
  scenario(`moves and files as they are written there, and another way (${locale})`, { locale, link: link('xiangqi', { line }) }, async (boyi) => {
    const { page } = boyi;
    const heads = async () => (await page.locator('svg.board .coordinates text').allTextContents()).sort().join('');
    const listed = () => page.locator('#moves .move > span:first-child').allInnerTexts();
    await boyi.until({ ply: 2 });
    assert.equal(await heads(), [...files].sort().join(''));
    assert.deepEqual((await listed()).slice(-2), moves);
    await page.locator('#notation').selectOption(other[0]);
    assert.equal((await listed()).at(-2), other[1]);
    assert.equal(await heads(), [...'123456789123456789'].sort().join(''));
    await boyi.button('flip');
    assert.equal(await heads(), [...'123456789123456789'].sort().join(''));
    await page.reload();
    await boyi.ready();
    assert.equal((await listed()).at(-2), other[1], 'and it is remembered');
    await boyi.follow(link('othello'));
    await page.locator('svg.board[data-game=othello]').waitFor();
    assert.ok(await page.locator('#notation').isHidden(), 'where there is one notation there is no choice');
  });
}

scenario("a learner's view is without numbers of nodes and laboratory, and lasts", { link: link('xiangqi', { players: ['human', 'level=1'] }) }, async (boyi) => {
  const { page } = boyi;
  const technical = '#thinking [data-field=nodes], #thinking [data-field=hashfull], #lab, #to-lab, #evaluator, .weights';
  const seen = () => page.locator(technical).evaluateAll((all) => all.filter((node) => node.offsetParent !== null).length);
  await boyi.until({ state: 'playing' });
  assert.ok((await seen()) >= 4);
  await page.locator('#detail').selectOption('plain');
  assert.equal(await seen(), 0);
  await page.locator('#thinking [data-field=score]').waitFor();
  await accessible(page, "a learner's view");
  await page.reload();
  await boyi.until({ state: 'playing' });
  assert.equal(await seen(), 0);
  await page.locator('#detail').selectOption('all');
  assert.ok((await seen()) >= 4);
});
