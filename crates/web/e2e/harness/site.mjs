/** Hands out the page as files alone, as any web server would: what `cargo xtask site` made. */

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';

const MEDIA = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** The folder with the page, or none: `$BOYI_SITE`. */
export const folder = process.env.BOYI_SITE;

/** A web server at work; `url` is the page's address. */
export class Site {
  #server = createServer((request, response) => this.#answer(request, response));

  static async start() {
    const site = new Site();
    await new Promise((resolve) => site.#server.listen(0, '127.0.0.1', resolve));
    site.url = `http://127.0.0.1:${site.#server.address().port}/`;
    return site;
  }

  /** Ends it; once is enough. */
  async stop() {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer({ url }, response) {
    const { pathname } = new URL(url, this.url);
    const file = path.join(folder, path.normalize(pathname === '/' ? '/index.html' : pathname));
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': MEDIA[path.extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  }
}
