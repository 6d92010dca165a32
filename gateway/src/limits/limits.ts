import type { LimitName } from '@touchline/api/limits';
import { createRateLimit, type RateLimit, wrapLimiter } from '@touchline/service-kit/http/rate-limit';
import { type AddressLimit, createAddressLimit } from './address-limit.ts';
import { type ConcurrencyLimit, createConcurrencyLimit } from './concurrency-limit.ts';
import { createFailureBlock, type FailureBlock } from './failure-block.ts';
import type { SharedLimiter } from './shared-limiter.ts';

/** Limits per minute; `loginFailures` per 15 minutes; `liveStreams` and `unfinishedBodies` concurrently. env.ts has the defaults. */
export interface LimitSettings {
  address: number;
  files: number;
  loginAddress: number;
  loginWallet: number;
  wrappedSignature: number;
  loginFailures: number;
  refreshSession: number;
  liveStreams: { perKey: number; total: number };
  unfinishedBodies: number;
  /** Limits that endpoints declare (packages/api, limits.ts). */
  endpoints: Record<LimitName, number>;
}

/**
 * Rate limits of the site. Limits of sign-in and of wallets are shared by all replicas. The others protect this process and
 * are counted in memory, because they apply to every request and must not cost a query.
 */
export interface Limits {
  /** API requests and pages, per address. */
  address: AddressLimit;
  /** Files, per address; high, because one page loads many. */
  files: AddressLimit;
  /** Open streams of /api/live, per address and in total. */
  liveStreams: ConcurrencyLimit;
  /** Requests with an incomplete body, per address. */
  unfinishedBodies: ConcurrencyLimit;
  /** The two steps of a sign-in, per address. */
  challengeAddress: AddressLimit;
  verifyAddress: AddressLimit;
  /** The two steps of a sign-in, per wallet and address, so that another client cannot use up the attempts of a wallet. */
  challengeWallet: RateLimit;
  verifyWallet: RateLimit;
  /** Sign-ins with a wrapped signature, which makes our RPC execute the client's code, per address. */
  wrappedSignatureAddress: AddressLimit;
  /** Wrong signatures, per address. */
  loginFailures: FailureBlock;
  refreshSession: RateLimit;
  /** Rejected admin requests that are audited, per address, so that no client can flood the audit log. */
  auditedRejections: AddressLimit;
  /** By address or by wallet, as LIMITS declares. */
  endpoints: Record<LimitName, RateLimit | AddressLimit>;
}

const MINUTE = 60;
const MAX_AUDITED_REJECTIONS = 30;
const FAILURE_WINDOW = 15 * MINUTE;

export function createLimits(settings: LimitSettings, createSharedLimit: SharedLimiter): Limits {
  const local = (points: number) =>
    createAddressLimit((times) => createRateLimit({ points: points * times, seconds: MINUTE }));
  const shared = (name: string, points: number) =>
    wrapLimiter(createSharedLimit({ name, points, seconds: MINUTE }));
  const sharedByAddress = (name: string, points: number) =>
    createAddressLimit((times) => shared(`${name}-x${times}`, points * times));
  const failures = { name: 'login-failures', points: settings.loginFailures, seconds: FAILURE_WINDOW };
  return {
    address: local(settings.address),
    files: local(settings.files),
    liveStreams: createConcurrencyLimit({
      ...settings.liveStreams,
      noun: 'live streams',
      retryAfterSeconds: MINUTE,
    }),
    unfinishedBodies: createConcurrencyLimit({
      perKey: settings.unfinishedBodies,
      noun: 'requests',
      retryAfterSeconds: 1,
    }),
    challengeAddress: sharedByAddress('challenge-address', settings.loginAddress),
    verifyAddress: sharedByAddress('answer-address', settings.loginAddress),
    challengeWallet: shared('challenge-wallet', settings.loginWallet),
    verifyWallet: shared('answer-wallet', settings.loginWallet),
    wrappedSignatureAddress: sharedByAddress('wrapped-signature', settings.wrappedSignature),
    loginFailures: createFailureBlock(createSharedLimit(failures)),
    auditedRejections: local(MAX_AUDITED_REJECTIONS),
    refreshSession: shared('refresh-session', settings.refreshSession),
    endpoints: {
      leaderboard: local(settings.endpoints.leaderboard),
      join: shared('join', settings.endpoints.join),
      stake: shared('stake', settings.endpoints.stake),
      tournament: shared('tournament', settings.endpoints.tournament),
      lineup: shared('lineup', settings.endpoints.lineup),
      report: local(settings.endpoints.report),
      adminList: shared('admin-list', settings.endpoints.adminList),
    },
  };
}
