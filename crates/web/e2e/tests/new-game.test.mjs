/** The dialog that begins a game: rules, modes, positions, records. */

import assert from 'node:assert/strict';
import { scenario } from '../harness/scenario.mjs';
import * as records from '../harness/records.mjs';

/** Opens the dialog and chooses among its buttons. */
async function dialog(boyi, choices) {
  await boyi.button('new-game');
  const form = boyi.page.locator('#new-game-dialog');
  for (const [name, value] of Object.entries(choices)) {
    await form.locator(`label:has(input[name=${name}][value=${value}])`).click();
  }
  return form;
}

/** Starts what the dialog holds, and waits for the new room. */
async function start(boyi) {
  const { room } = await boyi.status();
  await boyi.button('new-game-start');
  await boyi.page.waitForFunction((room) => document.querySelector('#status').dataset.room !== room, room);
  return boyi.game();
}

scenario('rules are chosen: renju on a board of nineteen lines', {}, async (boyi) => {
  const form = await dialog(boyi, { game: 'gomoku', mode: 'two-humans' });
  await form.locator('[name="rule.rule"]').selectOption('renju');
  await form.locator('[name="rule.size"]').fill('19');
  const { settings } = await start(boyi);
  assert.deepEqual({ rule: settings.rule, size: settings.size }, { rule: 'renju', size: '19' });
  assert.equal(await boyi.page.locator('svg.board [data-square]').count(), 361);
  await boyi.play('s19');
  assert.deepEqual(await boyi.pieces(), { s19: 'black' });
  assert.equal((await boyi.link()).rules.size, '19');
});

scenario('a game begins from a position, and from none that is malformed', {}, async (boyi) => {
  const form = await dialog(boyi, { game: 'xiangqi', mode: 'two-humans' });
  const line = form.locator('input[name=line]');
  const { room } = await boyi.status();
  await line.fill('4k4/9/9/9/9/9/9/9/3R5/3K5 x');
  await boyi.button('new-game-start');
  await form.locator('[role=alert]', { hasText: /\S/ }).waitFor();
  assert.equal((await boyi.status()).room, room, 'the game before goes on');
  await line.fill('4k4/9/9/9/9/9/9/9/3R5/3K5 w');
  await start(boyi);
  assert.deepEqual(await boyi.pieces(), { d0: 'K', d1: 'R', e9: 'k' });
});

scenario('record mode: a record is stepped through by the keyboard', {}, async (boyi) => {
  const { page } = boyi;
  const { moves, text } = records.xiangqi(2);
  const form = await dialog(boyi, { game: 'xiangqi', mode: 'record' });
  await form.locator('textarea[name=record]').fill(text);
  await start(boyi);
  await boyi.until({ ply: moves.length });
  for (const [key, ply] of [
    ['Home', 0],
    ['ArrowRight', 1],
    ['ArrowRight', 2],
    ['ArrowLeft', 1],
    ['End', moves.length],
  ]) {
    await page.keyboard.press(key);
    await boyi.until({ ply });
  }
});

scenario('engine against engine is begun and watched', {}, async (boyi) => {
  const form = await dialog(boyi, { game: 'othello', mode: 'engine-engine' });
  await form.locator('input[name=level]').fill('2');
  await form.locator('input[name=line]').fill(`startpos moves ${records.othello(1).moves.slice(0, 50).join(' ')}`);
  await start(boyi);
  await boyi.until({ state: 'over' });
  assert.match(await boyi.text('#status'), /wins|draw/i);
});
