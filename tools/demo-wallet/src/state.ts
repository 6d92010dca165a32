import { ACCOUNT_NAMES } from './accounts.ts';

/** State of the wallet, stored between visits. */
export interface WalletState {
  /** True if the page may see the account. */
  approved: boolean;
  /** Index in ACCOUNT_NAMES. */
  account: number;
  /** Reports Ethereum Mainnet until the page requests a switch. */
  onWrongChain: boolean;
  /** Rejects a switch to the local chain with 4902 until the chain is added. */
  hidesLocalChain: boolean;
}

export interface StateStore {
  get(): WalletState;
  set(change: Partial<WalletState>): void;
  /** Called after every change, in this and other tabs. */
  subscribe(listener: (current: WalletState, previous: WalletState) => void): void;
}

const KEY = 'touchline-demo-wallet';
// Selects the first player instead of the admin.
const INITIAL: WalletState = { approved: false, account: 1, onWrongChain: false, hidesLocalChain: false };

export function openState(storage: Storage = localStorage): StateStore {
  let state = read(storage.getItem(KEY));
  const listeners: ((current: WalletState, previous: WalletState) => void)[] = [];

  function update(next: WalletState) {
    const previous = state;
    state = next;
    for (const listener of listeners) listener(next, previous);
  }

  window.addEventListener('storage', (event) => {
    if (event.key === KEY) update(read(event.newValue));
  });

  return {
    get: () => state,
    set(change) {
      const next = { ...state, ...change };
      storage.setItem(KEY, JSON.stringify(next));
      update(next);
    },
    subscribe: (listener) => {
      listeners.push(listener);
    },
  };
}

function read(text: string | null): WalletState {
  try {
    const stored = JSON.parse(text ?? '{}') as Partial<Record<keyof WalletState, unknown>>;
    const account =
      typeof stored.account === 'number' && ACCOUNT_NAMES[stored.account] ? stored.account : INITIAL.account;
    return {
      approved: stored.approved === true,
      account,
      onWrongChain: stored.onWrongChain === true,
      hidesLocalChain: stored.hidesLocalChain === true,
    };
  } catch {
    return INITIAL;
  }
}
