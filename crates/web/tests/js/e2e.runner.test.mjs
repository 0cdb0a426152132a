/** The runner of the page's tests in a browser: what fails twice counts, whichever file declares the test. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const runner = fileURLToPath(new URL('../../e2e/run.mjs', import.meta.url));

/** The exit status of the runner, and what it says at the end, for files with these bodies of one test each. */
function run(bodies) {
  const folder = mkdtempSync(path.join(tmpdir(), 'boyi-runner-'));
  try {
    writeFileSync(
      path.join(folder, 'harness.mjs'),
      "import { test } from 'node:test';\nexport const scenario = (body) => test('it', body);\n",
    );
    const files = Object.entries(bodies).map(([name, body]) => {
      const file = path.join(folder, `${name}.test.mjs`);
      const kept = JSON.stringify(path.join(folder, `${name}.ran`));
      writeFileSync(
        file,
        `import { existsSync, writeFileSync } from 'node:fs';
         import { scenario } from './harness.mjs';
         scenario(() => { const again = existsSync(${kept}); writeFileSync(${kept}, ''); ${body} });`,
      );
      return file;
    });
    const { NODE_TEST_CONTEXT: _, ...env } = process.env; // Else the runner takes itself for a test.
    const { status, stdout } = spawnSync(process.execPath, [runner, ...files], { env, encoding: 'utf8' });
    return { status, told: stdout.split('\n').filter((line) => /^# (once more|failed twice)/.test(line)) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const passes = '';
const failsOnce = 'if (!again) throw new Error();';
const fails = 'throw new Error();';

test('files that pass pass', () => {
  assert.deepEqual(run({ one: passes, two: passes }), { status: 0, told: [] });
});

test('a file that fails once is named, and passes', () => {
  const told = ['# once more, one by one: one.test.mjs', '# failed twice: none'];
  assert.deepEqual(run({ one: failsOnce, two: passes }), { status: 0, told });
});

test('a file that fails twice counts', () => {
  const told = ['# once more, one by one: one.test.mjs', '# failed twice: one.test.mjs'];
  assert.deepEqual(run({ one: fails, two: passes }), { status: 1, told });
});
