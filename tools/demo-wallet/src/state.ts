import { ACCOUNT_NAMES } from './accounts.ts';

/** What the wallet stores between visits. */
export interface WalletState {
  /** Whether the page may see the account. */
  approved: boolean;
  /** Index in ACCOUNT_NAMES. */
  account: number;
  /** Pretends to be on Ethereum Mainnet until asked to switch. */
  onWrongChain: boolean;
  /** Answers a switch to the local chain with 4902 until the chain is added. */
  hidesLocalChain: boolean;
}

export interface StateStore {
  get(): WalletState;
  set(change: Partial<WalletState>): void;
  /** Called after every change, in this and other tabs. */
  subscribe(listener: (now: WalletState, before: WalletState) => void): void;
}

const KEY = 'touchline-demo-wallet';
// The first player rather than the admin.
const INITIAL: WalletState = { approved: false, account: 1, onWrongChain: false, hidesLocalChain: false };

export function openState(storage: Storage = localStorage): StateStore {
  let state = read(storage.getItem(KEY));
  const listeners: ((now: WalletState, before: WalletState) => void)[] = [];

  function update(next: WalletState) {
    const before = state;
    state = next;
    for (const listener of listeners) listener(next, before);
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
