/** A player who looks every move up: `boyi analyze` advises the human side, so that whole games end soon. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { binary } from './server.mjs';

const run = promisify(execFile);

/** The best move of `game` at `line` by a search to `depth` plies. */
export async function advise(game, settings, line, { depth = 4, program = binary() } = {}) {
  const rules = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const { stdout } = await run(program, [
    'analyze',
    game,
    ...rules,
    '--position',
    line,
    '--depth',
    String(depth),
    '--json',
  ]);
  return JSON.parse(stdout.trim().split('\n').at(-1)).pv[0];
}
