import { connectLocalChain } from './chain.ts';
import { openDialogHost } from './dialog-host.ts';
import { createDockPanel, type DockPanel } from './dock-panel.ts';
import type { Emitter } from './emitter.ts';
import { openPrompts } from './prompts.ts';
import { createProvider, type Eip1193Provider } from './provider.ts';
import type { Replay, ReplayStatus } from './replay.ts';
import type { StateStore } from './state.ts';

interface WalletOptions {
  root: ShadowRoot;
  state: StateStore;
  events: Emitter;
}

export interface Wallet {
  provider: Eip1193Provider;
  /** Opens the wallet's own dialog. */
  open(): void;
  createDockPanel(replay: Replay, onClockChange: (status: ReplayStatus | null) => void): DockPanel;
}

/** Creates the wallet. Its code loads on the first request or click. */
export function createWallet({ root, state, events }: WalletOptions): Wallet {
  const chain = connectLocalChain();
  const prompts = openPrompts(openDialogHost(root), chain, state);
  const open = prompts.openWallet;
  return {
    provider: createProvider(chain, state, prompts, events),
    open,
    createDockPanel: (replay, onClockChange) =>
      createDockPanel({ chain, state, replay, onClockChange, openWallet: open }),
  };
}
