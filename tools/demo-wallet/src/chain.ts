import { ProviderError } from './errors.ts';

/** The local chain, from the gateway's /api/config. */
export interface ChainFacts {
  rpcUrl: string;
  /** As hex. */
  chainId: string;
  chainName: string;
  token: { address: string; symbol: string; decimals: number };
}

export interface LocalChain {
  facts(): Promise<ChainFacts>;
  /** The chain's own accounts in lower case, by index in the development mnemonic. */
  addresses(): Promise<string[]>;
  /** Calls the chain, which also signs for its own accounts. @throws ProviderError */
  call(method: string, params: unknown): Promise<unknown>;
}

interface ConfigAnswer {
  data: {
    chain: { id: number; name: string; rpc: string };
    token: { address: string; symbol: string; decimals: number };
  };
}

interface RpcAnswer {
  result?: unknown;
  error?: { code: number; message: string };
}

export function localChain(send: typeof fetch = (input, init) => fetch(input, init)): LocalChain {
  const facts = cachedOnSuccess(async (): Promise<ChainFacts> => {
    const response = await send('/api/config', { headers: { accept: 'application/json' } });
    if (!response.ok) throw new ProviderError(4900, 'Touchline does not answer.');
    const { data } = (await response.json()) as ConfigAnswer;
    return {
      rpcUrl: data.chain.rpc,
      chainId: `0x${data.chain.id.toString(16)}`,
      chainName: data.chain.name,
      token: { ...data.token, address: data.token.address.toLowerCase() },
    };
  });

  async function call(method: string, params: unknown): Promise<unknown> {
    const { rpcUrl } = await facts();
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    const response = await send(rpcUrl, init).catch(() => {
      throw new ProviderError(4900, 'The local chain does not answer.');
    });
    const { result, error } = (await response.json()) as RpcAnswer;
    if (error) throw new ProviderError(error.code, error.message);
    return result;
  }

  const addresses = cachedOnSuccess(async () => {
    const list = (await call('eth_accounts', [])) as string[];
    return list.map((address) => address.toLowerCase());
  });
  return { facts, addresses, call };
}

/** Caches a success; retries after a failure. */
function cachedOnSuccess<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}
