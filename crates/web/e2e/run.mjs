/**
 * Runs every test of the page, two files at a time. What fails beside another, on a busy machine, is run once more by
 * itself, and counts if it fails again: `npm test` names the files that needed it.
 */

import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { run } from 'node:test';
import { tap } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('tests', import.meta.url));

/** The files of `files` in which a test failed. */
async function failing(files, concurrency) {
  const failed = new Set();
  const tests = run({ files, concurrency });
  tests.on('test:fail', ({ file }) => failed.add(file));
  const report = tests.compose(tap);
  report.pipe(process.stdout, { end: false });
  await once(report, 'end');
  return [...failed];
}

const named = process.argv.slice(2).map((name) => path.resolve(name));
const all = readdirSync(folder).filter((name) => name.endsWith('.test.mjs'));
const files = named.length > 0 ? named : all.map((name) => path.join(folder, name));
const again = await failing(files, 2);
if (again.length > 0) {
  console.log(`# once more, one by one: ${again.map((file) => path.basename(file)).join(', ')}`);
  const still = await failing(again, 1);
  console.log(`# failed twice: ${still.map((file) => path.basename(file)).join(', ') || 'none'}`);
  process.exitCode = still.length > 0 ? 1 : 0;
}
