/** Runs the real server, `boyi serve`, as one would from a shell. */

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';

export const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** The command with games from outside, which lies beside `boyi`. */
export const withOutsideGames = () => path.join(path.dirname(binary()), 'boyi-games');

/** Tells where the `boyi` under test lies: `$BOYI`, else the release build. */
export function binary() {
  const target = process.env.CARGO_TARGET_DIR ?? 'target';
  const boyi = process.env.BOYI ?? path.join(target, 'release', 'boyi');
  const full = path.resolve(root, boyi);
  if (!existsSync(full)) throw new Error(`there is no ${full}: cargo build --release --bin boyi, or set BOYI`);
  return full;
}

/** A running server; `url` is its page's address. */
export class Server {
  #child;
  #log = '';

  /** Starts a server at `port`, a free one unless told, and waits until it tells its address. */
  static async start({ port = 0, args = [], program = binary() } = {}) {
    const server = new Server();
    await server.#spawn(program, port, args);
    return server;
  }

  async #spawn(program, port, args) {
    const child = spawn(program, ['serve', '--port', String(port), '--json', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.gone = new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
    this.url = await new Promise((resolve, reject) => {
      const read = (data) => {
        this.#log += data;
        const address = /http:\/\/[^\s"]+/.exec(this.#log);
        if (address) resolve(new URL('/', address[0]).href);
      };
      child.stdout.setEncoding('utf8').on('data', read);
      child.stderr.setEncoding('utf8').on('data', (data) => (this.#log += data));
      child.once('error', reject);
      this.gone.then(({ code, signal }) => reject(new Error(`boyi serve: ${code ?? signal}\n${this.#log}`)));
    });
  }

  /** What the server has printed. */
  get log() {
    return this.#log;
  }

  /** The port that the server listens at. */
  get port() {
    return Number(new URL(this.url).port);
  }

  /** Asks the server to end, and waits until it has; one that does not within five seconds is killed. */
  async stop() {
    this.#child.kill('SIGTERM');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 5000);
    const how = await this.gone;
    clearTimeout(timer);
    return how;
  }
}
