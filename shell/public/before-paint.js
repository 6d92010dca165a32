// Runs before the first paint.

// A light page must not flash dark. Same key as in src/theme.ts.
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

// Home is complete without scripts. The gateway leaves them to this one, which adds them when home is painted: on a slow line they
// would take turns with its styles and fonts.
addEventListener('DOMContentLoaded', () => {
  const later = document.querySelectorAll('template[data-after-paint]');
  if (later.length === 0) return;
  // Appended once, a template is empty.
  const add = () => document.head.append(...Array.from(later, ({ content }) => content));
  // A tab in the background is not painted until somebody looks at it.
  if (document.hidden || !window.PerformanceObserver) return add();
  new PerformanceObserver(add).observe({ type: 'paint', buffered: true });
  setTimeout(add, 3000);
});
