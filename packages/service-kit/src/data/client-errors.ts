import { TouchlineError } from '@touchline/api/errors';
import { isDatabaseUnavailable } from './database.ts';

/** Returns the error that a client gets. Only a TouchlineError is sent with its own text. */
export function toTouchlineError(error: unknown): TouchlineError {
  if (error instanceof TouchlineError) return error;
  if (isDatabaseUnavailable(error))
    return new TouchlineError(
      'UPSTREAM_UNAVAILABLE',
      'The service is busy or restarting. Please try again.',
      { retryAfter: 1, cause: error },
    );
  return new TouchlineError('INTERNAL', 'Something went wrong on our side. Please try again.', {
    cause: error,
  });
}
