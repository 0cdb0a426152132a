/** Taking back, playing again, resigning, starting over. */

import assert from 'node:assert/strict';
import { link } from '../harness/link.mjs';
import { scenario } from '../harness/scenario.mjs';

const against1 = (game) => link(game, { players: ['human', 'level=1'] });

scenario('undo and redo go from one turn of the person to another', { link: against1('gomoku') }, async (boyi) => {
  await boyi.play('h8');
  await boyi.until({ state: 'playing', ply: 2 });
  const second = (await boyi.offered()).find((point) => ['h9', 'g8', 'i7'].includes(point));
  await boyi.play(second);
  await boyi.until({ state: 'playing', ply: 4 });
  const [four, drawn] = [await boyi.moves(), await boyi.pieces()];

  await boyi.button('undo');
  await boyi.until({ state: 'playing', ply: 2 });
  assert.deepEqual(await boyi.moves(), four.slice(0, 2));
  assert.equal(Object.keys(await boyi.pieces()).length, 2);
  await boyi.button('undo');
  await boyi.until({ state: 'playing', ply: 0 });
  assert.deepEqual(await boyi.pieces(), {});

  await boyi.button('redo');
  await boyi.until({ ply: 2 });
  await boyi.button('redo');
  await boyi.until({ state: 'playing', ply: 4 });
  assert.deepEqual(await boyi.moves(), four);
  assert.deepEqual(await boyi.pieces(), drawn);
});

scenario('another move after an undo forgets what could be redone', { link: link('xiangqi') }, async (boyi) => {
  for (const move of ['h2e2', 'h9g7']) await boyi.play(move);
  await boyi.button('undo');
  await boyi.until({ ply: 1 });
  await boyi.play('b9c7');
  assert.deepEqual(await boyi.moves(), ['h2e2', 'b9c7']);
  assert.ok(await boyi.page.locator('#redo').isDisabled(), 'there is nothing to redo');
});

scenario('resign ends the game, undo resumes it', { link: against1('othello') }, async (boyi) => {
  await boyi.play('f5');
  await boyi.until({ state: 'playing' });
  await boyi.resign();
  const told = await boyi.text('#status');
  assert.match(told, /resign/i);
  assert.match(told, /white/i, 'the other side wins');
  await boyi.button('undo');
  await boyi.until({ state: 'playing' });
  assert.notDeepEqual(await boyi.offered(), []);
});

scenario('restart with sides swapped: the engine begins', { link: against1('othello') }, async (boyi) => {
  await boyi.play('d3');
  await boyi.until({ state: 'playing', ply: { least: 2 } });
  await boyi.restart('swap');
  const { mover, ply } = await boyi.until({ state: 'playing', ply: 1 });
  assert.deepEqual([mover, ply], [1, 1]);
  assert.equal(await boyi.page.locator('#player-0 select.kind').inputValue(), 'level');
  assert.equal(await boyi.page.locator('#player-1 select.kind').inputValue(), 'human');
  await boyi.restart('restart');
  await boyi.until({ state: 'playing', ply: 1 });
});

scenario('a person may begin with either side in any game', {}, async (boyi) => {
  for (const game of ['gomoku', 'othello', 'xiangqi']) {
    await boyi.newGame({ game, players: [1, 'human'] });
    const { mover } = await boyi.until({ state: 'playing', ply: 1 });
    assert.equal(mover, 1);
    assert.equal((await boyi.link()).game, game);
  }
});

scenario('illegal squares do nothing', { link: link('othello') }, async (boyi) => {
  const { version } = await boyi.status();
  for (const square of ['a1', 'd4', 'h8']) await boyi.press(square);
  assert.equal((await boyi.status()).version, version);
  await boyi.play('f5');
  assert.equal((await boyi.status()).ply, 1);
});
