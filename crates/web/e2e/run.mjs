/**
 * Runs every test of the page, two files at a time. What fails beside another, on a busy machine, is run once more by
 * itself, and counts if it fails again: `npm test` names the files that needed it.
 */

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { run } from 'node:test';
import { tap } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('tests', import.meta.url));

/** Whether a test of `file` fails. Its report is printed in one piece, once it is whole. */
async function fails(file) {
  let failed = false;
  // A run of its own: the event of a failure names the file that declares the test, which is the harness for all of them.
  const tests = run({ files: [file] });
  tests.on('test:fail', () => {
    failed = true;
  });
  let report = '';
  for await (const part of tests.compose(tap)) report += part;
  process.stdout.write(`# ${path.basename(file)}\n${report}`);
  return failed;
}

/** The files of `files` in which a test fails, `workers` at a time. */
async function failing(files, workers) {
  const waiting = [...files];
  const failed = [];
  const work = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) if (await fails(file)) failed.push(file);
  };
  await Promise.all(Array.from({ length: workers }, work));
  return failed;
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
