import type { LocalChain } from './chain.ts';
import { connectDialog, networkDialog, sendDialog, signDialog, walletDialog } from './dialogs.ts';
import { PEOPLE } from './people.ts';
import type { Owner } from './provider.ts';
import type { Stage } from './stage.ts';
import type { StateStore } from './state.ts';

/** Asks the person in front of the screen. */
export function personAt(stage: Stage, chain: LocalChain, state: StateStore): Owner & { openWallet(): void } {
  const name = () => PEOPLE[state.get().account] ?? '';
  const yes = async (answer: Promise<boolean | null>) => (await answer) === true;

  async function openWallet() {
    const choice = await stage.ask(walletDialog(await chain.addresses(), state.get()));
    if (choice === 'disconnect') state.set({ approved: false });
    else if (choice && choice !== 'cancel') state.set(choice);
  }

  return {
    async connect() {
      const choice = await stage.ask(connectDialog(await chain.addresses(), state.get()));
      if (!choice || choice === 'reject') return false;
      state.set(choice);
      return true;
    },
    sign: (request) => yes(stage.ask(signDialog(name(), request))),
    send: (request) => yes(stage.ask(sendDialog(name(), request))),
    switchChain: (chainName) =>
      yes(
        stage.ask(networkDialog(`Switch to ${chainName}?`, `${location.host} asks to change the network.`)),
      ),
    addChain: (chainName) =>
      yes(
        stage.ask(
          networkDialog(`Add ${chainName}?`, `${location.host} asks to add this network and use it.`),
        ),
      ),
    openWallet: () => void openWallet(),
  };
}
