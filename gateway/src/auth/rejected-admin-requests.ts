import { TouchlineError } from '@touchline/api/errors';
import type { Log } from '@touchline/service-kit/process/log';
import type { Context } from 'koa';
import type { Limits } from '../limits/limits.ts';
import type { Auth } from './auth.ts';
import { findCaller, getRequestOrigin } from './sign-in.ts';

interface RejectedAdminRequestsDeps {
  auth: Auth;
  limits: Limits;
  log: Log;
}

/**
 * Records rejected admin requests in the audit log, as `METHOD /path status`. The number of rows per minute is limited; the
 * service log has every request. Runs after the response, so a failed write does not affect the client.
 */
export function recordRejectedAdminRequests({ auth, limits, log }: RejectedAdminRequestsDeps) {
  return async (ctx: Context, request: string): Promise<void> => {
    try {
      await limits.auditedRejections.take(ctx.ip);
      const user = await findCaller(ctx, auth).catch(() => null);
      await auth.recordRejectedAdminRequest(request, user, getRequestOrigin(ctx));
    } catch (error) {
      if (error instanceof TouchlineError && error.code === 'RATE_LIMITED') return;
      log.warn({ err: error, request_id: ctx.state.requestId }, 'audit log write failed');
    }
  };
}
