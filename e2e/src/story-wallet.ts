import type { Page } from '@playwright/test';
import { type Hex, hexToNumber, numberToHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

/** A failure as wallets raise it. */
export interface WalletFailure {
  code: number;
  message: string;
}
export const REJECTED: WalletFailure = { code: 4001, message: 'User rejected the request.' };

interface StoryWalletOptions {
  name: string;
  keys: Hex[];
  /** The RPC behind its chain 480. */
  rpcUrl: string;
  /** Where it stands at first; 480 unless given. */
  chainId?: number;
  /** Chains that it knows; 480 and 1 unless given. */
  known?: number[];
}

/** A wallet extension that stories play with: announced like any other, with real keys, saying yes unless told otherwise. */
export interface StoryWallet {
  readonly name: string;
  /** Every method that the page has asked for, in order. */
  readonly calls: string[];
  readonly params: Record<string, unknown>;
  /** Failures of the next calls, by method; each is used once. */
  readonly fails: Record<string, WalletFailure>;
  count(method: string): number;
  /** The user moves to another network in the wallet. */
  setChain(chainId: number): Promise<void>;
  /** The user picks another account; its index among the keys. */
  setAccount(index: number): Promise<void>;
  /** The RPC behind its chain 480. */
  rpcUrl: string;
}

type Answer = { result: unknown } | { error: WalletFailure };

/** Puts a wallet into every page that this tab opens from now on. */
export async function addWallet(page: Page, options: StoryWalletOptions): Promise<StoryWallet> {
  const accounts = options.keys.map((key) => privateKeyToAccount(key));
  const known = new Set(options.known ?? [480, 1]);
  let chainId = options.chainId ?? 480;
  let current = 0;
  let allowed = false;

  const wallet: StoryWallet = {
    name: options.name,
    rpcUrl: options.rpcUrl,
    calls: [],
    params: {},
    fails: {},
    count: (method) => wallet.calls.filter((call) => call === method).length,
    async setChain(next) {
      chainId = next;
      await emit('chainChanged', numberToHex(next));
    },
    async setAccount(index) {
      current = index;
      await emit('accountsChanged', seen());
    },
  };
  const account = () => {
    const chosen = accounts[current];
    if (!chosen) throw new Error(`${options.name} has no account ${current}`);
    return chosen;
  };
  const seen = () => (allowed ? [account().address] : []);
  const emit = (event: string, value: unknown) =>
    page.evaluate(
      ([name, event, value]) =>
        window.dispatchEvent(new CustomEvent(`story-wallet:${name}`, { detail: { event, value } })),
      [options.name, event, value] as const,
    );

  /** What the extension answers itself; everything else goes to the chain. */
  const own: Record<string, (params: unknown[]) => unknown> = {
    eth_accounts: seen,
    eth_requestAccounts: () => {
      allowed = true;
      return seen();
    },
    eth_chainId: () => numberToHex(chainId),
    personal_sign: ([raw]) => account().signMessage({ message: { raw: raw as Hex } }),
    eth_sendTransaction: ([transaction]) => send(transaction as { to: Hex; data: Hex }),
    wallet_switchEthereumChain: async ([to]) => {
      const next = hexToNumber((to as { chainId: Hex }).chainId);
      if (!known.has(next))
        throw { code: 4902, message: 'Unrecognized chain ID. Try adding the chain first.' };
      await wallet.setChain(next);
      return null;
    },
    // Like the one that most people have, it goes there at once.
    wallet_addEthereumChain: async ([chain]) => {
      const added = hexToNumber((chain as { chainId: Hex }).chainId);
      known.add(added);
      await wallet.setChain(added);
      return null;
    },
  };

  async function send({ to, data }: { to: Hex; data: Hex }): Promise<unknown> {
    const from = account().address;
    const [nonce, gas, price] = (await Promise.all([
      forward('eth_getTransactionCount', [from, 'pending']),
      forward('eth_estimateGas', [{ from, to, data }]),
      forward('eth_gasPrice', []),
    ])) as [Hex, Hex, Hex];
    const signed = await account().signTransaction({
      ...{ to, data, chainId: 480, type: 'eip1559', nonce: hexToNumber(nonce), gas: BigInt(gas) * 2n },
      maxFeePerGas: BigInt(price) * 2n,
      maxPriorityFeePerGas: 1n,
    });
    return forward('eth_sendRawTransaction', [signed]);
  }

  async function forward(method: string, params: unknown[]): Promise<unknown> {
    const answer = await fetch(wallet.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { result, error } = (await answer.json()) as { result?: unknown; error?: WalletFailure };
    if (error) throw error;
    return result;
  }

  async function answer(method: string, params: unknown[]): Promise<Answer> {
    wallet.calls.push(method);
    wallet.params[method] = params[0];
    const failure = wallet.fails[method];
    delete wallet.fails[method];
    if (failure) return { error: failure };
    const perform = own[method];
    try {
      return { result: await (perform ? perform(params) : forward(method, params)) };
    } catch (error) {
      const { code = -32603, message = String(error) } = error as Partial<WalletFailure>;
      return { error: { code, message } };
    }
  }

  const door = `storyWallet_${options.name.replaceAll(/\W/g, '')}`;
  await page.exposeFunction(door, answer);
  await page.addInitScript(announce, { name: options.name, door });
  return wallet;
}

/** Runs in the page: an EIP-1193 provider, announced as EIP-6963 wants it. */
function announce({ name, door }: { name: string; door: string }): void {
  const listeners = new Map<string, Set<(value: unknown) => void>>();
  window.addEventListener(`story-wallet:${name}`, (heard) => {
    const { event, value } = (heard as CustomEvent<{ event: string; value: unknown }>).detail;
    for (const listener of [...(listeners.get(event) ?? [])]) listener(value);
  });
  const ask = (window as unknown as Record<string, (method: string, params: unknown[]) => Promise<Answer>>)[
    door
  ];
  const provider = {
    async request({ method, params = [] }: { method: string; params?: unknown[] }) {
      const outcome = await ask?.(method, params);
      if (!outcome) throw new Error('The wallet is not there');
      if ('error' in outcome)
        throw Object.assign(new Error(outcome.error.message), { code: outcome.error.code });
      return outcome.result;
    },
    on(event: string, listener: (value: unknown) => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    removeListener: (event: string, listener: (value: unknown) => void) =>
      listeners.get(event)?.delete(listener),
  };
  const rdns = `story.${name.toLowerCase().replaceAll(/\W/g, '-')}`;
  const info = { uuid: crypto.randomUUID(), name, rdns, icon: 'data:image/svg+xml,%3Csvg/%3E' };
  const say = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    );
  window.addEventListener('eip6963:requestProvider', say);
  say();
}
