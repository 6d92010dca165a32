import { TouchlineError } from '@touchline/api/errors';

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

const CONNECTION_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Errors of pg without a code; knex puts the statement in front. */
const CODELESS =
  /(^| - )(Connection terminated|timeout expired|Client (has encountered a connection error|was closed))/;

/** Reports whether the error means that Postgres is down, starting or overloaded, rather than a bad statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'KnexTimeoutError') return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // 08: connection; 53: too many; 57P: shutting down or starting; the rest: timeouts of statement, lock, transaction
  if (/^(08...|53...|57P0.|57014|55P03|25P03)$/.test(code) || CONNECTION_ERRORS.has(code)) return true;
  return code === '' && CODELESS.test(error.message);
}
