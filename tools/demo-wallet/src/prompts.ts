import { ACCOUNT_NAMES } from './accounts.ts';
import type { LocalChain } from './chain.ts';
import type { DialogHost } from './dialog-host.ts';
import { connectDialog, networkDialog, sendDialog, signDialog, walletDialog } from './dialogs.ts';
import type { SendRequest, SignRequest } from './requests.ts';
import type { StateStore } from './state.ts';

/** Asks the user; each prompt resolves to whether the request was approved. */
export interface Prompts {
  connect(): Promise<boolean>;
  sign(request: SignRequest): Promise<boolean>;
  send(request: SendRequest): Promise<boolean>;
  switchChain(chainName: string): Promise<boolean>;
  addChain(chainName: string): Promise<boolean>;
}

export function openPrompts(
  host: DialogHost,
  chain: LocalChain,
  state: StateStore,
): Prompts & { openWallet(): void } {
  const name = () => ACCOUNT_NAMES[state.get().account] ?? '';
  const yes = async (answer: Promise<boolean | null>) => (await answer) === true;

  async function choose() {
    const choice = await host.ask(walletDialog(await chain.addresses(), state.get()));
    if (choice === 'disconnect') state.set({ approved: false });
    else if (choice && choice !== 'cancel') state.set(choice);
  }
  // Presses while the wallet's code comes arrive together.
  let isOpen = false;
  async function openWallet() {
    if (isOpen) return;
    isOpen = true;
    await choose().finally(() => {
      isOpen = false;
    });
  }

  return {
    async connect() {
      const choice = await host.ask(connectDialog(await chain.addresses(), state.get()));
      if (!choice || choice === 'reject') return false;
      state.set(choice);
      return true;
    },
    sign: (request) => yes(host.ask(signDialog(name(), request))),
    send: (request) => yes(host.ask(sendDialog(name(), request))),
    switchChain: (chainName) =>
      yes(host.ask(networkDialog(`Switch to ${chainName}?`, `${location.host} asks to change the network.`))),
    addChain: (chainName) =>
      yes(
        host.ask(networkDialog(`Add ${chainName}?`, `${location.host} asks to add this network and use it.`)),
      ),
    openWallet: () => void openWallet(),
  };
}
