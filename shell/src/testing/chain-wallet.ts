import { http } from 'viem';
import { createConnector } from 'wagmi';
import { connect } from 'wagmi/actions';
import type { Wagmi } from '../wallet/wagmi-config.ts';

interface RpcRequest {
  method: string;
  params?: unknown[];
}

/** A wallet whose keys are stored in the local chain. Tests can override single methods with `handlers`. */
export class ChainWallet {
  readonly calls: RpcRequest[] = [];
  readonly handlers: Record<string, (params: unknown[]) => unknown> = {};

  constructor(
    readonly address: `0x${string}`,
    /** The RPC that this wallet uses. */
    public rpcUrl: string,
  ) {}

  request = async (request: RpcRequest): Promise<unknown> => {
    const { method, params = [] } = request;
    this.calls.push(request);
    const handler = this.handlers[method];
    return handler ? handler(params) : this.forward(method, params);
  };
  forward = (method: string, params: readonly unknown[]): Promise<unknown> =>
    http(this.rpcUrl, { retryCount: 0 })({}).request({ method, params });

  count = (method: string) => this.calls.filter((call) => call.method === method).length;

  /** Connects this wallet in the same way as the wallet control. */
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

/** Creates an error with a code, like a wallet's. */
export const walletError = (code: number, message: string) => Object.assign(new Error(message), { code });
