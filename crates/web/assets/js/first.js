// What cannot wait for the page's module: the theme before the first paint, the language that will be asked for, and the
// connection, which is made while the module is on its way. What is heard meanwhile waits with it.
(() => {
  let prefs = {};
  try {
    prefs = JSON.parse(localStorage.getItem('boyi.prefs')) ?? {};
  } catch {
    // No preferences yet, or no storage: as the system has it.
  }
  const { theme, lang } = prefs;
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  const languages = lang ? [lang] : navigator.languages;
  for (const link of document.querySelectorAll('link[data-language]'))
    if (languages.some((language) => language.toLowerCase().startsWith(link.dataset.language))) link.rel = 'modulepreload';

  const socket = new WebSocket(new URL('ws', location.href.replace(/^http/, 'ws')));
  socket.heard = [];
  socket.onmessage = ({ data }) => socket.heard.push(data);
  window.boyi = { first: socket };
})();
