import type { LimitName } from '@touchline/api/limits';
import { createRateLimit, type RateLimit } from '@touchline/service-kit/rate-limit';
import { createFailureBlock, type FailureBlock } from './failure-block.ts';
import { createOpenLimit, type OpenLimit } from './open-limit.ts';

/** How often something may be done per minute, `loginFailures` per quarter of an hour; the start values stand in env.ts. */
export interface LimitNumbers {
  address: number;
  loginAddress: number;
  loginWallet: number;
  loginFailures: number;
  refreshSession: number;
  /** Of single calls (packages/api, limits.ts). */
  calls: Record<LimitName, number>;
}

/** The limits of this process. */
export interface Limits {
  /** Every call of the API and every page, per address. */
  address: RateLimit;
  /** Streams of /api/live that an address has open: as many as it may make calls in a minute. */
  liveAddress: OpenLimit;
  /** Each of the two steps of a sign-in, per address ... */
  challengeAddress: RateLimit;
  answerAddress: RateLimit;
  /** ... and per wallet and address together: nobody can use up the tries of a stranger's wallet. */
  challengeWallet: RateLimit;
  answerWallet: RateLimit;
  /** Wrong signatures, per address. */
  loginFailures: FailureBlock;
  refreshSession: RateLimit;
  calls: Record<LimitName, RateLimit>;
}

const MINUTE = 60;
const QUARTER = 15 * MINUTE;

export function createLimits(numbers: LimitNumbers): Limits {
  const perMinute = (points: number) => createRateLimit({ points, seconds: MINUTE });
  return {
    address: perMinute(numbers.address),
    liveAddress: createOpenLimit(numbers.address),
    challengeAddress: perMinute(numbers.loginAddress),
    answerAddress: perMinute(numbers.loginAddress),
    challengeWallet: perMinute(numbers.loginWallet),
    answerWallet: perMinute(numbers.loginWallet),
    loginFailures: createFailureBlock(numbers.loginFailures, QUARTER),
    refreshSession: perMinute(numbers.refreshSession),
    calls: {
      leaderboard: perMinute(numbers.calls.leaderboard),
      join: perMinute(numbers.calls.join),
      stake: perMinute(numbers.calls.stake),
    },
  };
}
