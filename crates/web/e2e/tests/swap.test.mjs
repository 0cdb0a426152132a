/** Openings that share the sides: swap and swap2 of gomoku. */

import assert from 'node:assert/strict';
import { accessible } from '../harness/accessible.mjs';
import { phone } from '../harness/browser.mjs';
import { scenario } from '../harness/scenario.mjs';

/** Begins a game of gomoku by the dialog with the opening `swap`; `first` is who opens against an engine. */
async function begin(boyi, swap, { mode = 'human-engine', first = 'human', level = 1 } = {}) {
  await boyi.button('new-game');
  const form = boyi.page.locator('#new-game-dialog');
  const press = (name, value) => form.locator(`label:has(input[name=${name}][value=${value}])`).click();
  await press('game', 'gomoku');
  await press('mode', mode);
  if (mode === 'human-engine') {
    await press('first', first);
    await form.locator('input[name=level]').fill(String(level));
  }
  await form.locator('select[name=swap]').selectOption(swap);
  const about = await form.locator('#new-game-swap-help').innerText();
  const { room } = await boyi.status();
  await boyi.button('new-game-start');
  await boyi.page.waitForFunction((room) => document.querySelector('#status').dataset.room !== room, room);
  return about;
}

/** The choices that are offered, as the server knows them. */
const choices = (boyi) =>
  boyi.page.locator('#choices [data-choice]').evaluateAll((all) => all.map(({ dataset }) => dataset.choice));

const choose = (boyi, choice) => boyi.page.locator(`#choices [data-choice=${choice}]`).click();

/** Waits until the opening is at `step`, and tells who sits where. */
async function reached(boyi, step) {
  await boyi.page.waitForFunction((step) => window.boyi.state().game.swap?.step === step, step);
  return (await boyi.game()).players.map(({ kind }) => kind);
}

scenario('swap2: a person opens, an engine answers', {}, async (boyi, { note }) => {
  note(await begin(boyi, 'swap2'));
  for (const [left, stone] of [
    [3, 'h8'],
    [2, 'h9'],
    [1, 'h10'],
  ]) {
    assert.match(await boyi.page.locator('#status').innerText(), new RegExp(`both sides.*${left} to go`));
    assert.ok(await boyi.page.locator('#hint').isDisabled(), 'no hint before a side is chosen');
    await boyi.play(stone);
  }
  // Two black stones beside each other: the engine takes Black and the person moves; or it adds two.
  await boyi.page.waitForFunction(() => {
    const { game } = window.boyi.state();
    return game.swap.step === 'chosen' || game.ply === 5;
  });
  const { swap, ply } = await boyi.game();
  note(`after three stones: ${JSON.stringify(swap)}`);
  if (swap.step === 'choose') {
    assert.equal(ply, 5);
    assert.deepEqual(await choices(boyi), ['first', 'second'], 'nothing more may be added');
    await choose(boyi, 'second');
    await reached(boyi, 'chosen');
  }
  const { players } = await boyi.game();
  const human = players.findIndex(({ kind }) => kind === 'human');
  await boyi.until({ state: 'playing', mover: human });
  await boyi.playAny();
});

scenario('swap2: an engine opens, a person adds two stones, the engine chooses', {}, async (boyi) => {
  await begin(boyi, 'swap2', { first: 'engine' });
  await boyi.until({ state: 'playing', ply: 3 });
  assert.deepEqual(await reached(boyi, 'choose'), ['engine', 'human']);
  assert.deepEqual(await boyi.offered(), [], 'no stone before the choice');
  await boyi.page.locator('#choices [data-choice=more]').waitFor();
  assert.deepEqual(await choices(boyi), ['first', 'second', 'more']);
  await choose(boyi, 'more');
  await reached(boyi, 'play');
  await boyi.playAny();
  await boyi.playAny();
  const [black] = await reached(boyi, 'chosen');
  await boyi.until({ state: 'playing', ply: { least: 5 } });
  const told = await boyi.page.locator('#notices').innerText();
  assert.match(told, black === 'human' ? /You play Black/ : /You play White/);
});

scenario('swap: a person takes Black of an engine, comes back after a reload, and starts over', {}, async (boyi) => {
  const about = await begin(boyi, 'swap', { first: 'engine' });
  assert.match(about, /3 moves/);
  await boyi.until({ state: 'playing', ply: 3 });
  // The address is written a moment later; a reload at that very instant may come to the entry before.
  await boyi.page.waitForFunction(() => history.state?.room === window.boyi.state().game.room);
  await boyi.page.reload();
  await boyi.page.locator('#choices [data-choice=first]').waitFor();
  assert.deepEqual(await choices(boyi), ['first', 'second']);
  await choose(boyi, 'first');
  assert.deepEqual(await reached(boyi, 'chosen'), ['human', 'engine']);
  await boyi.until({ state: 'playing', ply: 4, mover: 0 });
  await boyi.button('restart');
  assert.deepEqual(await reached(boyi, 'play'), ['human', 'engine'], 'who plays Black opens the next game');
});

scenario('swap2 between two people, in Chinese on a phone', { ...phone, locale: 'zh-CN' }, async (boyi) => {
  await begin(boyi, 'swap2', { mode: 'two-humans' });
  for (const stone of ['h8', 'i9', 'j6']) await boyi.play(stone);
  const offered = boyi.page.locator('#choices');
  await offered.locator('[data-choice=more]').waitFor();
  await accessible(boyi.page, 'the choice of a side');
  const wide = await boyi.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(wide <= 0, `the page is ${wide} px too wide`);
  assert.deepEqual(await offered.locator('button').allInnerTexts(), ['执黑方', '执白方', '再下 2 手']);
  await choose(boyi, 'more');
  await reached(boyi, 'play');
  await boyi.play('g7');
  await boyi.play('c4');
  await reached(boyi, 'choose');
  await choose(boyi, 'second');
  await reached(boyi, 'chosen');
  await boyi.play('c3');
  assert.deepEqual((await boyi.pieces()).c3, 'white');
});
