/** How often the server is asked whether it is back, in milliseconds. */
const EVERY = 20_000;

/** Where the page goes on by itself, offers the way back to the server once there is one again. */
export function attachLocal({ store, t, notices, goBack }) {
  let timer = null;

  const stop = () => {
    clearInterval(timer);
    timer = null;
  };

  async function ask() {
    const answer = await fetch('health', { cache: 'no-store' }).catch(() => null);
    if (!answer || timer === null) return;
    // What hands out files alone has no server to wait for.
    if (answer.status === 404) stop();
    if (!answer.ok || (await answer.text()) !== 'ok') return;
    // Once offered is enough: a reload goes there as well.
    stop();
    notices.offer(t('local.server'), t('local.back'), goBack);
  }

  store.subscribe(['local'], ({ local }) => {
    stop();
    if (local) timer = setInterval(ask, EVERY);
  });
  window.addEventListener('online', () => timer !== null && ask());
}
