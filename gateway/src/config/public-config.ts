import { type Config, config } from '@touchline/api/http/config';
import { type Routes, route } from '@touchline/service-kit/http/route';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import type { GatewayEnv } from '../env.ts';
import { createFeatures } from './features.ts';

/** Name and currency of the specified chain, as wallets show them (OPEN-01: Ether, ETH). */
const CHAIN_NAME = 'WorldChain Mainnet';
const ETHER = { name: 'Ether', symbol: 'ETH', decimals: 18 };

const buildWalletConnect = (env: GatewayEnv): Config['walletconnect'] =>
  env.WALLETCONNECT_PROJECT_ID
    ? { project_id: env.WALLETCONNECT_PROJECT_ID, relay_url: env.WALLETCONNECT_RELAY_URL }
    : null;

/** Returns the RPC for browsers and wallets. */
export const getPublicRpc = ({ PUBLIC_RPC_URL, RPC_URL }: GatewayEnv): string =>
  PUBLIC_RPC_URL ?? RPC_URL[0]!;

/** Configuration for browsers. */
export type PublicConfig = ReturnType<typeof createPublicConfig>;

/** @param now epoch ms */
export function createPublicConfig(bus: Bus, env: GatewayEnv, now: () => number) {
  const features = createFeatures(bus, env);
  const read = async () => buildConfig(env, await features.read(), now());
  return {
    addRoutes: (routes: Routes) => route(routes, config, read),
    read,
    /** Receives every event. */
    onEvent: features.onEvent,
  };
}

function buildConfig(env: GatewayEnv, features: Config['features'], serverTime: number): Config {
  return {
    chain: {
      id: env.CHAIN_ID,
      name: CHAIN_NAME,
      currency: ETHER,
      rpc: getPublicRpc(env),
      explorer: env.EXPLORER_URL,
    },
    token: { address: env.TOKEN_ADDRESS, symbol: 'FOOTBALL', decimals: 18 },
    treasury_wallet: env.TREASURY_WALLET,
    staking_wallet: env.STAKING_WALLET,
    walletconnect: buildWalletConnect(env),
    features,
    calendar: env.CALENDAR,
    links: env.LINKS,
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    server_time: serverTime,
  };
}
