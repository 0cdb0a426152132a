/** A network that can fail: a gate that passes TCP on to a server until it is told to cut. */

import net from 'node:net';
import { once } from 'node:events';

/** Stands between a browser and a server; `url` is the server's page through the gate. */
export class Gate {
  #server;
  #sockets = new Set();
  #open = true;

  /** Builds a gate before the server at `port`. */
  static async before(port) {
    const gate = new Gate();
    gate.#server = net.createServer((inner) => gate.#pass(inner, port)).listen(0, '127.0.0.1');
    await once(gate.#server, 'listening');
    gate.url = `http://127.0.0.1:${gate.#server.address().port}/`;
    return gate;
  }

  #pass(inner, port) {
    if (!this.#open) return inner.resetAndDestroy();
    const outer = net.connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [inner, outer],
      [outer, inner],
    ]) {
      this.#sockets.add(socket);
      socket.on('error', () => {}); // A reset is this gate's business, and 'close' follows.
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }

  /** Cuts every connection, as a server or a network that goes away, and lets none through until {@link mend}. */
  cut() {
    this.#open = false;
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  /** Lets connections through again. */
  mend() {
    this.#open = true;
  }

  /** Closes the gate for good. */
  close() {
    this.cut();
    this.#server.close();
  }
}
