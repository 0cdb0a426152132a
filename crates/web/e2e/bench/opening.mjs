/**
 * How soon the page shows its first board over a slow network: 200 ms until an answer begins, 200 kB/s; by the browser's
 * own throttle, which knows requests alone, and through a gate that slows down whatever passes.
 *
 * `node bench/opening.mjs [ROUNDS]` tells the median of the rounds, cold (nothing is kept) and warm (the page was there
 * before), and what went over the network.
 */

import { launch } from '../harness/browser.mjs';
import { Server } from '../harness/server.mjs';
import { slow } from '../harness/slow.mjs';

const ROUNDS = Number(process.argv[2] ?? 5);
const NETWORK = { offline: false, latency: 200, downloadThroughput: 200_000, uploadThroughput: 200_000 };

/** Opens the page once; `{ board, requests, bytes }`, the time in milliseconds. */
async function opening(context, url, throttled) {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const look = () => {
      if (document.body?.classList.contains('ready') && document.querySelector('svg.board [data-square]'))
        requestAnimationFrame(() => requestAnimationFrame(() => (window.boardAt ??= performance.now())));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const network = await context.newCDPSession(page);
  let requests = 0;
  let bytes = 0;
  network.on('Network.requestWillBeSent', () => (requests += 1));
  network.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await network.send('Network.enable');
  if (throttled) await network.send('Network.emulateNetworkConditions', NETWORK);
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.boardAt);
  const board = await page.evaluate(() => window.boardAt);
  const told = { board, requests, bytes };
  // Whatever the page keeps for the next time is kept by now.
  await page.evaluate(() => navigator.serviceWorker?.getRegistration().then((one) => one && navigator.serviceWorker.ready));
  await page.waitForTimeout(1500);
  await page.close();
  return told;
}

const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const browser = await launch();
const server = await Server.start();
const gate = await slow(server.port, { latency: NETWORK.latency, rate: NETWORK.downloadThroughput });
for (const [network, url, throttled] of [
  ['as the browser throttles requests', server.url, true],
  ['as a slow network, its connections and sockets too', gate.url, false],
]) {
  const rounds = { cold: [], warm: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
    for (const kind of ['cold', 'warm']) rounds[kind].push(await opening(context, url, throttled));
    await context.close();
  }
  console.log(network);
  for (const [kind, all] of Object.entries(rounds)) {
    const [board, requests, bytes] = ['board', 'requests', 'bytes'].map((key) => middle(all.map((one) => one[key])));
    const words = [`first board after ${(board / 1000).toFixed(2)} s`, `${requests} requests`, `${(bytes / 1000).toFixed(0)} kB`];
    console.log(`  ${kind}: ${words.join(', ')}`);
  }
}
await browser.close();
gate.close();
await server.stop();
