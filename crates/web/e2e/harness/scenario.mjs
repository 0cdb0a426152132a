/** One test in the browser: a fresh context, the page open, and nothing wrong at its end. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Boyi } from './boyi.mjs';
import { launch } from './browser.mjs';
import { unexpected, watch } from './problems.mjs';
import { Server } from './server.mjs';

let shared;

/** The browser and the server that the scenarios of one file share; started when first asked for. */
async function common() {
  shared ??= start();
  return shared;
}

async function start() {
  const server = await Server.start();
  try {
    return { server, browser: await launch() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

after(async () => {
  const running = await shared?.catch(() => null); // Each test has told of the failure.
  await running?.browser.close();
  await running?.server.stop();
});

/**
 * Declares a test that opens the page and lets `body(boyi, tools)` use it.
 *
 * - `link`: the fragment to open; `false` opens nothing.
 * - `expected`: patterns of problems that belong to the test, as a refused connection.
 * - `own`: a server of the test's own, made by this function; it is stopped afterwards.
 * - `further`: one more combination of what other tests show in part, as a size in another language: only `npm run test:all`
 *   declares it.
 * - All else is Playwright's: `viewport`, `hasTouch`, `locale`, ...
 *
 * `tools`: `server`, `context`, `note(text)` for the report, `another(options)` for the page in a fresh context.
 */
export function scenario(name, { link = '', expected = [], own = null, further = false, ...options }, body) {
  if (further && !process.env.BOYI_EVERYTHING) return;
  test(name, { timeout: 120_000 }, async (t) => {
    const { browser, server: usual } = await common();
    const server = own ? await own() : usual;
    const contexts = [];
    const problems = [];
    const fresh = async (url, more = {}) => {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 900 },
        reducedMotion: 'reduce',
        ...options,
        ...more,
      });
      contexts.push(context);
      problems.push(watch(context));
      return new Boyi(await context.newPage(), url);
    };
    try {
      const boyi = await fresh(server.url);
      if (link !== false) await boyi.open(link);
      const note = (text) => t.diagnostic(text);
      await body(boyi, { server, note, another: (more, url = server.url) => fresh(url, more), context: contexts[0] });
    } catch (error) {
      t.diagnostic(`pictures of the failure: ${await picture(contexts)}`);
      t.diagnostic(`problems: ${problems.flat().join('\n') || 'none'}`);
      throw error;
    } finally {
      await Promise.all(contexts.map((context) => context.close()));
      if (own) await server.stop();
    }
    assert.deepEqual(unexpected(problems.flat(), expected), [], 'the page reports no problem');
  });
}

/** Pictures of every page open, in a new temporary folder; its path. */
async function picture(contexts) {
  const folder = await mkdtemp(path.join(tmpdir(), 'boyi-e2e-'));
  const pages = contexts.flatMap((context) => context.pages());
  const shots = pages.map((page, index) =>
    page.screenshot({ path: path.join(folder, `${index}.png`), fullPage: true }),
  );
  await Promise.allSettled(shots);
  return folder;
}
