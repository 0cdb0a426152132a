/** The page is few files, kept for good, and there without a network too. */

import assert from 'node:assert/strict';
import { link } from '../harness/link.mjs';
import { CUT } from '../harness/problems.mjs';
import { scenario } from '../harness/scenario.mjs';
import { Server } from '../harness/server.mjs';

/** The page is kept by its service worker. */
const kept = (page) => page.evaluate(async () => void (await navigator.serviceWorker.ready));

scenario('the page is a handful of files, and a second visit asks for none but the first', { link: false }, async (boyi) => {
  const context = boyi.page.context();
  const asked = [];
  context.on('response', (response) => asked.push(response));
  await boyi.open();
  const paths = asked.map((response) => new URL(response.url()).pathname).filter((path) => path !== '/worker.js');
  const files = [...new Set(paths)];
  assert.ok(files.length <= 8, String(files));
  const script = asked.find((response) => /\/assets\/main-[0-9a-f]+\.js$/.test(response.url()));
  assert.equal(await script.headerValue('content-encoding'), 'br');
  assert.match(await script.headerValue('cache-control'), /immutable/);
  await kept(boyi.page);
  asked.length = 0;
  await boyi.page.reload();
  await boyi.ready();
  const sent = asked.filter((response) => !response.fromServiceWorker() && /\/assets\//.test(response.url()));
  assert.deepEqual(sent.map((response) => response.url()), []);
});

scenario('the manifest makes it an application', { link: false }, async (boyi) => {
  const { page } = boyi;
  await boyi.open();
  const { href } = await page.locator('link[rel=manifest]').evaluate(({ href }) => ({ href }));
  const manifest = await (await page.request.get(href)).json();
  assert.equal(manifest.display, 'standalone');
  for (const { src } of manifest.icons) {
    const answer = await page.request.get(new URL(src, href).href);
    assert.equal(answer.status(), 200, src);
  }
});

for (const locale of ['en-GB', 'zh-CN']) {
  const own = () => Server.start();
  scenario(`without a server the page opens with the last game on it (${locale})`, { own, locale, link: link('xiangqi'), expected: [...CUT, /status 5/, /Failed to fetch/] }, async (boyi, { server }) => {
    const { page } = boyi;
    await boyi.play('h2e2');
    await boyi.play('h9g7');
    const pieces = await boyi.pieces();
    const listed = await boyi.text('#moves');
    await kept(page);
    await server.stop();
    const again = await page.context().newPage();
    await again.goto(boyi.url);
    await again.locator('#connection[data-state=lost]').waitFor();
    await again.locator('svg.board').waitFor();
    boyi.page = again;
    assert.deepEqual(await boyi.pieces(), pieces);
    assert.equal(await boyi.text('#moves'), listed);
    for (const [button, left] of [['previous', 1], ['first', 0], ['last', 2]]) {
      await boyi.button(button);
      await boyi.until({ ply: left });
    }
    assert.deepEqual(await boyi.pieces(), pieces, 'it is stepped through');
    await boyi.button('saved');
    await again.locator('#saved-dialog .saved-game').first().click();
    await boyi.until({ ply: 2 });
    assert.match(await boyi.text('#connection'), locale === 'zh-CN' ? /连接/ : /Connection/);
  });
}
