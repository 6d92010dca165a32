import type { LimitName } from '@touchline/api/limits';
import { createRateLimit, type RateLimit } from '@touchline/service-kit/rate-limit';
import { createFailureBlock, type FailureBlock } from './failure-block.ts';
import { createOpenLimit, type OpenLimit } from './open-limit.ts';

/** Per minute, `loginFailures` per 15 minutes, `liveStreams` and `unfinishedBodies` at once; env.ts has the defaults. */
export interface LimitNumbers {
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

/** The limits of this process. Each replica counts on its own. */
export interface Limits {
  /** All calls of the API and all pages, per address. */
  address: RateLimit;
  /** Files, per address; generous, because one page loads many. */
  files: RateLimit;
  /** Open streams of /api/live, per address and in all. */
  liveStreams: OpenLimit;
  /** Requests whose body has not arrived completely, per address. */
  unfinishedBodies: OpenLimit;
  /** Each of the two steps of a sign-in, per address ... */
  challengeAddress: RateLimit;
  answerAddress: RateLimit;
  /** ... and per wallet and address together, so that a stranger cannot use up a wallet's attempts. */
  challengeWallet: RateLimit;
  answerWallet: RateLimit;
  /** Sign-ins with a signature that makes our RPC run the caller's code, per address. */
  wrappedSignatureAddress: RateLimit;
  /** Wrong signatures, per address. */
  loginFailures: FailureBlock;
  refreshSession: RateLimit;
  calls: Record<LimitName, RateLimit>;
}

const MINUTE = 60;
const FAILURE_WINDOW = 15 * MINUTE;

export function createLimits(numbers: LimitNumbers): Limits {
  const perMinute = (points: number) => createRateLimit({ points, seconds: MINUTE });
  return {
    address: perMinute(numbers.address),
    files: perMinute(numbers.files),
    liveStreams: createOpenLimit({ ...numbers.liveStreams, what: 'live streams', retryAfterSeconds: MINUTE }),
    unfinishedBodies: createOpenLimit({
      perKey: numbers.unfinishedBodies,
      what: 'requests',
      retryAfterSeconds: 1,
    }),
    challengeAddress: perMinute(numbers.loginAddress),
    answerAddress: perMinute(numbers.loginAddress),
    challengeWallet: perMinute(numbers.loginWallet),
    answerWallet: perMinute(numbers.loginWallet),
    wrappedSignatureAddress: perMinute(numbers.wrappedSignature),
    loginFailures: createFailureBlock(numbers.loginFailures, FAILURE_WINDOW),
    refreshSession: perMinute(numbers.refreshSession),
    calls: {
      leaderboard: perMinute(numbers.calls.leaderboard),
      join: perMinute(numbers.calls.join),
      stake: perMinute(numbers.calls.stake),
    },
  };
}
