import { TouchlineError } from '@touchline/api/errors';
import type { Context, Next } from 'koa';
import { toTouchlineError } from '../data/database.ts';
import type { Log } from '../process/log.ts';

/** Builds the error for a path that does not exist. */
export const notFoundError = () => new TouchlineError('NOT_FOUND', 'Not found.');

/** Builds the error for a path that exists with another method. */
export const methodNotAllowedError = () =>
  new TouchlineError('METHOD_NOT_ALLOWED', 'This endpoint does not support that method.');

/**
 * Turns errors of later middleware into the failure envelope. Errors other than TouchlineError are logged in full, and none of
 * their text reaches the client.
 */
export function handleErrors(log: Log) {
  return async (ctx: Context, next: Next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body == null && ctx.respond !== false) throw notFoundError();
    } catch (error) {
      const failure = toTouchlineError(error);
      logFailure(log, ctx, failure, error);
      respondWithError(ctx, failure);
    }
  };
}

/** Logs bugs with their stack and unavailable dependencies with their cause; client errors are not logged. */
function logFailure(log: Log, ctx: Context, failure: TouchlineError, error: unknown): void {
  const info = { code: failure.code, request_id: ctx.state.requestId, method: ctx.method, path: ctx.path };
  // A code of a team service without a status is a 500 too.
  if (failure.status === 500) log.error({ ...info, err: error }, 'request failed');
  else if (failure.status >= 500)
    log.warn({ ...info, cause: String(failure.cause ?? failure.message) }, 'dependency unavailable');
}

/** Writes the failure envelope as the response. */
function respondWithError(ctx: Context, error: TouchlineError): void {
  ctx.status = error.status;
  if (error.retryAfter !== undefined) ctx.set('Retry-After', String(error.retryAfter));
  ctx.set('Cache-Control', 'no-store');
  ctx.remove('ETag');
  ctx.body = buildFailureBody(error, ctx.state.requestId);
}

/** Builds the failure envelope of an error. */
export const buildFailureBody = (error: TouchlineError, requestId: unknown) => ({
  success: false,
  error: error.message,
  code: error.code,
  ...(error.details.length > 0 ? { details: error.details } : {}),
  request_id: requestId,
});
