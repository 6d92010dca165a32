import { createConnector } from 'wagmi';
import type { QrKit } from '../wallet/qr-attempt.ts';
import type { Wagmi } from '../wallet/wagmi-config.ts';
import { ALICE, rejected } from './test-wallet.ts';

type Outcome = { accounts: readonly `0x${string}`[]; chainId: number };

/** QR code wallet without WalletConnect: a connector with a phone that the test controls. */
export class TestPhone {
  /** True if the phone has a session from the last visit. */
  remembered = false;
  disconnects = 0;
  abandoned = 0;
  /** Methods requested so far. */
  readonly calls: string[] = [];
  /** If true, disconnecting never resolves. */
  unresponsive = false;
  #pending: { resolve(outcome: Outcome): void; reject(error: unknown): void } | null = null;
  #displayUri: (uri: string) => void = () => {};
  #approved = new Set<() => void>();

  #request = async ({ method, params = [] }: { method: string; params?: unknown[] }) => {
    this.calls.push(method);
    if (method !== 'personal_sign') throw new Error(`The phone does not support ${method}`);
    return ALICE.signMessage({ message: { raw: params[0] as `0x${string}` } });
  };

  /** Adds the connector to the wallet library. */
  load = async (config: Wagmi): Promise<QrKit> => {
    const session = { accounts: [ALICE.address] as const, chainId: 480 };
    const connector = config._internal.connectors.setup(
      createConnector<unknown>(({ emitter }) => {
        this.#displayUri = (uri) => emitter.emit('message', { type: 'display_uri', data: uri });
        return {
          id: 'walletConnect',
          name: 'WalletConnect',
          type: 'walletConnect',
          connect: (async () => {
            if (this.remembered) return session;
            return new Promise<Outcome>((resolve, reject) => {
              this.#pending = { resolve, reject };
            });
          }) as never,
          disconnect: async () => {
            this.disconnects += 1;
            if (this.unresponsive) await new Promise(() => {});
          },
          getAccounts: async () => session.accounts,
          getChainId: async () => 480,
          getProvider: async () => ({ request: this.#request }),
          isAuthorized: async () => this.remembered,
          onAccountsChanged() {},
          onChainChanged() {},
          onDisconnect: () => emitter.emit('disconnect'),
        };
      }),
    );
    config._internal.connectors.setState((all) => [...all, connector]);
    return {
      connector,
      draw: (uri) => ({ uri, size: 21, path: 'M0 0h1v1h-1z' }),
      abandon: async () => {
        this.abandoned += 1;
      },
      onApproved: async (listener) => {
        this.#approved.add(listener);
        return () => void this.#approved.delete(listener);
      },
    };
  };

  /** Simulates that the relay has accepted the proposal. */
  showCode = (uri = 'wc:code') => this.#displayUri(uri);
  /** Simulates that the user has approved, but the session has not arrived yet. */
  approve = () => {
    for (const listener of this.#approved) listener();
  };
  accept = () => this.#pending?.resolve({ accounts: [ALICE.address], chainId: 480 });
  reject = (error: unknown = rejected()) => this.#pending?.reject(error);
}
