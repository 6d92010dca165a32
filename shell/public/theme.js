// Runs before the first paint: a light page must not flash dark. Same key as in src/theme.ts.
(() => {
  let stored = null;
  let player = false;
  try {
    stored = localStorage.getItem('fantasy-football-theme');
    player = localStorage.getItem('auth_token') !== null;
  } catch {
    // Storage is disabled: use the default.
  }
  // The first paint of index.html is a guest's.
  if (player) document.documentElement.setAttribute('data-player', '');
  document.documentElement.setAttribute('data-mantine-color-scheme', stored === 'light' ? 'light' : 'dark');
})();
