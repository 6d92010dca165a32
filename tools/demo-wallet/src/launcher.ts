import { ACCOUNT_NAMES } from './accounts.ts';
import { element } from './element.ts';
import type { StateStore } from './state.ts';

/** CSS property of the page: the height of what covers its lower left corner. */
const CORNER_PROPERTY = '--tl-corner';
const CORNER_HEIGHT = '60px';

/** Tells the page to keep the lower left corner free, as `--tl-bottom-bar` does for a whole bar. */
export function takeCorner(taken: boolean): void {
  const { style } = document.documentElement;
  if (taken) style.setProperty(CORNER_PROPERTY, CORNER_HEIGHT);
  else style.removeProperty(CORNER_PROPERTY);
}

/** The button in the corner that opens the wallet while it is connected. */
export function showLauncher(root: ShadowRoot, state: StateStore, open: () => void): void {
  const name = element('span', {});
  const launcher = element('button', { type: 'button', class: 'launcher', click: open }, dot(), name);
  root.append(launcher);
  const update = () => {
    const { approved, account } = state.get();
    launcher.hidden = !approved;
    takeCorner(approved);
    name.textContent = ACCOUNT_NAMES[account]?.split(' ')[0] ?? '';
    launcher.setAttribute('aria-label', `Demo wallet: ${ACCOUNT_NAMES[account]}`);
  };
  state.subscribe(update);
  update();
}

const dot = () => element('span', { class: 'dot', 'aria-hidden': 'true' });
