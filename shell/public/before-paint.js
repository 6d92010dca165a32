// Runs before the first paint.

// Prevents a dark flash before a light page. Same key as COLOR_SCHEME_KEY of packages/ui.
(() => {
  let stored = null;
  let player = false;
  try {
    stored = localStorage.getItem('fantasy-football-theme');
    player = localStorage.getItem('auth_token') !== null;
  } catch {
    // Storage is disabled; use the default.
  }
  // The first paint in index.html shows the guest's version.
  if (player) document.documentElement.setAttribute('data-player', '');
  document.documentElement.setAttribute('data-mantine-color-scheme', stored === 'light' ? 'light' : 'dark');
})();

// The home page is complete without scripts. The gateway puts them into templates, and this script adds them after the first paint.
// On a slow connection they would otherwise compete with styles and fonts for bandwidth.
addEventListener('DOMContentLoaded', () => {
  const later = document.querySelectorAll('template[data-after-paint]');
  if (later.length === 0) return;
  // A template is empty after its content has been appended, so a second call has no effect.
  const add = () => document.head.append(...Array.from(later, ({ content }) => content));
  // A background tab is not painted until the user switches to it, and a kept page hides what it would paint first.
  if (document.hidden || 'kept' in document.documentElement.dataset || !window.PerformanceObserver)
    return add();
  new PerformanceObserver(add).observe({ type: 'paint', buffered: true });
  setTimeout(add, 3000);
});
