/** Games from outside, whose boards the page knows only from what the games say of themselves. */

import assert from 'node:assert/strict';
import { accessible } from '../harness/accessible.mjs';
import { advise } from '../harness/adviser.mjs';
import { phone } from '../harness/browser.mjs';
import { link } from '../harness/link.mjs';
import { scenario } from '../harness/scenario.mjs';
import { Server, withOutsideGames } from '../harness/server.mjs';

const own = () => Server.start({ program: withOutsideGames() });

/** What the games from outside are, how a person moves in each, and when a game is too long. */
const GAMES = {
  'animal-shogi': { title: { en: 'Animal shogi', zh: '动物将棋' }, means: ['click', 'drag', 'type'], most: 400 },
  breakthrough: { title: { en: 'Breakthrough', zh: '突围棋' }, means: ['click', 'drag', 'type'], most: 208 },
  'connect-four': { title: { en: 'Connect four', zh: '四子棋' }, means: ['click', 'type'], most: 42 },
  'dots-and-boxes': { title: { en: 'Dots and boxes', zh: '点格棋' }, means: ['click', 'type'], most: 41 },
  draughts: { title: { en: 'Draughts', zh: '英式跳棋' }, means: ['click', 'type'], most: 400 },
  hex: { title: { en: 'Hex', zh: '六贯棋' }, means: ['click', 'type'], most: 122 },
};

/** Plays against level 1 until the game is over, each move by the next of `means`; what the page says then. */
async function playToTheEnd(boyi, game, means, most) {
  for (let turn = 0; ; turn += 1) {
    const { state, ply } = await boyi.until({ state: ['playing', 'over'] });
    if (state === 'over') break;
    assert.ok(ply < most, `${game} goes on after ${ply} moves`);
    const { settings, line, routes, legal } = await boyi.game();
    const move = await advise(game, settings, line, { depth: 3, program: withOutsideGames() });
    assert.ok(legal.includes(move), `${move} is legal`);
    if (routes[move]?.[0].length === 0) {
      await boyi.aside(move);
      await boyi.until({ ply: { least: ply + 1 } });
      continue;
    }
    const [first] = await boyi.route(move);
    assert.ok((await boyi.offered()).includes(first), `${first} is offered for ${move}`);
    await boyi.play(move, means[turn % means.length]);
  }
  const { ply } = await boyi.status();
  assert.equal((await boyi.link()).moves.length, ply, 'the link holds the whole game');
  assert.deepEqual(await boyi.offered(), [], 'nothing may be played after the end');
  return boyi.text('#status');
}

/** One whose pieces move and are dropped, one of points, and one of lines: boards of every kind. */
const KINDS = ['animal-shogi', 'connect-four', 'dots-and-boxes'];

for (const [game, { title, means, most }] of Object.entries(GAMES)) {
  const further = !KINDS.includes(game);
  scenario(
    `${game}: a whole game, begun by the dialog`,
    { own, further, reducedMotion: 'no-preference' },
    async (boyi, { note }) => {
      await boyi.newGame({ game, players: ['human', 1] });
      const told = await playToTheEnd(boyi, game, means, most);
      note(`${game}: ${told.replaceAll('\n', ' ')}`);
      assert.match(told, /wins|draw/i);
      // What stands on the board is what the server says.
      const { board } = await boyi.game();
      assert.deepEqual(Object.keys(await boyi.pieces()).sort(), Object.keys(board.pieces).sort());
      await accessible(boyi.page, `${game} at its end`);
    },
  );

  scenario(
    `${game}: the page calls it by its names, light and dark, and fits a phone`,
    { own, further, link: link(game, { players: ['human', 'level=1'] }), ...phone },
    async (boyi) => {
      const { page } = boyi;
      for (const [language, name] of Object.entries(title)) {
        await boyi.speak(language);
        await page.waitForFunction((name) => document.title.startsWith(name), name);
        assert.equal(await page.locator(`#game-select [data-game="${game}"]`).innerText(), name);
        for (const theme of ['light', 'dark']) {
          await boyi.theme(theme);
          await accessible(page, `${game}, ${language}, ${theme}`);
        }
        const wide = await page.evaluate(() => document.scrollingElement.scrollWidth);
        assert.ok(wide <= 360, `${language}: ${wide} pixels wide`);
      }
      const { legal } = await boyi.game();
      await boyi.play(legal[0], 'tap');
    },
  );
}

scenario(
  'connect four: any square of a column plays there, the disc lands, and an analysis is drawn',
  { own, link: link('connect-four', { players: ['human', 'human'] }) },
  async (boyi) => {
    const { page } = boyi;
    await boyi.press('d6');
    await boyi.until({ ply: 1 });
    assert.deepEqual(await boyi.pieces(), { d1: 'red' });
    assert.equal(await page.locator('svg.board .above .last').getAttribute('data-on'), 'd1');
    await boyi.press('d1');
    await boyi.until({ ply: 2 });
    assert.deepEqual(await boyi.pieces(), { d1: 'red', d2: 'yellow' });
    assert.match(await page.locator('svg.board [data-square=d2]').getAttribute('aria-label'), /^d2 Yellow, last move/);
    await boyi.button('hint');
    await page.locator('svg.board .hint').first().waitFor({ state: 'attached' });
    await page.locator('#analysis-lines').fill('1');
    await page.locator('#analysis-lines').press('Tab');
    await boyi.button('analyze');
    // Moves to come fall on the discs of those before them.
    await page.waitForFunction(() => document.querySelectorAll('svg.board .pv').length > 3);
    const rows = await page
      .locator('svg.board .pv')
      .evaluateAll((all) => all.map(({ dataset }) => Number(dataset.on.slice(1))));
    assert.ok(rows.some((row) => row > 1), `not all in the lowest row: ${rows}`);
  },
);

for (const [how, presses] of Object.entries({ 'one by one': ['9', '18', '27'], 'by where they end': ['9', '27'] })) {
  scenario(
    `draughts: two jumps are entered ${how}; the piece taken is gone`,
    { own, link: link('draughts', { line: 'B:W14,23,32:B9' }) },
    async (boyi) => {
      const { page } = boyi;
      const targets = () => page.locator('svg.board .target').evaluateAll((all) => all.map((one) => one.dataset.square));
      await boyi.until({ ply: 0 });
      const [first, ...others] = presses;
      await boyi.press(first);
      assert.deepEqual((await targets()).sort(), ['18', '27']);
      for (const square of others) await boyi.press(square);
      await boyi.until({ ply: 1 });
      assert.deepEqual(await boyi.moves(), ['9x18x27']);
      assert.deepEqual(await boyi.pieces(), { 27: 'M', 32: 'm' });
    },
  );
}

scenario(
  'animal shogi: a piece in hand is dropped by clicks, by the keyboard and by the pointer, and the others stay',
  { own, link: link('animal-shogi', { line: '1l1/3/3/1L1[CCGee] w' }) },
  async (boyi) => {
    const { page } = boyi;
    const counts = async () => {
      const all = await page.locator('svg.board .count').evaluateAll((all) => all.map((one) => [one.dataset.on, one.textContent]));
      return Object.fromEntries(all);
    };
    const label = (square) => page.locator(`svg.board [data-square="${square}"]`).getAttribute('aria-label');
    await boyi.until({ ply: 0 });
    assert.deepEqual(await counts(), { 'C*': '2', 'e*': '2' });
    assert.match(await label('e*'), /Sky elephant × 2/);
    await boyi.play('C*a1', 'click');
    assert.deepEqual(await counts(), { 'e*': '2' });
    assert.deepEqual(await boyi.pieces(), { 'C*': 'C', 'G*': 'G', a1: 'C', b1: 'L', b4: 'l', 'e*': 'e' });
    await boyi.play('E*c4', 'type');
    assert.deepEqual(await boyi.pieces(), { 'C*': 'C', 'G*': 'G', a1: 'C', b1: 'L', b4: 'l', c4: 'e', 'e*': 'e' });
    assert.deepEqual(await counts(), {});
    await boyi.button('undo');
    await boyi.until({ ply: 1 });
    assert.deepEqual(await counts(), { 'e*': '2' });
    // While one of two hangs on the pointer, the other is seen in hand.
    const { mouse } = page;
    await mouse.move(...(await boyi.at('e*')));
    await mouse.down();
    await mouse.move(...(await boyi.at('b3')), { steps: 5 });
    assert.deepEqual(await counts(), {});
    assert.equal(await page.locator('svg.board .ghosts .carried').count(), 1);
    assert.equal((await boyi.pieces())['e*'], 'e');
    await mouse.up();
    await boyi.until({ ply: 2 });
    assert.deepEqual(await boyi.moves(), ['C*a1', 'E*b3']);
    assert.deepEqual(await boyi.pieces(), { 'C*': 'C', 'G*': 'G', a1: 'C', b1: 'L', b3: 'e', b4: 'l', 'e*': 'e' });
    // The letters of the columns are below the board, not below the hand.
    const [letter, square, hand] = await Promise.all([
      page.locator('svg.board .coordinates text', { hasText: 'a' }).boundingBox(),
      page.locator('svg.board [data-square=a1]').boundingBox(),
      page.locator('svg.board [data-square="C*"]').boundingBox(),
    ]);
    assert.ok(letter.y > square.y + square.height - 1 && letter.y < hand.y, JSON.stringify([letter, square, hand]));
    await accessible(page, 'animal shogi with pieces in hand');
  },
);

scenario(
  'draughts: a person has their side below, which for the first mover is the other way round',
  { own, link: link('draughts', { players: ['human', 'level=1'] }) },
  async (boyi) => {
    const [, black] = await boyi.at('1');
    const [, white] = await boyi.at('32');
    assert.ok(black > white, 'Black, whose person plays, is below');
    await boyi.button('flip');
    // The board turns with the next drawing.
    const above = async () => (await boyi.at('1'))[1] < (await boyi.at('32'))[1];
    for (let waited = 0; !(await above()) && waited < 100; waited += 1) await boyi.page.waitForTimeout(50);
    assert.ok(await above(), 'and above once the board is turned');
  },
);

scenario(
  'hex: the swap is a button, and each side sees its edges',
  { own, link: link('hex', { line: 'startpos moves c2' }) },
  async (boyi) => {
    const { page } = boyi;
    await boyi.until({ ply: 1 });
    assert.equal(await page.locator('svg.board .border').count(), 4);
    assert.equal(await page.locator('#moves-aside').innerText(), 'Swap');
    await boyi.aside('swap-pieces');
    await boyi.until({ ply: 2 });
    assert.deepEqual(await boyi.pieces(), { b3: 'blue' });
    assert.ok(await page.locator('#moves-aside').isHidden());
    await boyi.play('f6', 'type');
    assert.deepEqual(await boyi.pieces(), { b3: 'blue', f6: 'red' });
  },
);

scenario(
  'dots and boxes: who closes a box is to move again, and has it',
  { own, link: link('dots-and-boxes', { line: 'startpos moves a2 b3 c2' }) },
  async (boyi) => {
    await boyi.until({ ply: 3, mover: 1 });
    await boyi.play('b1');
    await boyi.until({ ply: 4, mover: 1 });
    assert.deepEqual(await boyi.pieces(), { a2: 'S', b3: 'l', c2: 'S', b1: 'l', b2: 'b' });
    await boyi.play('d1', 'type');
    await boyi.until({ ply: 5, mover: 0 });
    // Each move is told as that of who made it.
    const rows = await boyi.page.locator('#moves .move-row').allInnerTexts();
    assert.equal(rows.filter((row) => row.includes('…')).length, 1, rows.join(' | '));
  },
);
