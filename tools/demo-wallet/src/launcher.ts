import { ACCOUNT_NAMES } from './accounts.ts';
import { element } from './element.ts';
import type { StateStore } from './state.ts';

/** CSS property of the page with the height of the bar. The page's own sticky elements stay above it. */
const HEIGHT_PROPERTY = '--tl-dock';
const BAR_HEIGHT = '45px';

/** Creates the bar at the end of the page, hidden. */
export function createBar(...content: HTMLElement[]): { bar: HTMLElement; show(shown: boolean): void } {
  const bar = element('div', { class: 'bar', hidden: true }, ...content);
  const { style } = document.documentElement;
  return {
    bar,
    show(shown) {
      bar.hidden = !shown;
      if (shown) style.setProperty(HEIGHT_PROPERTY, BAR_HEIGHT);
      else style.removeProperty(HEIGHT_PROPERTY);
    },
  };
}

/** Mounts a bar with the button that opens the wallet. It is visible while the wallet is connected. */
export function mountLauncher(root: ShadowRoot, state: StateStore, open: () => void): void {
  const name = element('span', {});
  const launcher = element('button', { type: 'button', class: 'launcher', click: open }, createDot(), name);
  const { bar, show } = createBar(launcher);
  root.append(bar);
  const update = () => {
    const { approved, account } = state.get();
    show(approved);
    name.textContent = ACCOUNT_NAMES[account]?.split(' ')[0] ?? '';
    launcher.setAttribute('aria-label', `Demo wallet: ${ACCOUNT_NAMES[account]}`);
  };
  state.subscribe(update);
  update();
}

const createDot = () => element('span', { class: 'dot', 'aria-hidden': 'true' });
