import { ACCOUNT_NAMES } from './accounts.ts';
import type { DockPanel } from './dock-panel.ts';
import { element } from './element.ts';
import { createBar } from './launcher.ts';
import { once } from './once.ts';
import { formatClock, type Replay, type ReplayStatus } from './replay.ts';
import type { StateStore } from './state.ts';

const REFRESH_MS = 2_000;

interface DockOptions {
  root: ShadowRoot;
  state: StateStore;
  replay: Replay;
  /** Creates the panel, whose code loads on the first click. `onClockChange` shows the clock after a clock action. */
  openPanel(onClockChange: (status: ReplayStatus | null) => void): Promise<DockPanel>;
}

/** Mounts the demo dock, a bar at the end of the page: a button that shows the clock and opens a panel with accounts and clock. */
export function mountDock({ root, state, replay, openPanel }: DockOptions): void {
  const text = element('span', {}, 'Demo');
  const toggle = element(
    'button',
    { type: 'button', class: 'launcher', 'aria-expanded': 'false' },
    element('span', { class: 'dot', 'aria-hidden': 'true' }),
    text,
  );
  const { bar, show: showBar } = createBar(toggle);
  root.append(bar);
  showBar(true);

  let panel: DockPanel | null = null;
  let last: ReplayStatus | null = null;
  const show = (status: ReplayStatus | null) => {
    last = status;
    const name = state.get().approved ? `${ACCOUNT_NAMES[state.get().account]?.split(' ')[0]} · ` : '';
    text.textContent = status ? name + formatClock(status) : 'Demo';
    toggle.setAttribute('aria-label', `Demo: accounts and clock, ${text.textContent}`);
    panel?.show(status);
  };
  const refresh = async () => {
    if (document.visibilityState === 'visible') show(await replay.status());
  };
  const isOpen = () => toggle.getAttribute('aria-expanded') === 'true';

  function attach(created: DockPanel): DockPanel {
    toggle.before(created.element);
    toggle.setAttribute('aria-controls', created.element.id);
    created.element.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (event.key !== 'Escape') return;
      setOpen(false);
      toggle.focus();
    });
    created.show(last);
    return created;
  }
  const loadPanel = once(async () => attach(await openPanel(show)));

  function setOpen(expanded: boolean) {
    toggle.setAttribute('aria-expanded', String(expanded));
    if (panel) showPanel(panel);
    else
      loadPanel().then(
        (created) => {
          panel = created;
          showPanel(created);
        },
        // The panel stays closed if its code fails to load; the next click tries again.
        () => toggle.setAttribute('aria-expanded', 'false'),
      );
  }
  function showPanel(shown: DockPanel) {
    shown.element.hidden = !isOpen();
    if (isOpen()) void shown.refresh();
  }

  toggle.addEventListener('click', () => setOpen(!isOpen()));
  setInterval(() => void refresh(), REFRESH_MS);
  void refresh();
}
