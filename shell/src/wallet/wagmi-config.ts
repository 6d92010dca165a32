import type { Config as Deployment } from '@touchline/api/http/config';
import { defineChain } from 'viem';
import { createConfig, http } from 'wagmi';
import { injected } from 'wagmi/connectors/injected';

/** CONST-01: the deployment's chain. Its RPC may be a path on our own origin. */
function buildChain({ chain }: Deployment, origin: string) {
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
 * Creates the wallet library's configuration. Its state is stored under `wagmi.*` (WALLET-16). Multicall is off, because a new local
 * chain lacks that contract and every read would fail.
 */
export function createWagmi(deployment: Deployment, origin: string) {
  const chain = buildChain(deployment, origin);
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
