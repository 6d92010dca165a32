import { announce } from './announce.ts';
import { localChain } from './chain.ts';
import { openDialogHost } from './dialog-host.ts';
import { showLauncher } from './launcher.ts';
import { openPrompts } from './prompts.ts';
import { createProvider } from './provider.ts';
import { openState } from './state.ts';

const chain = localChain();
const state = openState();
const host = openDialogHost();
const prompts = openPrompts(host, chain, state);
showLauncher(host, state, prompts.openWallet);
announce(createProvider(chain, state, prompts));
