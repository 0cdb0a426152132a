/**
 * The page without a server: its games and engines are WebAssembly. Needs `$BOYI_SITE`, the folder that
 * `cargo xtask site --out FOLDER` made, since not every machine can build for a browser.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessible } from '../harness/accessible.mjs';
import { link } from '../harness/link.mjs';
import { CUT } from '../harness/problems.mjs';
import { scenario } from '../harness/scenario.mjs';
import { Server } from '../harness/server.mjs';
import { Site, folder } from '../harness/site.mjs';

const own = () => Site.start();
/** Nobody answers where the page asks for its server. */
const expected = [...CUT, /WebSocket/, /status 404/, /status of 404/, /status of 5/, /status 5/, /Failed to fetch/];

/** The page is kept by its service worker, with all it needs. */
const kept = (page) => page.evaluate(async () => void (await navigator.serviceWorker.ready));

const local = (page) => page.waitForFunction(() => window.boyi.state().local);

if (folder) {
  for (const [game, moves] of [
    ['gomoku', ['h8', 'j9', 'h9']],
    ['othello', ['f5', 'd6', 'c3']],
    ['xiangqi', ['h2e2', 'h9g7', 'h0g2']],
  ]) {
    scenario(`two people play ${game} on a page without a server`, { own, expected, link: link(game) }, async (boyi) => {
      await local(boyi.page);
      for (const move of moves) await boyi.play(move);
      assert.deepEqual(await boyi.moves(), moves);
      await boyi.button('undo');
      await boyi.until({ ply: 2 });
    });
  }

  for (const [size, locale] of [
    [{ width: 1366, height: 768 }, 'en-GB'],
    [{ width: 360, height: 740 }, 'zh-CN'],
  ]) {
    scenario(`an engine answers in the browser at ${size.width} pixels`, { own, expected, viewport: size, locale, link: false }, async (boyi) => {
      await boyi.open('#othello');
      await local(boyi.page);
      await accessible(boyi.page, 'the page without a server');
      await boyi.settled();
      await boyi.play('f5');
      await boyi.until({ ply: 2 });
      await boyi.button('hint');
      await boyi.page.waitForFunction(() => window.boyi.state().hint !== null);
      await boyi.page.waitForFunction(() => window.boyi.state().game.searching === null);
    });
  }

  scenario('once visited, the page plays without a network, and keeps its games', { own, expected, link: link('xiangqi') }, async (boyi, { server }) => {
    await local(boyi.page);
    await boyi.play('h2e2');
    await boyi.play('h9g7');
    await kept(boyi.page);
    await server.stop();
    await boyi.page.reload();
    await boyi.ready();
    await local(boyi.page);
    await boyi.until({ ply: 2 });
    await boyi.play('h0g2');
    await boyi.until({ ply: 3 });
  });

  scenario('exercises are there without a server', { own, expected, link: link('othello') }, async (boyi) => {
    await local(boyi.page);
    await boyi.button('exercises');
    await boyi.page.locator('#exercises-dialog svg.board').waitFor();
  });

  const gone = { own: () => Server.start(), expected, link: link('othello', { players: ['human', 'level=3'] }) };
  scenario('a game goes on when its server has gone, and there again once it is back', gone, async (boyi, { server, note }) => {
    if (!(await boyi.page.locator('meta[name="boyi-local"]').getAttribute('content'))) {
      note('the command was built without BOYI_OFFLINE');
      return;
    }
    await boyi.settled();
    await boyi.play('f5');
    await boyi.until({ ply: 2 });
    const before = await boyi.moves();
    const { port } = server;
    await server.stop();
    await local(boyi.page);
    await boyi.ready();
    await boyi.page.locator('#toast').getByText('goes on in this browser').waitFor();
    await boyi.settled();
    assert.deepEqual(await boyi.moves(), before);
    await boyi.click((await boyi.game()).legal[0]);
    await boyi.until({ ply: 4 });
    const further = await boyi.moves();
    const again = await Server.start({ port });
    try {
      await boyi.page.locator('#toast').getByRole('button', { name: 'Play there' }).click({ timeout: 60_000 });
      await boyi.page.waitForFunction(() => !window.boyi.state().local);
      await boyi.ready();
      await boyi.settled();
      assert.deepEqual(await boyi.moves(), further);
    } finally {
      await again.stop();
    }
  });
} else {
  test('the page without a server', { skip: 'BOYI_SITE does not name what cargo xtask site made' }, () => undefined);
}
