import { announce } from './announce.ts';
import { localChain } from './chain.ts';
import { openDialogHost } from './dialog-host.ts';
import { showDock } from './dock.ts';
import { showLauncher } from './launcher.ts';
import { openPrompts } from './prompts.ts';
import { createProvider } from './provider.ts';
import { openReplay } from './replay.ts';
import { openState } from './state.ts';

const chain = localChain();
const state = openState();
const host = openDialogHost();
const prompts = openPrompts(host, chain, state);
// Only where the gateway offers the season replay's clock.
if (document.currentScript?.hasAttribute('data-replay'))
  showDock({ host, chain, state, replay: openReplay(), openWallet: prompts.openWallet });
else showLauncher(host, state, prompts.openWallet);
announce(createProvider(chain, state, prompts));
