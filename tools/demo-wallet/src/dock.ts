import { ACCOUNT_NAMES } from './accounts.ts';
import type { DockPanel } from './dock-panel.ts';
import { element } from './element.ts';
import { takeCorner } from './launcher.ts';
import { once } from './once.ts';
import { clockText, type Replay, type ReplayStatus } from './replay.ts';
import type { StateStore } from './state.ts';

const REFRESH_MS = 2_000;

interface DockParts {
  root: ShadowRoot;
  state: StateStore;
  replay: Replay;
  /** Makes the panel, whose code comes with the first press; `moved` shows the clock after a move. */
  openPanel(moved: (status: ReplayStatus | null) => void): Promise<DockPanel>;
}

/** The dock of the demo in the corner: a button that shows the clock and opens a panel with accounts and clock. */
export function showDock({ root, state, replay, openPanel }: DockParts): void {
  const text = element('span', {}, 'Demo');
  const toggle = element(
    'button',
    { type: 'button', class: 'launcher dock', 'aria-expanded': 'false' },
    element('span', { class: 'dot', 'aria-hidden': 'true' }),
    text,
  );
  root.append(toggle);
  takeCorner(true);

  let panel: DockPanel | null = null;
  let last: ReplayStatus | null = null;
  const show = (status: ReplayStatus | null) => {
    last = status;
    const name = state.get().approved ? `${ACCOUNT_NAMES[state.get().account]?.split(' ')[0]} · ` : '';
    text.textContent = status ? name + clockText(status) : 'Demo';
    toggle.setAttribute('aria-label', `Demo: accounts and clock, ${text.textContent}`);
    panel?.show(status);
  };
  const refresh = async () => {
    if (document.visibilityState === 'visible') show(await replay.status());
  };
  const isOpen = () => toggle.getAttribute('aria-expanded') === 'true';

  function attach(made: DockPanel): DockPanel {
    toggle.before(made.element);
    toggle.setAttribute('aria-controls', made.element.id);
    made.element.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (event.key !== 'Escape') return;
      open(false);
      toggle.focus();
    });
    made.show(last);
    return made;
  }
  const loaded = once(async () => attach(await openPanel(show)));

  function open(wanted: boolean) {
    toggle.setAttribute('aria-expanded', String(wanted));
    if (panel) showPanel(panel);
    else
      loaded().then(
        (made) => {
          panel = made;
          showPanel(made);
        },
        // Without its code it stays closed; the next press tries again.
        () => toggle.setAttribute('aria-expanded', 'false'),
      );
  }
  function showPanel({ element: box, refresh: read }: DockPanel) {
    box.hidden = !isOpen();
    if (isOpen()) void read();
  }

  toggle.addEventListener('click', () => open(!isOpen()));
  setInterval(() => void refresh(), REFRESH_MS);
  void refresh();
}
