import { TouchlineError } from '@touchline/api/errors';
import { toInstant } from '@touchline/api/values';
import { bearerToken } from '@touchline/service-kit/http/auth';
import type { Context } from 'koa';
import type { Hex } from 'viem';
import type { Cookie } from '../headers/cookie.ts';
import { addressKey, siteKey } from '../limits/client-limits.ts';
import type { Limits } from '../limits/limits.ts';
import type { RequestOrigin } from './audit.store.ts';
import type { Auth } from './auth.ts';
import { IDLE_MS } from './sessions.ts';
import { isWrapped } from './wallet-signature.ts';

export const getRequestOrigin = (ctx: Context): RequestOrigin => ({
  address: addressKey(ctx.ip),
  request_id: String(ctx.state.requestId),
});

/** Finds the user of a request's access token; null without one. @throws TouchlineError for an invalid token */
export async function findCaller(ctx: Context, { verifier }: Auth) {
  const token = bearerToken(ctx.get('authorization'));
  return token === null ? null : verifier.verify(token);
}

/** Implements the two steps of a sign-in over HTTP: rate limits of both, and the session that the second step starts. */
export function createSignIn(auth: Auth, refreshCookie: Cookie, limits: Limits) {
  const { login, sessions } = auth;

  async function verify(ctx: Context, wallet: string, challengeId: string, signature: string) {
    const address = addressKey(ctx.ip);
    await Promise.all([
      limits.verifyAddress.take(ctx.ip),
      limits.verifyWallet.take(`${wallet} ${address}`),
      limits.loginFailures.check(address),
    ]);
    if (isWrapped(signature as Hex)) await limits.wrappedSignatureAddress.take(ctx.ip);
    const client = siteKey(ctx.ip) ?? address;
    await login.verifySignature(wallet, challengeId, signature, client).catch(async (error: unknown) => {
      if (!(error instanceof TouchlineError)) throw error;
      if (error.code === 'SIGNATURE_INVALID') await limits.loginFailures.count(address);
      if (error.status < 500) await auth.recordRejectedSignIn(wallet, getRequestOrigin(ctx));
      throw error;
    });
  }

  /** Ends the previous session of the browser: it has one session, also across accounts and tabs. */
  async function endPreviousSession(ctx: Context) {
    const previous = refreshCookie.read(ctx);
    const id = previous && (await sessions.findSessionId(previous));
    if (id) await sessions.end(id, 'replaced', getRequestOrigin(ctx));
  }

  return {
    async start(ctx: Context, wallet: string) {
      const address = addressKey(ctx.ip);
      // Concurrent, so that both share a statement. The wallet's key includes the address, so other clients are not affected.
      await Promise.all([
        limits.challengeAddress.take(ctx.ip),
        limits.challengeWallet.take(`${wallet} ${address}`),
      ]);
      const { id, message, expires_at } = await login.createChallenge(wallet);
      return { challenge: { id, message, expires_at: toInstant(expires_at) } };
    },

    async complete(ctx: Context, wallet: string, challengeId: string, signature: string) {
      await verify(ctx, wallet, challengeId, signature);
      const user = await auth.ensureUser(wallet);
      await endPreviousSession(ctx);
      const { session, refreshToken } = await sessions.start(wallet, getRequestOrigin(ctx));
      refreshCookie.write(ctx, refreshToken, IDLE_MS / 1_000);
      return { token: await auth.issueAccessToken(session), user };
    },
  };
}
