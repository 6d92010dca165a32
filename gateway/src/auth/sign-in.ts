import { TouchlineError } from '@touchline/api/errors';
import { addressKey } from '@touchline/service-kit/rate-limit';
import type { Context } from 'koa';
import type { Hex } from 'viem';
import type { Limits } from '../limits/limits.ts';
import type { RequestOrigin } from './audit.store.ts';
import type { Auth } from './auth.ts';
import type { SessionCookies } from './session-cookies.ts';
import { isWrapped } from './wallet-signature.ts';

export const originOf = (ctx: Context): RequestOrigin => ({
  address: addressKey(ctx.ip),
  request_id: String(ctx.state.requestId),
});

/** The two steps of a sign-in over HTTP: the limits of both, and the session that the second one opens. */
export function createSignIn(auth: Auth, cookies: SessionCookies, limits: Limits) {
  const { login, sessions } = auth;

  async function verify(ctx: Context, wallet: string, challengeId: string, signature: string) {
    const address = addressKey(ctx.ip);
    await Promise.all([
      limits.answerAddress.take(ctx.ip),
      limits.answerWallet.take(`${wallet} ${address}`),
      limits.loginFailures.check(address),
    ]);
    if (isWrapped(signature as Hex)) await limits.wrappedSignatureAddress.take(ctx.ip);
    await login.verifySignature(wallet, challengeId, signature).catch(async (error: unknown) => {
      if (!(error instanceof TouchlineError)) throw error;
      if (error.code === 'SIGNATURE_INVALID') await limits.loginFailures.count(address);
      if (error.status < 500) await auth.recordRejectedSignIn(wallet, originOf(ctx));
      throw error;
    });
  }

  /** A browser has one session: the one of another account or another tab ends. */
  async function endFormerSession(ctx: Context) {
    const former = cookies.refreshToken(ctx);
    const id = former && (await sessions.findSessionId(former));
    if (id) await sessions.end(id, 'replaced', originOf(ctx));
  }

  return {
    async challenge(ctx: Context, wallet: string) {
      const address = addressKey(ctx.ip);
      // Both at once, in one statement: the wallet's is of this address alone, so nobody else's is used up.
      await Promise.all([
        limits.challengeAddress.take(ctx.ip),
        limits.challengeWallet.take(`${wallet} ${address}`),
      ]);
      const { id, message, expires_at } = await login.createChallenge(wallet);
      return { challenge: { id, message, expires_at: new Date(expires_at).toISOString() } };
    },

    async answer(ctx: Context, wallet: string, challengeId: string, signature: string) {
      await verify(ctx, wallet, challengeId, signature);
      const user = await auth.ensureUser(wallet);
      await endFormerSession(ctx);
      const admin = auth.isAdmin(wallet);
      const { session, refreshToken, adminCookie } = await sessions.start(wallet, admin, originOf(ctx));
      cookies.set(ctx, refreshToken, adminCookie);
      return { token: await auth.issueAccessToken(session), user };
    },
  };
}
