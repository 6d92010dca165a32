// Runs before the first paint: a light page must not flash dark. Same key as in src/theme.ts.
(() => {
  let stored = null;
  try {
    stored = localStorage.getItem('fantasy-football-theme');
  } catch {
    // Storage is disabled: use the default.
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', stored === 'light' ? 'light' : 'dark');
})();
