/** The engine is changed in the middle of a game, and told to move now. */

import assert from 'node:assert/strict';
import { link } from '../harness/link.mjs';
import { scenario } from '../harness/scenario.mjs';

const field = (boyi, name) => boyi.page.locator(`#thinking [data-field=${name}]`);

scenario(
  'searcher, depth and weights change before any turn',
  { link: link('othello', { players: ['human', 'level=3'] }) },
  async (boyi, { note }) => {
    await boyi.play('d3');
    await boyi.until({ state: 'playing', ply: 2 });
    assert.match(await field(boyi, 'engine').innerText(), /3/);

    await boyi.player(1, { searcher: 'mtdf', depth: 4, time: null });
    await boyi.playAny();
    await boyi.until({ state: 'playing', ply: 4 });
    const engine = await field(boyi, 'engine').innerText();
    note(`then: ${engine}`);
    assert.match(engine, /mtd/i);
    assert.match(await field(boyi, 'depth').innerText(), /^4\b/);

    await boyi.weigh(1, 'corners', 500);
    await boyi.playAny();
    await boyi.until({ state: 'playing', ply: 6 });
    assert.match(await field(boyi, 'engine').innerText(), /corners/i, 'the engine tells of the changed weight');
  },
);

scenario(
  'a player becomes a person and an engine again, mid-game',
  { link: link('gomoku', { players: ['human', 'level=1'] }) },
  async (boyi) => {
    await boyi.play('h8');
    await boyi.until({ state: 'playing', ply: 2 });
    await boyi.player(1, 'human');
    await boyi.playAny();
    const { mover } = await boyi.until({ state: 'playing', ply: 3 });
    assert.equal(mover, 1);
    await boyi.playAny();
    await boyi.until({ state: 'playing', ply: 4 });
    await boyi.player(1, 1);
    await boyi.player(0, 1);
    await boyi.until({ ply: { least: 7 } });
    await boyi.player(0, 'human');
    await boyi.until({ state: ['playing', 'over'] });
  },
);

scenario(
  'an engine that thinks may be exchanged for a person',
  { link: link('xiangqi', { players: ['human', 'pvs,time=50s'] }) },
  async (boyi) => {
    await boyi.play('h2e2');
    await boyi.until({ state: 'thinking' });
    await boyi.player(1, 'human');
    const { ply } = await boyi.until({ state: 'playing', mover: 1 });
    assert.equal(ply, 1);
  },
);

scenario('move now ends a long think at once', { link: link('xiangqi') }, async (boyi, { note }) => {
  const { page } = boyi;
  await boyi.player(1, { searcher: 'pvs', depth: null, time: 30 });
  const waits = [];
  for (let think = 0; think < 3; think += 1) {
    const { legal } = await boyi.game();
    await boyi.play(legal[0]);
    await boyi.until({ state: 'thinking' });
    await page.waitForFunction(
      () => Number.parseInt(document.querySelector('#thinking [data-field=depth]').textContent) >= 3,
    );
    waits.push(
      await page.evaluate(
        () =>
          new Promise((resolve) => {
            const status = document.querySelector('#status');
            const { ply } = status.dataset;
            const began = performance.now();
            new MutationObserver((_, observer) => {
              if (status.dataset.ply === ply) return;
              observer.disconnect();
              resolve(performance.now() - began);
            }).observe(status, { attributes: true });
            document.querySelector('#move-now').click();
          }),
      ),
    );
    await boyi.until({ state: 'playing' });
  }
  note(`from the click on "move now" to the move in the page: ${waits.map((ms) => ms.toFixed(0)).join(', ')} ms`);
  assert.ok(Math.min(...waits) < 100, 'at least one is quick');
  assert.ok(Math.max(...waits) < 500, 'none is slow, even on a busy machine');
});

scenario(
  'an option that does not exist is refused with a message, and the player stays',
  { link: link('othello', { players: ['human', 'pvs,depth=3'] }) },
  async (boyi) => {
    const { page } = boyi;
    const before = (await boyi.game()).players;
    await boyi.enter(page.locator('#player-1 input.others'), 'no_such_option=1');
    await page.locator('#toast', { hasText: /no_such_option/ }).waitFor();
    assert.deepEqual((await boyi.game()).players, before);
    assert.equal(await page.locator('#player-1 input.others').inputValue(), '', 'the card shows what is so');
    await boyi.play('d3');
    await boyi.until({ state: 'playing', ply: 2 });
  },
);
