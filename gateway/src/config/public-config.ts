import {
  gamesSwitchesChanged,
  gamesSwitchesRequest,
  stakingSwitchesChanged,
  stakingSwitchesRequest,
} from '@touchline/api/events/admin-services';
import type { AdminSwitch } from '@touchline/api/http/admin-controls';
import { type Config, config } from '@touchline/api/http/config';
import { type Routes, route } from '@touchline/service-kit/http/route';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { request } from '@touchline/service-kit/messaging/request';
import { createTimedRead } from '@touchline/service-kit/process/shared-work';
import type { GatewayEnv } from '../env.ts';

type Features = Config['features'];
type SwitchesReply = { switches: AdminSwitch[] };

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

/** A page waits for this: a service that hangs must not block it. */
const TIMEOUT_MS = 500;
/** Cache time of the switches; limits the delay if the event of a change is lost. */
const CACHE_MS = 200;

/**
 * Reads the switches from the services that own them, a few times per second regardless of the number of pages. While a
 * service is down, its last reply is used.
 */
function createFeatures(bus: Bus, env: GatewayEnv) {
  const games = rememberLast(() => request(bus, gamesSwitchesRequest, {}, { timeoutMs: TIMEOUT_MS }));
  const staking = rememberLast(() => request(bus, stakingSwitchesRequest, {}, { timeoutMs: TIMEOUT_MS }));
  const features = createTimedRead<Features>(CACHE_MS, async () => {
    const switches = (await Promise.all([games(), staking()])).flat();
    const isOn = (name: AdminSwitch['name']) => switches.find((each) => each.name === name)?.on ?? true;
    return {
      tournaments: env.FEATURE_TOURNAMENTS && isOn('tournaments'),
      paid_games: env.FEATURE_PAID_GAMES && isOn('paid_games'),
      staking: isOn('staking'),
    };
  });

  return {
    /** Reads the features that the deployment and the administrators currently allow. */
    read: features.read,
    /** Receives every event. After the event of a changed switch, `read` returns no older value. */
    onEvent(subject: string) {
      if (CHANGES.has(subject)) features.forget();
    },
  };
}

const CHANGES = new Set([gamesSwitchesChanged.subject, stakingSwitchesChanged.subject]);

/** Returns the switches of a service, or its last ones when it does not reply; none before its first reply. */
function rememberLast(read: () => Promise<SwitchesReply>): () => Promise<AdminSwitch[]> {
  let last: AdminSwitch[] = [];
  return async () => {
    last = await read().then(
      ({ switches }) => switches,
      () => last,
    );
    return last;
  };
}
