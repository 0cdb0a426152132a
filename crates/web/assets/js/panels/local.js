/** How often the server is asked whether it is back, in milliseconds. */
const EVERY = 20_000;

/** Tells when the page plays by itself, and offers the way back to the server once there is one again. */
export function attachLocal({ store, t, notices, goBack }) {
  let timer = null;

  async function ask() {
    const back = await fetch('health', { cache: 'no-store' })
      .then(async (answer) => answer.ok && (await answer.text()) === 'ok')
      .catch(() => false);
    // Once offered is enough: a reload goes there as well.
    if (back && timer !== null) {
      clearInterval(timer);
      timer = null;
      notices.offer(t('local.server'), t('local.back'), goBack);
    }
  }

  store.subscribe(['local'], ({ local }) => {
    clearInterval(timer);
    timer = local ? setInterval(ask, EVERY) : null;
    if (local) notices.show(t('local.begun'));
  });
  window.addEventListener('online', () => timer !== null && ask());
}
