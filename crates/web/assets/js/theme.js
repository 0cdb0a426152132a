// Sets the theme before the first paint; everything else of the page is a module and comes later.
(() => {
  try {
    const { theme } = JSON.parse(localStorage.getItem('boyi.prefs')) ?? {};
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // No preferences yet, or no storage: the system's theme.
  }
})();
