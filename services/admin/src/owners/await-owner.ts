import { TouchlineError } from '@touchline/api/errors';

/** A service that owns data of the administration. */
export type OwnerName = 'games' | 'staking' | 'gateway' | 'fpl-relay';

/** Timeout of a read in milliseconds; shorter than the gateway's timeout for this service. */
export const READ_MS = 5_000;
/** Timeout of a change, which may wait for a lock. */
export const CHANGE_MS = 10_000;

/**
 * Awaits the reply to a read.
 * @throws TouchlineError UPSTREAM_UNAVAILABLE naming an unavailable owner; otherwise the owner's error
 */
export function awaitRead<T>(owner: OwnerName, reply: Promise<T>): Promise<T> {
  return nameUnavailableOwner(owner, reply, 'Try again in a moment.');
}

/** Awaits the reply to a change. Without a reply it is unknown whether the change was made; the error text explains this. */
export function awaitChange<T>(owner: OwnerName, reply: Promise<T>): Promise<T> {
  return nameUnavailableOwner(
    owner,
    reply,
    'The change may have been made: reload and check before you repeat it.',
  );
}

async function nameUnavailableOwner<T>(owner: OwnerName, reply: Promise<T>, advice: string): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    if (!(error instanceof TouchlineError) || error.code !== 'UPSTREAM_UNAVAILABLE') throw error;
    throw new TouchlineError('UPSTREAM_UNAVAILABLE', `${owner} is not responding. ${advice}`, {
      cause: error,
      retryAfter: 1,
    });
  }
}
