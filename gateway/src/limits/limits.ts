import type { LimitName } from '@touchline/api/limits';
import type { GatewayEnv } from '../env.ts';
import {
  addressKey,
  type Counts,
  createConcurrencyLimit,
  createRateLimit,
  type RateLimit,
  rateLimited,
  SITE_FACTOR,
  siteKey,
} from './client-limits.ts';

/** A rate limit by client address. */
export interface AddressLimit {
  /** @throws TouchlineError RATE_LIMITED when the network (IPv4 address, IPv6 /64) or the site (IPv6 /48) has exceeded it */
  take(address: string): Promise<void>;
}

/**
 * Rate limits of the site. Limits of sign-in, of wallets and of codes of leagues are shared by all replicas. The others protect
 * this process and are counted in memory, because they apply to every request and must not cost a query.
 */
export type Limits = ReturnType<typeof createLimits>;

/** Limits that endpoints declare. */
export type EndpointLimits = Limits['endpoints'];

const MINUTE = 60;
const MAX_AUDITED_REJECTIONS = 30;
const FAILURE_WINDOW = 15 * MINUTE;

/** `local` counts in this process, `shared` for all replicas. */
export function createLimits(env: GatewayEnv, local: Counts, shared: Counts) {
  const perMinute = (counts: Counts, name: string, points: number) =>
    createRateLimit(counts, { name, points, seconds: MINUTE });
  const byAddress = (counts: Counts, name: string, points: number) =>
    createAddressLimit((times) => perMinute(counts, `${name}-x${times}`, points * times));
  return {
    /** API requests and pages, per address. */
    address: byAddress(local, 'address', env.RATE_LIMIT_ADDRESS_PER_MINUTE),
    /** Files, per address; high, because one page loads many. */
    files: byAddress(local, 'files', env.RATE_LIMIT_FILES_ADDRESS_PER_MINUTE),
    /** Open streams of /api/live, per address and in total. */
    liveStreams: createConcurrencyLimit({
      perAddress: env.MAX_LIVE_STREAMS_PER_ADDRESS,
      total: env.MAX_LIVE_STREAMS,
      noun: 'live streams',
      retryAfterSeconds: MINUTE,
    }),
    /** Requests with an incomplete body, per address. */
    unfinishedBodies: createConcurrencyLimit({
      perAddress: env.MAX_UNFINISHED_BODIES_PER_ADDRESS,
      noun: 'requests',
      retryAfterSeconds: 1,
    }),
    /** The two steps of a sign-in, per address. */
    challengeAddress: byAddress(shared, 'challenge-address', env.RATE_LIMIT_LOGIN_ADDRESS_PER_MINUTE),
    verifyAddress: byAddress(shared, 'verify-address', env.RATE_LIMIT_LOGIN_ADDRESS_PER_MINUTE),
    /** The two steps of a sign-in, per wallet and address, so that another client cannot use up the attempts of a wallet. */
    challengeWallet: perMinute(shared, 'challenge-wallet', env.RATE_LIMIT_LOGIN_WALLET_PER_MINUTE),
    verifyWallet: perMinute(shared, 'verify-wallet', env.RATE_LIMIT_LOGIN_WALLET_PER_MINUTE),
    /** Sign-ins with a wrapped signature, which makes our RPC execute the client's code, per address. */
    wrappedSignatureAddress: byAddress(
      shared,
      'wrapped-signature',
      env.RATE_LIMIT_WRAPPED_SIGNATURE_ADDRESS_PER_MINUTE,
    ),
    /** Wrong signatures, per address. */
    loginFailures: createFailureBlock(shared, {
      name: 'login',
      failures: env.RATE_LIMIT_LOGIN_FAILURES,
      seconds: FAILURE_WINDOW,
      message: 'Too many failed sign-ins. Try again in a few minutes.',
    }),
    /** Rejected admin requests that are audited, per address, so that no client can flood the audit log. */
    auditedRejections: byAddress(local, 'audited-rejections', MAX_AUDITED_REJECTIONS),
    refreshSession: perMinute(shared, 'refresh-session', env.RATE_LIMIT_REFRESH_SESSION_PER_MINUTE),
    /** By address or by wallet, as LIMITS declares. The one of codes of leagues counts wrong codes only. */
    endpoints: {
      leaderboard: byAddress(local, 'leaderboard', env.RATE_LIMIT_LEADERBOARD_ADDRESS_PER_MINUTE),
      join: perMinute(shared, 'join', env.RATE_LIMIT_JOIN_WALLET_PER_MINUTE),
      stake: perMinute(shared, 'stake', env.RATE_LIMIT_STAKE_WALLET_PER_MINUTE),
      tournament: perMinute(shared, 'tournament', env.RATE_LIMIT_TOURNAMENT_WALLET_PER_MINUTE),
      lineup: perMinute(shared, 'lineup', env.RATE_LIMIT_LINEUP_WALLET_PER_MINUTE),
      league: perMinute(shared, 'league', env.RATE_LIMIT_LEAGUE_WALLET_PER_MINUTE),
      leagueCode: createFailureBlock(shared, {
        name: 'league-code',
        failures: env.RATE_LIMIT_LEAGUE_CODE_ADDRESS_PER_MINUTE,
        seconds: MINUTE,
        message: 'Too many wrong codes. Check the code and try again in a minute.',
      }),
      report: byAddress(local, 'report', env.RATE_LIMIT_REPORT_ADDRESS_PER_MINUTE),
      adminList: perMinute(shared, 'admin-list', env.RATE_LIMIT_ADMIN_LIST_WALLET_PER_MINUTE),
    } satisfies Record<LimitName, object>,
  };
}

/** `create` returns a limit that allows `times` the points of a single network. */
export function createAddressLimit(create: (times: number) => RateLimit): AddressLimit {
  const network = create(1);
  const site = create(SITE_FACTOR);
  return {
    take(address) {
      const taken = network.take(addressKey(address));
      const key = siteKey(address);
      return key === null ? taken : taken.then(() => site.take(key));
    },
  };
}

interface FailureBlockOptions {
  /** Prefix of its keys. */
  name: string;
  failures: number;
  seconds: number;
  /** Error text for users. */
  message: string;
}

/** Blocks a key for `seconds` after its last failure, once it has had `failures` within that time. */
export function createFailureBlock(
  counts: Counts,
  { name, failures, seconds, message }: FailureBlockOptions,
) {
  const failed = { name: `${name}-failures`, points: failures, seconds };
  /** Its window is the block. */
  const blocked = { name: `${name}-block`, points: 0, seconds };
  /** Failures that are being counted, by key: a client may already have the response. */
  const counting = new Map<string, Promise<void>>();
  const add = async (key: string) => {
    const { points } = await counts.add(key, failed);
    if (points >= failures) await counts.add(key, blocked);
  };
  return {
    /** @throws TouchlineError RATE_LIMITED while the key is blocked */
    async check(key: string) {
      await counting.get(key);
      const block = await counts.read(key, blocked);
      if (block) throw rateLimited(message, block.msLeft);
    },
    async count(key: string) {
      const counted = Promise.all([counting.get(key), add(key)]).then(() => {
        if (counting.get(key) === counted) counting.delete(key);
      });
      counting.set(key, counted);
      await counted;
    },
  };
}
