import type { Page } from '@playwright/test';
import { type Hex, hexToNumber, numberToHex } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { sendTransaction, type Transaction } from './send-transaction.ts';

/** An error of a wallet. */
export interface WalletFailure {
  code: number;
  message: string;
}
export const REJECTED: WalletFailure = { code: 4001, message: 'User rejected the request.' };

interface FakeWalletOptions {
  name: string;
  keys: Hex[];
  /** The RPC behind its chain 480. */
  rpcUrl: string;
  /** The chain it starts on; 480 by default. */
  chainId?: number;
  /** The chains it knows; 480 and 1 by default. */
  known?: number[];
}

/** A wallet extension with real keys, announced like any other. It approves everything unless a failure is set. */
export interface FakeWallet {
  readonly name: string;
  /** The methods that the page called, in order. */
  readonly calls: string[];
  readonly params: Record<string, unknown>;
  /** Failures of the next calls, by method; each applies once. */
  readonly fails: Record<string, WalletFailure>;
  count(method: string): number;
  /** Runs before the wallet responds to a request. */
  onRequest: (method: string) => Promise<void>;
  /** Switches the network in the wallet. */
  setChain(chainId: number): Promise<void>;
  /** Switches the account, by index of the keys. */
  setAccount(index: number): Promise<void>;
  /** The RPC behind its chain 480. */
  rpcUrl: string;
}

type Response = { result: unknown } | { error: WalletFailure };

/** Puts a wallet into every page that this tab opens from now on. */
export async function addWallet(page: Page, options: FakeWalletOptions): Promise<FakeWallet> {
  const wallet = new ExtensionWallet(page, options);
  const bridge = `storyWallet_${options.name.replaceAll(/\W/g, '')}`;
  await page.exposeFunction(bridge, (method: string, params: unknown[]) => wallet.respond(method, params));
  await page.addInitScript(announce, { name: options.name, bridge });
  return wallet;
}

class ExtensionWallet implements FakeWallet {
  readonly name: string;
  readonly calls: string[] = [];
  readonly params: Record<string, unknown> = {};
  readonly fails: Record<string, WalletFailure> = {};
  onRequest = async (_method: string) => {};
  rpcUrl: string;
  readonly #page: Page;
  readonly #accounts: PrivateKeyAccount[];
  readonly #knownChains: Set<number>;
  #chainId: number;
  #account = 0;
  #isConnected = false;

  constructor(page: Page, { name, keys, rpcUrl, chainId = 480, known = [480, 1] }: FakeWalletOptions) {
    this.#page = page;
    this.name = name;
    this.rpcUrl = rpcUrl;
    this.#accounts = keys.map((key) => privateKeyToAccount(key));
    this.#knownChains = new Set(known);
    this.#chainId = chainId;
  }

  count(method: string): number {
    return this.calls.filter((call) => call === method).length;
  }

  async setChain(chainId: number): Promise<void> {
    this.#chainId = chainId;
    await this.#emit('chainChanged', numberToHex(chainId));
  }

  async setAccount(index: number): Promise<void> {
    this.#account = index;
    await this.#emit('accountsChanged', this.#visibleAccounts());
  }

  /** Responds to a request of the page. */
  async respond(method: string, params: unknown[]): Promise<Response> {
    this.calls.push(method);
    this.params[method] = params[0];
    await this.onRequest(method);
    const failure = this.fails[method];
    delete this.fails[method];
    if (failure) return { error: failure };
    try {
      const handler = this.#handlers[method];
      return { result: await (handler ? handler(params) : this.#forward(method, params)) };
    } catch (error) {
      const { code = -32603, message = String(error) } = error as Partial<WalletFailure>;
      return { error: { code, message } };
    }
  }

  /** Methods that the extension handles; it forwards the others to the chain. */
  readonly #handlers: Record<string, (params: unknown[]) => unknown> = {
    eth_accounts: () => this.#visibleAccounts(),
    eth_requestAccounts: () => {
      this.#isConnected = true;
      return this.#visibleAccounts();
    },
    eth_chainId: () => numberToHex(this.#chainId),
    personal_sign: ([raw]) => this.#current().signMessage({ message: { raw: raw as Hex } }),
    eth_sendTransaction: ([transaction]) =>
      sendTransaction(this.#current(), transaction as Transaction, (method, params) =>
        this.#forward(method, params),
      ),
    wallet_switchEthereumChain: async ([to]) => {
      const next = hexToNumber((to as { chainId: Hex }).chainId);
      if (!this.#knownChains.has(next))
        throw { code: 4902, message: 'Unrecognized chain ID. Try adding the chain first.' };
      await this.setChain(next);
      return null;
    },
    // Switches immediately, like the most popular wallet.
    wallet_addEthereumChain: async ([chain]) => {
      const added = hexToNumber((chain as { chainId: Hex }).chainId);
      this.#knownChains.add(added);
      await this.setChain(added);
      return null;
    },
  };

  #current(): PrivateKeyAccount {
    const account = this.#accounts[this.#account];
    if (!account) throw new Error(`${this.name} has no account ${this.#account}`);
    return account;
  }

  #visibleAccounts(): string[] {
    return this.#isConnected ? [this.#current().address] : [];
  }

  async #emit(event: string, value: unknown): Promise<void> {
    await this.#page.evaluate(
      ([name, event, value]) =>
        window.dispatchEvent(new CustomEvent(`fake-wallet:${name}`, { detail: { event, value } })),
      [this.name, event, value] as const,
    );
  }

  async #forward(method: string, params: unknown[]): Promise<unknown> {
    const response = await fetch(this.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { result, error } = (await response.json()) as { result?: unknown; error?: WalletFailure };
    if (error) throw error;
    return result;
  }
}

/** Runs in the page: an EIP-1193 provider, announced as in EIP-6963. */
function announce({ name, bridge }: { name: string; bridge: string }): void {
  const listeners = new Map<string, Set<(value: unknown) => void>>();
  window.addEventListener(`fake-wallet:${name}`, (received) => {
    const { event, value } = (received as CustomEvent<{ event: string; value: unknown }>).detail;
    for (const listener of [...(listeners.get(event) ?? [])]) listener(value);
  });
  const send = (
    window as unknown as Record<string, (method: string, params: unknown[]) => Promise<Response>>
  )[bridge];
  const provider = {
    async request({ method, params = [] }: { method: string; params?: unknown[] }) {
      const outcome = await send?.(method, params);
      if (!outcome) throw new Error('The wallet was removed');
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
  const rdns = `fake.${name.toLowerCase().replaceAll(/\W/g, '-')}`;
  const info = { uuid: crypto.randomUUID(), name, rdns, icon: 'data:image/svg+xml,%3Csvg/%3E' };
  const dispatch = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    );
  window.addEventListener('eip6963:requestProvider', dispatch);
  dispatch();
}
