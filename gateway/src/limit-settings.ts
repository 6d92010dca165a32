import type { Database } from '@touchline/service-kit/data/database';
import { createMemoryCounts } from '@touchline/service-kit/http/rate-limit';
import type { GatewayEnv } from './env.ts';
import { createLimits, type LimitSettings, type Limits } from './limits/limits.ts';
import { createSharedCounts } from './limits/shared-counts.ts';

/** Creates the limits of the environment. */
export function createGatewayLimits(env: GatewayEnv, db: Database): Limits {
  const local = createMemoryCounts();
  return createLimits(readLimitSettings(env), local, createSharedCounts(db, local));
}

const readLimitSettings = (env: GatewayEnv): LimitSettings => ({
  address: env.RATE_LIMIT_ADDRESS_PER_MINUTE,
  files: env.RATE_LIMIT_FILES_ADDRESS_PER_MINUTE,
  loginAddress: env.RATE_LIMIT_LOGIN_ADDRESS_PER_MINUTE,
  loginWallet: env.RATE_LIMIT_LOGIN_WALLET_PER_MINUTE,
  wrappedSignature: env.RATE_LIMIT_WRAPPED_SIGNATURE_ADDRESS_PER_MINUTE,
  loginFailures: env.RATE_LIMIT_LOGIN_FAILURES,
  refreshSession: env.RATE_LIMIT_REFRESH_SESSION_PER_MINUTE,
  liveStreams: { perAddress: env.MAX_LIVE_STREAMS_PER_ADDRESS, total: env.MAX_LIVE_STREAMS },
  unfinishedBodies: env.MAX_UNFINISHED_BODIES_PER_ADDRESS,
  endpoints: {
    leaderboard: env.RATE_LIMIT_LEADERBOARD_ADDRESS_PER_MINUTE,
    join: env.RATE_LIMIT_JOIN_WALLET_PER_MINUTE,
    stake: env.RATE_LIMIT_STAKE_WALLET_PER_MINUTE,
    tournament: env.RATE_LIMIT_TOURNAMENT_WALLET_PER_MINUTE,
    lineup: env.RATE_LIMIT_LINEUP_WALLET_PER_MINUTE,
    league: env.RATE_LIMIT_LEAGUE_WALLET_PER_MINUTE,
    leagueCode: env.RATE_LIMIT_LEAGUE_CODE_ADDRESS_PER_MINUTE,
    report: env.RATE_LIMIT_REPORT_ADDRESS_PER_MINUTE,
    adminList: env.RATE_LIMIT_ADMIN_LIST_WALLET_PER_MINUTE,
  },
});
