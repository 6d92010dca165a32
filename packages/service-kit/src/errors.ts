import { TouchlineError } from '@touchline/api/errors';
import type { Context, Next } from 'koa';
import { isDatabaseUnavailable } from './database.ts';
import type { Log } from './log.ts';

/**
 * Turns every error thrown further down into the failure envelope (docs/wire.md). Any other error than a TouchlineError
 * is logged in full; none of its text reaches the client.
 */
export function handleErrors(log: Log) {
  return async (ctx: Context, next: Next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body == null && ctx.respond !== false)
        throw new TouchlineError('NOT_FOUND', 'Not found.');
    } catch (error) {
      const known = asTouchlineError(error);
      logFailure(log, ctx, known, error);
      respondWithError(ctx, known);
    }
  };
}

/** Bugs are logged with their stack, unavailable dependencies with their cause; errors of the caller are not logged. */
function logFailure(log: Log, ctx: Context, known: TouchlineError, error: unknown): void {
  const about = { code: known.code, request_id: ctx.state.requestId, method: ctx.method, path: ctx.path };
  if (known.code === 'INTERNAL') log.error({ ...about, err: error }, 'request failed');
  else if (known.status >= 500)
    log.warn({ ...about, cause: String(known.cause ?? known.message) }, 'dependency unavailable');
}

/** Writes the failure envelope. */
export function respondWithError(ctx: Context, error: TouchlineError): void {
  ctx.status = error.status;
  if (error.retryAfter !== undefined) ctx.set('Retry-After', String(error.retryAfter));
  ctx.set('Cache-Control', 'no-store');
  ctx.remove('ETag');
  ctx.body = failureBody(error, ctx.state.requestId);
}

/** The failure envelope of an error. */
export const failureBody = (error: TouchlineError, requestId: unknown) => ({
  success: false,
  error: error.message,
  code: error.code,
  ...(error.details.length > 0 ? { details: error.details } : {}),
  request_id: requestId,
});

function asTouchlineError(error: unknown): TouchlineError {
  if (error instanceof TouchlineError) return error;
  if (isDatabaseUnavailable(error))
    return new TouchlineError(
      'UPSTREAM_UNAVAILABLE',
      'The service is busy or restarting. Please try again.',
      {
        retryAfter: 1,
        cause: error,
      },
    );
  return new TouchlineError('INTERNAL', 'Something went wrong on our side. Please try again.', {
    cause: error,
  });
}
