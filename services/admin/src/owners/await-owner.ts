import { TouchlineError } from '@touchline/api/errors';

/** A part that answers the questions of administrators. */
export type OwnerName = 'games' | 'staking' | 'gateway' | 'fpl-relay';

/** How long an owner may take, in milliseconds: less than the gateway waits for this service. */
export const READ_MS = 5_000;
/** A list with `realtime` stores the points of now first, and a change may wait for a lock. */
export const CHANGE_MS = 10_000;

/**
 * What an owner answers to a question that only reads.
 * @throws TouchlineError UPSTREAM_UNAVAILABLE naming the owner when it is away, otherwise the owner's refusal
 */
export function awaitRead<T>(owner: OwnerName, asked: Promise<T>): Promise<T> {
  return nameUnavailableOwner(owner, asked, 'Please try again.');
}

/** The same of a question that changes something: silence says nothing about what was done. */
export function awaitChange<T>(owner: OwnerName, asked: Promise<T>): Promise<T> {
  return nameUnavailableOwner(owner, asked, 'The change may have been made: look again before you repeat it.');
}

async function nameUnavailableOwner<T>(owner: OwnerName, asked: Promise<T>, advice: string): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof TouchlineError) || error.code !== 'UPSTREAM_UNAVAILABLE') throw error;
    throw new TouchlineError('UPSTREAM_UNAVAILABLE', `${owner} is not responding. ${advice}`, {
      cause: error,
      retryAfter: 1,
    });
  }
}
