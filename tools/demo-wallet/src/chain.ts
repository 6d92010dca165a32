import { ProviderError } from './errors.ts';
import { once } from './once.ts';

/** Connection data of the local chain, from the gateway's /api/config. */
export interface ChainInfo {
  rpcUrl: string;
  /** Hexadecimal, with 0x. */
  chainId: string;
  chainName: string;
  token: { address: string; symbol: string; decimals: number };
}

export interface LocalChain {
  info(): Promise<ChainInfo>;
  /** The chain's own accounts in lower case, ordered by their index in the development mnemonic. */
  addresses(): Promise<string[]>;
  /** Sends a JSON-RPC request. The chain signs for its own accounts. @throws ProviderError */
  call(method: string, params: unknown): Promise<unknown>;
}

interface ConfigResponse {
  data: {
    chain: { id: number; name: string; rpc: string };
    token: { address: string; symbol: string; decimals: number };
  };
}

interface RpcResponse {
  result?: unknown;
  error?: { code: number; message: string };
}

export function connectLocalChain(send: typeof fetch = (input, init) => fetch(input, init)): LocalChain {
  const info = once(async (): Promise<ChainInfo> => {
    const response = await send('/api/config', { headers: { accept: 'application/json' } });
    if (!response.ok)
      throw new ProviderError(4900, "Touchline can't be reached. Check your connection and try again.");
    const { data } = (await response.json()) as ConfigResponse;
    return {
      rpcUrl: data.chain.rpc,
      chainId: `0x${data.chain.id.toString(16)}`,
      chainName: data.chain.name,
      token: { ...data.token, address: data.token.address.toLowerCase() },
    };
  });

  async function call(method: string, params: unknown): Promise<unknown> {
    const { rpcUrl } = await info();
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    const response = await send(rpcUrl, init).catch(() => {
      throw new ProviderError(4900, "The local chain can't be reached. Try again in a moment.");
    });
    const { result, error } = (await response.json()) as RpcResponse;
    if (error) throw new ProviderError(error.code, error.message);
    return result;
  }

  const addresses = once(async () => {
    const list = (await call('eth_accounts', [])) as string[];
    return list.map((address) => address.toLowerCase());
  });
  return { info, addresses, call };
}
