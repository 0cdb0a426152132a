/** The worker that is the fallback for the server: the games, their rules and engines, as WebAssembly. */
import init, { Games } from './boyi_offline.js';

await init({ module_or_path: new URL('./boyi_offline_bg.wasm', import.meta.url) });

const games = new Games();
let timer = null;

function work() {
  const wait = games.work();
  timer = wait === undefined ? null : setTimeout(work, wait);
}

self.addEventListener('message', ({ data }) => {
  games.send(data);
  // A search hears nothing: other messages that wait come first.
  clearTimeout(timer);
  timer = setTimeout(work);
});
