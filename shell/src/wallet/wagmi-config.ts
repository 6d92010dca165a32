import type { Config as Deployment } from '@touchline/api/http/config';
import { defineChain } from 'viem';
import { createConfig, http } from 'wagmi';
import { injected } from 'wagmi/connectors/injected';

/** CONST-01: the product's chain as the deployment names it; its RPC may be a path of our own origin. */
export function chainOf({ chain }: Deployment, origin: string) {
  return defineChain({
    id: chain.id,
    name: chain.name,
    nativeCurrency: chain.currency,
    rpcUrls: { default: { http: [new URL(chain.rpc, origin).href] } },
    blockExplorers: { default: { name: 'Explorer', url: chain.explorer } },
    blockTime: 2_000,
  });
}

/**
 * The wallet library's configuration. State is kept under `wagmi.*` (WALLET-16). Reads are not gathered through a Multicall
 * contract: a fresh local chain has none, and every read would fail.
 */
export function createWagmi(deployment: Deployment, origin: string) {
  const chain = chainOf(deployment, origin);
  return createConfig({
    chains: [chain],
    connectors: [injected({ shimDisconnect: true })],
    multiInjectedProviderDiscovery: true,
    batch: { multicall: false },
    transports: {
      // CONST-02
      [chain.id]: http(chain.rpcUrls.default.http[0], {
        timeout: 10_000,
        retryCount: 3,
        retryDelay: 150,
        batch: { batchSize: 1000 },
      }),
    },
  });
}

export type Wagmi = ReturnType<typeof createWagmi>;
