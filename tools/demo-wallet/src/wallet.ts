import { localChain } from './chain.ts';
import { openDialogHost } from './dialog-host.ts';
import { createDockPanel, type DockPanel } from './dock-panel.ts';
import type { Emitter } from './emitter.ts';
import { openPrompts } from './prompts.ts';
import { createProvider, type Eip1193Provider } from './provider.ts';
import type { Replay, ReplayStatus } from './replay.ts';
import type { StateStore } from './state.ts';

interface WalletParts {
  root: ShadowRoot;
  state: StateStore;
  events: Emitter;
}

export interface Wallet {
  provider: Eip1193Provider;
  /** Opens the wallet's own dialog. */
  open(): void;
  dockPanel(replay: Replay, moved: (status: ReplayStatus | null) => void): DockPanel;
}

/** The wallet itself: its code comes with the first request or press. */
export function createWallet({ root, state, events }: WalletParts): Wallet {
  const chain = localChain();
  const prompts = openPrompts(openDialogHost(root), chain, state);
  const open = prompts.openWallet;
  return {
    provider: createProvider(chain, state, prompts, events),
    open,
    dockPanel: (replay, moved) => createDockPanel({ chain, state, replay, moved, openWallet: open }),
  };
}
