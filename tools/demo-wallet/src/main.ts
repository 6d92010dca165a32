import { announce } from './announce.ts';
import { showDock } from './dock.ts';
import { createEmitter } from './emitter.ts';
import { lateProvider } from './lazy-provider.ts';
import { showLauncher } from './launcher.ts';
import { once } from './once.ts';
import { openReplay } from './replay.ts';
import { openRoot } from './root.ts';
import { openState } from './state.ts';

const state = openState();
const root = openRoot();
const events = createEmitter();
const wallet = once(async () =>
  (await import(/* webpackChunkName: "demo-wallet-more" */ './wallet.ts')).createWallet({
    root,
    state,
    events,
  }),
);
// Only where the gateway offers the season replay's clock.
if (document.currentScript?.hasAttribute('data-replay')) {
  const replay = openReplay();
  showDock({
    ...{ root, state, replay },
    openPanel: async (moved) => (await wallet()).dockPanel(replay, moved),
  });
} else
  showLauncher(root, state, () => {
    // Without its code nothing opens; the next press tries again.
    wallet().then(
      ({ open }) => open(),
      () => {},
    );
  });
announce(lateProvider(wallet, events));
