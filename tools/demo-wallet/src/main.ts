import { announce } from './announce.ts';
import { mountDock } from './dock.ts';
import { createEmitter } from './emitter.ts';
import { mountLauncher } from './launcher.ts';
import { createLazyProvider } from './lazy-provider.ts';
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
// The gateway sets this attribute if it serves the season replay's clock.
if (document.currentScript?.hasAttribute('data-replay')) {
  const replay = openReplay();
  mountDock({
    root,
    state,
    replay,
    openPanel: async (onClockChange) => (await wallet()).createDockPanel(replay, onClockChange),
  });
} else
  mountLauncher(root, state, () => {
    // Nothing opens if the code fails to load; the next click tries again.
    wallet().then(
      ({ open }) => open(),
      () => {},
    );
  });
announce(createLazyProvider(wallet, events));
