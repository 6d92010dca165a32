import type { EndpointOwner } from '@touchline/api/endpoint';
import { TouchlineError } from '@touchline/api/errors';

/**
 * Time limit of a request to an owner; shorter than the gateway's time limit for this service. A change may wait for a lock, and a
 * replica builds its index for the first list.
 */
export const deadline = { timeoutMs: 10_000 };

const ADVICE = {
  read: 'Try again in a moment.',
  change: 'The change may have been made: reload and check before you repeat it.',
};

/**
 * Awaits the reply to a request. Without a reply to a change, it is unknown whether the change was made; the error text explains this.
 * @throws TouchlineError UPSTREAM_UNAVAILABLE naming an unavailable owner; otherwise the owner's error
 */
export async function awaitOwner<T>(
  owner: EndpointOwner,
  reply: Promise<T>,
  kind: keyof typeof ADVICE = 'read',
): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    if (!(error instanceof TouchlineError) || error.code !== 'UPSTREAM_UNAVAILABLE') throw error;
    throw new TouchlineError('UPSTREAM_UNAVAILABLE', `${owner} is not responding. ${ADVICE[kind]}`, {
      cause: error,
      retryAfter: 1,
    });
  }
}
