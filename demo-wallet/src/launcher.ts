import { element } from './element.ts';
import { PEOPLE } from './people.ts';
import type { Stage } from './stage.ts';
import type { StateStore } from './state.ts';

/** The wallet's own button in the corner, while it is connected. */
export function showLauncher(stage: Stage, state: StateStore, open: () => void): void {
  const name = element('span', {});
  const launcher = element('button', { type: 'button', class: 'launcher', click: open }, dot(), name);
  stage.root.append(launcher);
  const update = () => {
    const { approved, account } = state.get();
    launcher.hidden = !approved;
    name.textContent = PEOPLE[account]?.split(' ')[0] ?? '';
    launcher.setAttribute('aria-label', `Demo wallet: ${PEOPLE[account]}`);
  };
  state.subscribe(update);
  update();
}

const dot = () => element('span', { class: 'dot', 'aria-hidden': 'true' });
