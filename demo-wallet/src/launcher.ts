import { ACCOUNT_NAMES } from './accounts.ts';
import type { DialogHost } from './dialog-host.ts';
import { element } from './element.ts';
import type { StateStore } from './state.ts';

/** The button in the corner that opens the wallet while it is connected. */
export function showLauncher(host: DialogHost, state: StateStore, open: () => void): void {
  const name = element('span', {});
  const launcher = element('button', { type: 'button', class: 'launcher', click: open }, dot(), name);
  host.root.append(launcher);
  const update = () => {
    const { approved, account } = state.get();
    launcher.hidden = !approved;
    name.textContent = ACCOUNT_NAMES[account]?.split(' ')[0] ?? '';
    launcher.setAttribute('aria-label', `Demo wallet: ${ACCOUNT_NAMES[account]}`);
  };
  state.subscribe(update);
  update();
}

const dot = () => element('span', { class: 'dot', 'aria-hidden': 'true' });
