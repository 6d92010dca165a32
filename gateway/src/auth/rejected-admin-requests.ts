import { TouchlineError } from '@touchline/api/errors';
import { bearerToken } from '@touchline/service-kit/auth';
import type { Log } from '@touchline/service-kit/log';
import type { Context } from 'koa';
import type { Limits } from '../limits/limits.ts';
import type { Auth } from './auth.ts';
import { originOf } from './sign-in.ts';

interface RefusedAdminCallsDeps {
  auth: Auth;
  limits: Limits;
  log: Log;
}

/**
 * Puts a refused call of the administration on the audit trail, as `METHOD /path status`; of a flood only so many a minute,
 * the log has them all. The caller has been answered: a trail that cannot be written changes nothing for him.
 */
export function recordRefusedAdminCalls({ auth, limits, log }: RefusedAdminCallsDeps) {
  async function callerOf(ctx: Context) {
    const token = bearerToken(ctx.get('authorization'));
    return token === null ? null : auth.verifier.verify(token);
  }

  return async (ctx: Context, call: string): Promise<void> => {
    try {
      await limits.refusalsOnTrail.take(ctx.ip);
      const user = await callerOf(ctx).catch(() => null);
      await auth.recordRejectedAdminRequest(call, user, originOf(ctx));
    } catch (error) {
      if (error instanceof TouchlineError && error.code === 'RATE_LIMITED') return;
      log.warn({ err: error, request_id: ctx.state.requestId }, 'audit trail not written');
    }
  };
}
