/** What the engine thinks is seen: live numbers, lines on the board, hints, the graph. */

import assert from 'node:assert/strict';
import { link } from '../harness/link.mjs';
import { scenario } from '../harness/scenario.mjs';
import { othello } from '../harness/records.mjs';

scenario(
  'depth, score, nodes, speed, time and line are told while it thinks',
  { link: link('gomoku', { players: ['human', 'pvs,time=30s'] }) },
  async (boyi, { note }) => {
    const { page } = boyi;
    const field = (name) => page.locator(`#thinking [data-field=${name}]`);
    // Watched from within the page: asking from here would miss most of what is told.
    await page.evaluate(() => {
      const told = (name) => document.querySelector(`#thinking [data-field=${name}]`).innerText;
      window.seen = {}; // From each depth to the nodes that were told with it.
      new MutationObserver(() => {
        const [depth] = told('depth').split(' / ');
        const nodes = (window.seen[depth] ??= []);
        if (nodes.at(-1) !== told('nodes')) nodes.push(told('nodes'));
      }).observe(document.querySelector('#thinking'), { subtree: true, childList: true, characterData: true });
    });
    await boyi.play('h8');
    await boyi.until({ state: 'thinking' });
    // It deepens as one looks on, and counts within an iteration.
    await page.waitForFunction(() => {
      const iterations = Object.values(window.seen);
      return iterations.length >= 3 && iterations.some((nodes) => nodes.length >= 3);
    });
    for (const name of ['depth', 'score', 'nodes', 'nps', 'time', 'pv']) {
      assert.match(await field(name).innerText(), /\S/, name);
    }
    await boyi.button('move-now');
    await boyi.until({ state: 'playing' });
    note(JSON.stringify(await page.evaluate(() => window.seen)));
  },
);

scenario(
  'the principal variation is drawn on the board while it thinks',
  { link: link('xiangqi', { players: ['human', 'pvs,time=30s'] }) },
  async (boyi) => {
    await boyi.play('h2e2');
    await boyi.page.locator('svg.board .pv').first().waitFor({ state: 'attached' });
    await boyi.button('move-now');
    await boyi.until({ state: 'playing' });
  },
);

for (const [game, line] of [
  ['gomoku', 'startpos moves h8 i9'],
  ['othello', 'startpos'],
  ['xiangqi', 'startpos'],
]) {
  scenario(
    `${game}: a hint is shown on the board and plays nothing`,
    { link: link(game, { players: ['human', 'level=1'], line }) },
    async (boyi) => {
      const { ply } = await boyi.until({ state: 'playing' });
      await boyi.button('hint');
      await boyi.page.locator('svg.board .hint').first().waitFor({ state: 'attached' });
      assert.equal((await boyi.status()).ply, ply);
      await boyi.play({ gomoku: 'g7', othello: 'd3', xiangqi: 'h2e2' }[game]);
      await boyi.page.locator('svg.board .hint').first().waitFor({ state: 'detached' });
    },
  );
}

scenario(
  'analysis shows three lines that deepen, and follows the game',
  { link: link('othello', { line: 'startpos moves f5 d6' }) },
  async (boyi, { note }) => {
    const { page } = boyi;
    await page.locator('#analysis-lines').fill('3');
    await page.locator('#analysis-lines').press('Tab');
    await boyi.button('analyze');
    const lines = page.locator('#analysis [data-line]');
    await lines.nth(2).waitFor();
    const texts = await lines.allInnerTexts();
    note(texts.join(' / ').replaceAll('\n', ' '));
    assert.equal(texts.length, 3);
    assert.equal(await page.locator('#analyze').getAttribute('aria-pressed'), 'true');
    assert.equal((await boyi.status()).ply, 2, 'analysis plays nothing');
    await boyi.playAny();
    await page.waitForFunction((before) => {
      const now = [...document.querySelectorAll('#analysis [data-line]')].map((line) => line.innerText);
      return now.length === 3 && now.every((line, index) => line !== before[index]);
    }, texts);
    await boyi.button('analyze');
    await page.locator('#analyze[aria-pressed=false]').waitFor();
  },
);

scenario('the graph and the list of moves lead to any ply', { link: false }, async (boyi) => {
  const { page } = boyi;
  const moves = othello().moves.slice(0, 12);
  await boyi.open(link('othello', { line: `startpos moves ${moves.join(' ')}` }));
  await boyi.until({ ply: 12 });
  for (const ply of [5, 9]) {
    const point = page.locator(`#graph [data-ply="${ply}"]`);
    await point.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await point.boundingBox();
    await page.mouse.click(x + width / 2, y + height / 2);
    await boyi.until({ ply });
  }
  await page.locator('#moves [data-ply="3"]').click();
  await boyi.until({ ply: 3 });
  await boyi.button('last');
  await boyi.until({ ply: 12 });
});

scenario(
  'the graph grows with the scores of a game',
  { link: link('othello', { players: ['pvs,time=100ms', 'pvs,time=100ms'] }) },
  async (boyi) => {
    await boyi.until({ ply: { least: 10 } });
    await boyi.button('pause');
    const { ply } = await boyi.until({ state: 'paused' });
    const points = await boyi.page.locator('#graph .graph-point').count();
    assert.ok(points >= ply - 1, `${points} points after ${ply} moves`);
  },
);

scenario(
  'scores are given in one view everywhere, the one chosen',
  // Black is so far ahead that a deeper search does not see it otherwise between two looks.
  { link: link('othello', { line: 'startpos moves f5 f4 e3 f2' }) },
  async (boyi) => {
    const { page } = boyi;
    await page.locator('#analysis-lines').fill('2');
    await boyi.button('analyze');
    await page.waitForFunction(() => Number(document.querySelector('[data-field=depth]').innerText.split(' ')[0]) >= 8);
    /** The signs of the scores that the page shows of the position, and whose view the words say it is. */
    const told = (...more) =>
      page.evaluate((more) => {
        const text = (selector) => document.querySelector(selector).innerText;
        const all = (selectors, pattern) => [...new Set(selectors.map((one) => pattern.exec(text(one))?.[0]))];
        const scores = ['#evaluation-text', ...more];
        return {
          signs: all(scores, /[+−]/),
          names: all(['#evaluation-text', '#moves-scores'], /Black|White/),
          shown: scores.map(text).join(', '),
        };
      }, more);
    const lines = ['#thinking [data-field=score]', '#analysis [data-line="0"] .line-score'];
    const list = '#moves [aria-current] .move-score';
    const first = await told(...lines);
    assert.deepEqual([first.signs.length, first.names], [1, ['Black']], first.shown);
    await page.locator('#view-side').selectOption('1');
    const second = await told(...lines);
    assert.deepEqual([second.signs.length, second.names], [1, ['White']], second.shown);
    assert.notEqual(second.signs[0], first.signs[0]);
    await boyi.button('analyze');
    await page.locator(list, { hasText: /\d/ }).waitFor();
    assert.deepEqual((await told(list)).signs, second.signs);
    await page.reload();
    await boyi.ready();
    assert.equal(await page.locator('#view-side').inputValue(), '1', 'and it is remembered');
  },
);

scenario(
  'nothing is said to be thought about once the game is over',
  { link: link('gomoku', { players: ['human', 'pvs,time=30s'] }) },
  async (boyi) => {
    const { page } = boyi;
    await boyi.play('h8');
    await page.locator('#thinking[data-state=searching]').waitFor();
    await boyi.resign();
    await page.locator('#thinking[data-state=over]').waitFor();
    assert.equal(await boyi.text('#thinking [data-field=depth]'), '–');
    await boyi.button('undo');
    await boyi.until({ state: ['thinking', 'paused', 'playing'] });
  },
);
