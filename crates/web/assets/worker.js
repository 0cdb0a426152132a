/** The service worker: keeps the page, so that it opens at once, and without a network too. */

/** The files whose names tell their contents; the build writes them here. */
const FILES = [];
/** Other files, another store: what an older page kept is deleted with its store. */
const STORE = `boyi ${FILES.join(' ')}`;
const PAGE = './';
/** How long the network has to answer before the page that was kept is shown, in milliseconds. */
const PATIENCE = 3000;

const addressOf = (file) => new URL(file, self.registration.scope).href;
const kept = new Set(FILES.map(addressOf));

self.addEventListener('install', (event) => {
  const store = async () => (await caches.open(STORE)).addAll([PAGE, ...FILES].map(addressOf));
  event.waitUntil(store().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const clear = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== STORE).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clear());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (kept.has(request.url)) event.respondWith(file(request));
});

/** What a file's name tells never changes. */
async function file(request) {
  return (await caches.match(request.url)) ?? fetch(request);
}

/** The server's page goes with the server; the one that was kept is for when it does not answer. */
async function page(request) {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
  } catch (error) {
    const found = await caches.match(addressOf(PAGE));
    if (found) return found;
    throw error;
  }
}
