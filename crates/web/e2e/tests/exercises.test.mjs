/** Exercises: positions with one move that does it, on a board of their own. */

import assert from 'node:assert/strict';
import { accessible } from '../harness/accessible.mjs';
import { phone } from '../harness/browser.mjs';
import { link } from '../harness/link.mjs';
import { scenario } from '../harness/scenario.mjs';

const dialog = '#exercises-dialog';
const deed = (name) => `${dialog} [data-deed="${name}"]`;

/** What the page has kept of the exercises of a game. */
const progress = (page, game) => page.evaluate((name) => JSON.parse(localStorage.getItem('boyi.exercises'))?.[name] ?? null, game);

/** The exercise on the board, as the server tells it. */
async function told(page, game) {
  const id = await page.locator(`${dialog} .exercise-board`).getAttribute('data-puzzle');
  return page.evaluate(([name, which]) => window.boyi.socket.request('puzzle', { game: name, puzzle: which }), [game, id]);
}

/** Waits until another exercise than `id` is on the board. */
const another = (page, id) =>
  page.waitForFunction(([at, before]) => document.querySelector(at).dataset.puzzle !== before, [`${dialog} .exercise-board`, id]);

async function open(boyi) {
  await boyi.button('exercises');
  await boyi.page.locator(`${dialog} .exercise-board[data-ply="0"] svg.board`).waitFor();
}

/** Makes a move on the exercise's board by its cells. */
async function move(page, puzzle, ply, text) {
  const route = puzzle.steps[ply].routes[text]?.[0].map((cell) => puzzle.shape.names[cell]) ?? [text];
  for (const cell of route) {
    const square = page.locator(`${dialog} svg.board [data-square="${cell}"]`);
    await square.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await square.boundingBox();
    await page.mouse.click(x + width / 2, y + height / 2);
  }
}

const laptop = { viewport: { width: 1366, height: 768 } };
const wall = { viewport: { width: 3840, height: 2160 } };

for (const [game, views] of Object.entries({
  gomoku: [['en-GB', 'light', laptop], ['zh-CN', 'dark', phone]],
  othello: [['zh-CN', 'light', wall], ['en-GB', 'dark', phone]],
  xiangqi: [['zh-CN', 'light', laptop], ['en-GB', 'dark', wall]],
})) {
  for (const [locale, colorScheme, more] of views) {
    const further = more === (game === 'gomoku' ? phone : wall);
    const where = `${more.viewport.width} wide, ${locale}, ${colorScheme}`;
    scenario(`${game}: an exercise is solved, ${where}`, { ...more, locale, colorScheme, further, link: link(game) }, async (boyi) => {
      const { page } = boyi;
      await open(boyi);
      await accessible(page, `an exercise of ${game}`);
      const puzzle = await told(page, game);
      const first = puzzle.steps[0].mover;
      let own = 0;
      for (let ply = 0; own < puzzle.only; ply += 1) {
        await page.locator(`${dialog} .exercise-board[data-ply="${ply}"]`).waitFor();
        if (puzzle.steps[ply].mover !== first) continue;
        own += 1;
        // A move without a choice is made for one.
        if (ply === 0 || puzzle.steps[ply].legal.length > 1) await move(page, puzzle, ply, puzzle.solution[ply]);
      }
      await page.locator(deed('next')).waitFor();
      const kept = await progress(page, game);
      assert.deepEqual([kept.count, kept.streak, kept.done[puzzle.id]], [1, 1, true]);
      assert.ok(kept.rating > 1200);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      assert.equal(wide, false, 'nothing lies beyond the window');
      await accessible(page, `a solved exercise of ${game}`);
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/exercise-${game}-${locale}-${colorScheme}.png` });
    });
  }
}

scenario('a wrong move, a hint and the solution: the exercise is missed, and resumes where it was left', { link: link('xiangqi') }, async (boyi) => {
  const { page } = boyi;
  await open(boyi);
  const { id } = await told(page, 'xiangqi');
  await page.locator('#exercise-kind').selectOption({ label: 'Mate in 2' });
  // The one before may be a mate in two as well.
  await another(page, id);
  await page.locator(`${dialog} h3`, { hasText: 'Mate in 2' }).waitFor();
  let puzzle = await told(page, 'xiangqi');
  const wrong = puzzle.steps[0].legal.find((other) => other !== puzzle.solution[0]);
  await move(page, puzzle, 0, wrong);
  await page.locator(`${dialog} .exercise-state`, { hasText: 'does not do it' }).waitFor();
  assert.equal(await page.locator(`${dialog} .exercise-board`).getAttribute('data-ply'), '0');
  await page.locator(deed('hint')).click();
  await page.locator(`${dialog} .exercise-state`, { hasText: `The piece on ${puzzle.solution[0].slice(0, 2)} moves.` }).waitFor();
  // Left and come back to, even by another page.
  await page.keyboard.press('Escape');
  await page.locator(dialog).waitFor({ state: 'hidden' });
  await page.reload();
  await open(boyi);
  assert.equal((await told(page, 'xiangqi')).id, puzzle.id);
  assert.equal(await page.locator('#exercise-kind').evaluate((select) => select.selectedOptions[0].text), 'Mate in 2');
  await page.locator(deed('solution')).click();
  await page.locator(deed('on')).click();
  await page.locator(`${dialog} .exercise-board[data-ply="1"]`).waitFor();
  const kept = await progress(page, 'xiangqi');
  assert.deepEqual([kept.count, kept.streak, kept.done[puzzle.id]], [1, 0, false]);
  assert.ok(kept.rating < 1200);
  // The next is another one.
  await page.locator(deed('next')).click();
  await another(page, puzzle.id);
  puzzle = await told(page, 'xiangqi');
  // Played out in a game of its own, the solver's side for the person.
  await page.locator(deed('solution')).click();
  await page.locator(deed('play')).click();
  await page.locator(dialog).waitFor({ state: 'hidden' });
  await page.waitForFunction((start) => window.boyi.state().game.start.split(' ')[0] === start.split(' ')[0], puzzle.position);
  const { players, mover } = await page.evaluate(() => window.boyi.state().game);
  assert.deepEqual([players[mover].kind, players[1 - mover].kind], ['human', 'engine']);
});
