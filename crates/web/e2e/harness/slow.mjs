/** A slow network: a gate that lets everything through late and little by little, connections as well. */

import net from 'node:net';
import { once } from 'node:events';

/**
 * Stands before the server at `port`: an answer begins `latency` milliseconds after its question at the earliest, a
 * connection is made after as long, and `rate` bytes a second come in all. `{ url, close() }`.
 */
export async function slow(port, { latency, rate }) {
  const sockets = new Set();
  /** When what was let through last has come. */
  let free = 0;
  const pass = (from, to, delay, busy) =>
    from.on('data', (data) => {
      const now = Date.now();
      const at = busy ? (free = Math.max(now + delay, free) + (1000 * data.length) / rate) : now + delay;
      setTimeout(() => to.writable && to.write(data), at - now);
    });
  const server = net.createServer((inner) => {
    const outer = net.connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [inner, outer],
      [outer, inner],
    ]) {
      sockets.add(socket);
      socket.on('error', () => {}); // 'close' follows.
      socket.on('close', () => {
        sockets.delete(socket);
        setTimeout(() => other.destroy(), latency + 5000);
      });
    }
    // The connection itself takes a way there and back.
    inner.pause();
    setTimeout(() => {
      pass(inner, outer, latency / 2, false);
      inner.resume();
    }, latency);
    pass(outer, inner, latency / 2, true);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
