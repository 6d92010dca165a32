import { setTimeout as sleep } from 'node:timers/promises';
import { TouchlineError } from '@touchline/api/errors';

/** Once one RPC has answered, the others get this long. */
const GRACE_MS = 1_000;

/** The answers that arrive within the grace period after the first; none when every question failed. */
export async function collect<T>(
  asked: readonly Promise<T>[],
): Promise<{ answers: T[]; failures: unknown[] }> {
  const answers: T[] = [];
  const failures: unknown[] = [];
  const all = Promise.all(
    asked.map((answer) =>
      answer.then(
        (value) => void answers.push(value),
        (error: unknown) => void failures.push(error),
      ),
    ),
  );
  await Promise.any(asked).catch(() => {});
  const waiting = new AbortController();
  await Promise.race([all, sleep(GRACE_MS, undefined, { signal: waiting.signal }).catch(() => {})]);
  waiting.abort();
  return { answers: [...answers], failures: [...failures] };
}

/**
 * Asks one RPC after the other until one answers.
 * @throws TouchlineError UPSTREAM_UNAVAILABLE when none does
 */
export async function firstAnswer<R, T>(rpcs: readonly R[], ask: (rpc: R) => Promise<T>): Promise<T> {
  let last: unknown;
  for (const rpc of rpcs) {
    try {
      return await ask(rpc);
    } catch (error) {
      last = error;
    }
  }
  throw chainUnavailable(last);
}

/**
 * The one answer that all RPCs give. Nobody can tell which of two different answers is right, so neither is used.
 * @param keyOf two answers with the same key agree
 * @throws TouchlineError UPSTREAM_UNAVAILABLE when there are different answers
 */
export function agreed<T>(answers: readonly [T, ...T[]], keyOf: (answer: T) => string, about: string): T {
  const [first, ...others] = answers;
  if (others.some((other) => keyOf(other) !== keyOf(first))) throw disagreement(about);
  return first;
}

export const disagreement = (about: string) => chainUnavailable(new Error(`the RPCs disagree on ${about}`));

export function chainUnavailable(cause: unknown): TouchlineError {
  const sentence = 'The chain cannot be reached at the moment. Nothing is lost; try again in a little while.';
  return new TouchlineError('UPSTREAM_UNAVAILABLE', sentence, { cause, retryAfter: 5 });
}
