import { type Counts, rateLimited } from '@touchline/service-kit/http/rate-limit';

/** Blocks a key for a while after too many failures. */
export interface FailureBlock {
  /** @throws TouchlineError RATE_LIMITED while the key is blocked */
  check(key: string): Promise<void>;
  count(key: string): Promise<void>;
}

/** Blocks a key for `seconds` after its last failure, once it has had `failures` within that time. */
export function createFailureBlock(
  counts: Counts,
  { failures, seconds }: { failures: number; seconds: number },
): FailureBlock {
  const failed = { name: 'login-failures', points: failures, seconds };
  /** Its window is the block. */
  const blocked = { name: 'login-block', points: 0, seconds };
  return {
    async check(key) {
      const block = await counts.read(key, blocked);
      if (block) throw rateLimited('Too many failed sign-ins. Try again in a few minutes.', block.msLeft);
    },
    async count(key) {
      const { points } = await counts.add(key, failed);
      if (points >= failures) await counts.add(key, blocked);
    },
  };
}
