import type { Config } from '@touchline/api/http/config';
import type { Bus } from '@touchline/service-kit/bus';
import type { GatewayEnv } from '../env.ts';
import { createFeatures } from './features.ts';

/** The chain of the specification, as wallets show it (OPEN-01: Ether, ETH). */
const CHAIN_NAME = 'WorldChain Mainnet';
const ETHER = { name: 'Ether', symbol: 'ETH', decimals: 18 };

const walletConnect = (env: GatewayEnv): Config['walletconnect'] =>
  env.WALLETCONNECT_PROJECT_ID
    ? { project_id: env.WALLETCONNECT_PROJECT_ID, relay_url: env.WALLETCONNECT_RELAY_URL }
    : null;

/** The RPC of browsers and wallets. */
export const publicRpc = ({ PUBLIC_RPC_URL, RPC_URL }: GatewayEnv): string => PUBLIC_RPC_URL ?? RPC_URL[0]!;

/** The part of the configuration that browsers need. */
export interface PublicConfig {
  read(): Promise<Config>;
  /** Told of every event. */
  onEvent(subject: string): void;
}

/** @param now epoch ms */
export function createPublicConfig(bus: Bus, env: GatewayEnv, now: () => number): PublicConfig {
  const features = createFeatures(bus, env);
  return {
    read: async () => publicConfig(env, await features.read(), now()),
    onEvent: features.onEvent,
  };
}

function publicConfig(env: GatewayEnv, features: Config['features'], serverTime: number): Config {
  return {
    chain: {
      id: env.CHAIN_ID,
      name: CHAIN_NAME,
      currency: ETHER,
      rpc: publicRpc(env),
      explorer: env.EXPLORER_URL,
    },
    token: { address: env.TOKEN_ADDRESS, symbol: 'FOOTBALL', decimals: 18 },
    treasury_wallet: env.TREASURY_WALLET,
    staking_wallet: env.STAKING_WALLET,
    walletconnect: walletConnect(env),
    features,
    calendar: env.CALENDAR,
    links: env.LINKS,
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    server_time: serverTime,
  };
}
