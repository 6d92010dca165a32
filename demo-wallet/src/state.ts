import { PEOPLE } from './people.ts';

/** What the wallet remembers between visits. */
export interface WalletState {
  /** The page may see the account. */
  approved: boolean;
  /** Index in PEOPLE. */
  account: number;
  /** Pretends to be on Ethereum Mainnet until it is asked to switch. */
  elsewhere: boolean;
  /** Answers a switch to the local chain with 4902 until the chain was added. */
  forgetful: boolean;
}

export interface StateStore {
  get(): WalletState;
  /** Changes and remembers. */
  set(change: Partial<WalletState>): void;
  /** Hears of every change, in this tab and in others. */
  subscribe(listener: (now: WalletState, before: WalletState) => void): void;
}

const KEY = 'touchline-demo-wallet';
// The first player, not the admin: what most people want to try.
const FIRST: WalletState = { approved: false, account: 1, elsewhere: false, forgetful: false };

export function openState(storage: Storage = localStorage): StateStore {
  let state = read(storage.getItem(KEY));
  const listeners: ((now: WalletState, before: WalletState) => void)[] = [];

  function become(next: WalletState) {
    const before = state;
    state = next;
    for (const listener of listeners) listener(next, before);
  }

  window.addEventListener('storage', (event) => {
    if (event.key === KEY) become(read(event.newValue));
  });

  return {
    get: () => state,
    set(change) {
      const next = { ...state, ...change };
      storage.setItem(KEY, JSON.stringify(next));
      become(next);
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
      typeof stored.account === 'number' && PEOPLE[stored.account] ? stored.account : FIRST.account;
    return {
      approved: stored.approved === true,
      account,
      elsewhere: stored.elsewhere === true,
      forgetful: stored.forgetful === true,
    };
  } catch {
    return FIRST;
  }
}
