import { http } from 'viem';
import { createConnector } from 'wagmi';
import { connect } from 'wagmi/actions';
import type { Wagmi } from '../wallet/wagmi-config.ts';

interface Call {
  method: string;
  params?: unknown[];
}

/** A wallet whose keys the local chain holds; tests may override the answer to single methods. */
export class ChainWallet {
  readonly calls: Call[] = [];
  readonly answers: Record<string, (params: unknown[]) => unknown> = {};

  constructor(
    readonly address: `0x${string}`,
    /** The RPC that this wallet uses. */
    public rpcUrl: string,
  ) {}

  request = async (call: Call): Promise<unknown> => {
    const { method, params = [] } = call;
    this.calls.push(call);
    const own = this.answers[method];
    return own ? own(params) : this.forward(method, params);
  };
  forward = (method: string, params: readonly unknown[]): Promise<unknown> =>
    http(this.rpcUrl, { retryCount: 0 })({}).request({ method, params });

  count = (method: string) => this.calls.filter((call) => call.method === method).length;

  /** Connects this wallet like the wallet control does. */
  async connect(wagmi: Wagmi): Promise<void> {
    const chainId = async () => Number(await this.request({ method: 'eth_chainId' }));
    const connector = createConnector<unknown>(() => ({
      id: 'chain-wallet',
      name: 'Chain wallet',
      type: 'injected',
      connect: async () => ({ accounts: [this.address] as never, chainId: await chainId() }),
      disconnect: async () => {},
      getAccounts: async () => [this.address],
      getChainId: chainId,
      getProvider: async () => this,
      isAuthorized: async () => true,
      onAccountsChanged() {},
      onChainChanged() {},
      onDisconnect() {},
    }));
    await connect(wagmi, { connector });
  }
}

/** An error like a wallet's. */
export const refusal = (code: number, message: string) => Object.assign(new Error(message), { code });
