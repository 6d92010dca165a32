import { ACCOUNT_NAMES } from './accounts.ts';
import { element } from './element.ts';
import type { StateStore } from './state.ts';

/** CSS property of the page with the height of the element that covers its lower left corner. */
const CORNER_PROPERTY = '--tl-corner';
const CORNER_HEIGHT = '60px';

/** Makes the page keep the lower left corner free, as `--tl-bottom-bar` does for a whole bar. */
export function reserveCorner(reserved: boolean): void {
  const { style } = document.documentElement;
  if (reserved) style.setProperty(CORNER_PROPERTY, CORNER_HEIGHT);
  else style.removeProperty(CORNER_PROPERTY);
}

/** Mounts the button in the corner that opens the wallet. It is visible while the wallet is connected. */
export function mountLauncher(root: ShadowRoot, state: StateStore, open: () => void): void {
  const name = element('span', {});
  const launcher = element('button', { type: 'button', class: 'launcher', click: open }, createDot(), name);
  root.append(launcher);
  const update = () => {
    const { approved, account } = state.get();
    launcher.hidden = !approved;
    reserveCorner(approved);
    name.textContent = ACCOUNT_NAMES[account]?.split(' ')[0] ?? '';
    launcher.setAttribute('aria-label', `Demo wallet: ${ACCOUNT_NAMES[account]}`);
  };
  state.subscribe(update);
  update();
}

const createDot = () => element('span', { class: 'dot', 'aria-hidden': 'true' });
