// Runs before the first paint, so that a light page never flashes dark. The key is the shell's (src/theme/theme.ts).
(() => {
  let stored = null;
  try {
    stored = localStorage.getItem('fantasy-football-theme');
  } catch {
    // Storage is switched off: the default stands.
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', stored === 'light' ? 'light' : 'dark');
})();
