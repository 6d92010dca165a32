import { type Counts, rateLimited } from '@touchline/service-kit/http/rate-limit';

/** Blocks a key for a while after too many failures. */
export interface FailureBlock {
  /** @throws TouchlineError RATE_LIMITED while the key is blocked */
  check(key: string): Promise<void>;
  count(key: string): Promise<void>;
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
): FailureBlock {
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
    async check(key) {
      await counting.get(key);
      const block = await counts.read(key, blocked);
      if (block) throw rateLimited(message, block.msLeft);
    },
    async count(key) {
      const counted = Promise.all([counting.get(key), add(key)]).then(() => {
        if (counting.get(key) === counted) counting.delete(key);
      });
      counting.set(key, counted);
      await counted;
    },
  };
}
