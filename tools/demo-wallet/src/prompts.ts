import { ACCOUNT_NAMES } from './accounts.ts';
import type { LocalChain } from './chain.ts';
import type { DialogHost } from './dialog-host.ts';
import {
  batchDialog,
  connectDialog,
  networkDialog,
  sendDialog,
  signDialog,
  walletDialog,
} from './dialogs.ts';
import type { SendRequest, SignRequest } from './requests.ts';
import type { StateStore } from './state.ts';

/** Prompts for user approval. Each resolves to true if the user approved the request. */
export interface Prompts {
  connect(): Promise<boolean>;
  sign(request: SignRequest): Promise<boolean>;
  send(request: SendRequest): Promise<boolean>;
  /** Several transactions with one confirmation. */
  sendBatch(requests: readonly SendRequest[]): Promise<boolean>;
  switchChain(chainName: string): Promise<boolean>;
  addChain(chainName: string): Promise<boolean>;
}

export function openPrompts(
  host: DialogHost,
  chain: LocalChain,
  state: StateStore,
): Prompts & { openWallet(): void } {
  const getAccountName = () => ACCOUNT_NAMES[state.get().account] ?? '';
  const isApproved = async (result: Promise<boolean | null>) => (await result) === true;

  async function promptChoice() {
    const choice = await host.prompt(walletDialog(await chain.addresses(), state.get()));
    if (choice === 'disconnect') state.set({ approved: false });
    else if (choice && choice !== 'cancel') state.set(choice);
  }
  // Clicks made while the wallet's code loads arrive together.
  let isOpen = false;
  async function openWallet() {
    if (isOpen) return;
    isOpen = true;
    await promptChoice().finally(() => {
      isOpen = false;
    });
  }

  return {
    async connect() {
      const choice = await host.prompt(connectDialog(await chain.addresses(), state.get()));
      if (!choice || choice === 'reject') return false;
      state.set(choice);
      return true;
    },
    sign: (request) => isApproved(host.prompt(signDialog(getAccountName(), request))),
    send: (request) => isApproved(host.prompt(sendDialog(getAccountName(), request))),
    sendBatch: (requests) => isApproved(host.prompt(batchDialog(getAccountName(), requests))),
    switchChain: (chainName) =>
      isApproved(
        host.prompt(
          networkDialog(
            `Switch to ${chainName}?`,
            `${location.host} wants to switch your wallet to this network.`,
          ),
        ),
      ),
    addChain: (chainName) =>
      isApproved(
        host.prompt(
          networkDialog(
            `Add ${chainName}?`,
            `${location.host} wants to add this network to your wallet and switch to it.`,
          ),
        ),
      ),
    openWallet: () => void openWallet(),
  };
}
