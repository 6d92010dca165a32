/** Styles of the shadow root: design tokens and the bar at the end of the page. */
export const BASE_CSS = `
:host {
  --ground: #0b0f14; --surface: #121821; --raised: #1a222d; --line: #263141; --text: #e8edf4; --muted: #93a3b6;
  --grass: #2bd576; --on-grass: #06210f; --danger: #ff6170; --warn: #ffa94d; --info: #6cb6ff;
  color-scheme: dark;
  /* Sticks to the bottom edge and takes its own space at the end of the page, so that it never covers content. */
  position: sticky; bottom: 0; z-index: 150; display: block;
  font: 400 15px/1.45 'Inter Variable', Inter, system-ui, sans-serif;
}
:host([data-theme='light']) {
  --ground: #f5f7fa; --surface: #fff; --raised: #eef2f6; --line: #d8e0e9; --text: #10161e; --muted: #55647a;
  --grass: #0e8f48; --on-grass: #fff; --danger: #c4253a; --warn: #a85b00; --info: #1667b7;
  color-scheme: light;
}
*, *::before { box-sizing: border-box; }
[hidden] { display: none !important; }
button { font: inherit; cursor: pointer; }
.dot {
  width: 10px; height: 10px; border-radius: 50%; background: var(--grass);
  box-shadow: 0 0 0 3px color-mix(in srgb, var(--grass) 25%, transparent);
}
:focus-visible { outline: 2px solid var(--info); outline-offset: 2px; }
.bar {
  display: flex; align-items: center; height: 45px; padding: 0 12px; background: var(--raised);
  border-top: 1px solid var(--line);
}
.launcher {
  display: inline-flex; align-items: center; gap: 10px; min-height: 44px; padding: 0 8px; color: var(--text);
  font-size: 14px; font-weight: 600; background: none; border: 0;
}
.launcher:hover { text-decoration: underline; }
.bar :focus-visible { outline-offset: -3px; }
@media print { .bar { display: none; } }
`;
