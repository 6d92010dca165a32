import { announce } from './announce.ts';
import { localChain } from './chain.ts';
import { showLauncher } from './launcher.ts';
import { personAt } from './owner.ts';
import { createProvider } from './provider.ts';
import { openStage } from './stage.ts';
import { openState } from './state.ts';

const chain = localChain();
const state = openState();
const stage = openStage();
const owner = personAt(stage, chain, state);
showLauncher(stage, state, owner.openWallet);
announce(createProvider({ chain, state, owner }));
