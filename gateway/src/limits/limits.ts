import type { LimitName } from '@touchline/api/limits';
import { createRateLimit, type RateLimit, wrapLimiter } from '@touchline/service-kit/rate-limit';
import { type AddressLimit, createAddressLimit } from './address-limit.ts';
import { createFailureBlock, type FailureBlock } from './failure-block.ts';
import { createConcurrencyLimit, type ConcurrencyLimit } from './concurrency-limit.ts';
import type { SharedLimiter } from './shared-limiter.ts';

/** Per minute, `loginFailures` per 15 minutes, `liveStreams` and `unfinishedBodies` at once; env.ts has the defaults. */
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
  /** The limits that endpoints name (packages/api, limits.ts). */
  calls: Record<LimitName, number>;
}

/**
 * The limits of the site. Those of sign-in and of wallets are shared by all replicas. The others protect this process and
 * count in it: they are taken with every request, which must not cost a query.
 */
export interface Limits {
  /** All calls of the API and all pages, per address. */
  address: AddressLimit;
  /** Files, per address; generous, because one page loads many. */
  files: AddressLimit;
  /** Open streams of /api/live, per address and in all. */
  liveStreams: ConcurrencyLimit;
  /** Requests whose body has not arrived completely, per address. */
  unfinishedBodies: ConcurrencyLimit;
  /** Each of the two steps of a sign-in, per address ... */
  challengeAddress: AddressLimit;
  verifyAddress: AddressLimit;
  /** ... and per wallet and address together, so that a stranger cannot use up a wallet's attempts. */
  challengeWallet: RateLimit;
  verifyWallet: RateLimit;
  /** Sign-ins with a signature that makes our RPC run the caller's code, per address. */
  wrappedSignatureAddress: AddressLimit;
  /** Wrong signatures, per address. */
  loginFailures: FailureBlock;
  refreshSession: RateLimit;
  /** Refused calls of the administration that the audit trail keeps, per address: nobody may fill it. */
  auditedRejections: AddressLimit;
  /** By address or by wallet, as LIMITS says. */
  calls: Record<LimitName, RateLimit | AddressLimit>;
}

const MINUTE = 60;
const MAX_AUDITED_REJECTIONS = 30;
const FAILURE_WINDOW = 15 * MINUTE;

export function createLimits(numbers: LimitSettings, sharedLimiter: SharedLimiter): Limits {
  const own = (points: number) =>
    createAddressLimit((times) => createRateLimit({ points: points * times, seconds: MINUTE }));
  const shared = (name: string, points: number) =>
    wrapLimiter(sharedLimiter({ name, points, seconds: MINUTE }));
  const sharedByAddress = (name: string, points: number) =>
    createAddressLimit((times) => shared(`${name}-x${times}`, points * times));
  const failures = { name: 'login-failures', points: numbers.loginFailures, seconds: FAILURE_WINDOW };
  return {
    address: own(numbers.address),
    files: own(numbers.files),
    liveStreams: createConcurrencyLimit({ ...numbers.liveStreams, what: 'live streams', retryAfterSeconds: MINUTE }),
    unfinishedBodies: createConcurrencyLimit({
      perKey: numbers.unfinishedBodies,
      what: 'requests',
      retryAfterSeconds: 1,
    }),
    challengeAddress: sharedByAddress('challenge-address', numbers.loginAddress),
    verifyAddress: sharedByAddress('answer-address', numbers.loginAddress),
    challengeWallet: shared('challenge-wallet', numbers.loginWallet),
    verifyWallet: shared('answer-wallet', numbers.loginWallet),
    wrappedSignatureAddress: sharedByAddress('wrapped-signature', numbers.wrappedSignature),
    loginFailures: createFailureBlock(sharedLimiter(failures)),
    auditedRejections: own(MAX_AUDITED_REJECTIONS),
    refreshSession: shared('refresh-session', numbers.refreshSession),
    calls: {
      leaderboard: own(numbers.calls.leaderboard),
      join: shared('join', numbers.calls.join),
      stake: shared('stake', numbers.calls.stake),
      tournament: shared('tournament', numbers.calls.tournament),
      lineup: shared('lineup', numbers.calls.lineup),
      report: own(numbers.calls.report),
      adminList: shared('admin-list', numbers.calls.adminList),
    },
  };
}
