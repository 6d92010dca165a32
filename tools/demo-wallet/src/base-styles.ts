/** Styles of the shadow root: design tokens and the button in the corner. */
export const BASE_CSS = `
:host {
  --ground: #0b0f14; --surface: #121821; --raised: #1a222d; --line: #263141; --text: #e8edf4; --muted: #93a3b6;
  --grass: #2bd576; --on-grass: #06210f; --danger: #ff6170; --warn: #ffa94d; --info: #6cb6ff;
  color-scheme: dark;
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
.launcher {
  position: fixed; left: 12px; bottom: calc(12px + var(--tl-bottom-bar, 0px)); z-index: 2147483000; display: inline-flex; align-items: center; gap: 10px;
  min-height: 44px; padding: 0 16px 0 14px; color: var(--text); font-weight: 600; background: var(--raised);
  border: 1px solid var(--line); border-radius: 22px; box-shadow: 0 6px 20px rgb(0 0 0 / 30%);
}
@media (max-width: 640px) {
  .launcher.dock { width: auto; padding: 0 12px; }
  .launcher.dock span:not(.dot) { display: inline; font-size: 13px; }
  .launcher:not(.dock) { width: 44px; padding: 0; justify-content: center; opacity: 0.9; }
  .launcher:not(.dock) span:not(.dot) { display: none; }
}
@media print { .launcher { display: none; } }
`;
