import { TouchlineError } from '@touchline/api/errors';
import { login, logout, profile, publicUser, refresh } from '@touchline/api/http/auth';
import { bearerToken } from '@touchline/service-kit/auth';
import { addressKey } from '@touchline/service-kit/rate-limit';
import { type Routes, route } from '@touchline/service-kit/route';
import { validationError } from '@touchline/service-kit/validate';
import type { Context } from 'koa';
import type { Limits } from '../limits/limits.ts';
import type { Auth } from './auth.ts';
import { requireSameOrigin } from './same-origin.ts';
import type { SessionCookies } from './session-cookies.ts';
import { sessionEnded } from './sessions.ts';
import type { UserRow } from './users.store.ts';

interface AuthRoutesDeps {
  auth: Auth;
  cookies: SessionCookies;
  limits: Limits;
  publicUrl: URL;
  ensureUser: (wallet: string) => Promise<UserRow>;
}

/** The calls of docs/wire.md, Sessions. */
export function authRoutes(routes: Routes, deps: AuthRoutesDeps): void {
  const { auth, cookies, limits, publicUrl } = deps;
  const { sessions } = auth;

  async function challenge(ctx: Context, wallet: string) {
    const address = addressKey(ctx.ip);
    await limits.challengeAddress.take(address);
    await limits.challengeWallet.take(`${wallet} ${address}`);
    const { id, message, expires_at } = await auth.login.challenge(wallet);
    return { challenge: { id, message, expires_at: new Date(expires_at).toISOString() } };
  }

  async function answer(ctx: Context, wallet: string, challengeId: string, signature: string) {
    const address = addressKey(ctx.ip);
    await limits.answerAddress.take(address);
    await limits.answerWallet.take(`${wallet} ${address}`);
    await limits.loginFailures.check(address);
    await auth.login.answer(wallet, challengeId, signature).catch(async (error: unknown) => {
      if (error instanceof TouchlineError && error.code === 'SIGNATURE_INVALID')
        await limits.loginFailures.count(address);
      throw error;
    });
    const user = await deps.ensureUser(wallet);
    await endFormerSession(ctx);
    const { session, refreshToken, adminCookie } = await sessions.start(wallet, auth.isAdmin(wallet));
    cookies.hand(ctx, refreshToken, adminCookie);
    return { token: await auth.accessToken(session), user: auth.asUser(user) };
  }

  /** The sessions that a request speaks for: by its cookie, by its access token. */
  async function sessionsOf(ctx: Context): Promise<Set<string>> {
    const refreshToken = cookies.refreshToken(ctx);
    const byCookie = refreshToken && (await sessions.sessionOf(refreshToken));
    const byToken = await callerOf(ctx).catch(() => null); // whatever cannot be read speaks for none
    return new Set([byCookie, byToken?.session_id].filter((id) => typeof id === 'string'));
  }

  async function callerOf(ctx: Context) {
    const token = bearerToken(ctx.get('authorization'));
    return token === null ? null : auth.verifier.verify(token);
  }

  /** Another account, or another tab: a browser has one session. */
  async function endFormerSession(ctx: Context) {
    const former = cookies.refreshToken(ctx);
    const id = former && (await sessions.sessionOf(former));
    if (id) await sessions.end(id, 'replaced');
  }

  route(routes, login, async ({ body, ctx }) => {
    requireSameOrigin(ctx.headers, publicUrl);
    const { wallet_address: wallet, challenge_id: id, signature } = body;
    if (id === undefined && signature === undefined) return challenge(ctx, wallet);
    if (id === undefined) throw validationError([{ path: 'challenge_id', message: 'is required' }]);
    if (signature === undefined) throw validationError([{ path: 'signature', message: 'is required' }]);
    return answer(ctx, wallet, id, signature);
  });

  route(routes, refresh, async ({ ctx }) => {
    requireSameOrigin(ctx.headers, publicUrl);
    const given = cookies.refreshToken(ctx);
    const id = given && (await sessions.sessionOf(given));
    if (!id) throw sessionEnded();
    await limits.refreshSession.take(id);
    const { session, refreshToken } = await sessions.rotate(given);
    const user = await auth.user(session.wallet_address);
    if (!user) throw sessionEnded();
    cookies.hand(ctx, refreshToken);
    return { token: await auth.accessToken(session), user };
  });

  route(routes, logout, async ({ ctx }) => {
    requireSameOrigin(ctx.headers, publicUrl);
    for (const id of await sessionsOf(ctx)) await sessions.end(id, 'logout');
    cookies.clear(ctx);
    return { ended: true as const };
  });

  route(routes, profile, async ({ user: caller }) => {
    const user = (await sessions.isLive(caller.session_id)) && (await auth.user(caller.wallet_address));
    if (!user) throw new TouchlineError('TOKEN_INVALID', 'Your session has ended. Sign in again.');
    return { user };
  });

  route(routes, publicUser, async ({ params }) => {
    const user = await auth.user(params.wallet);
    if (!user) throw new TouchlineError('NOT_FOUND', 'No player has signed in with this wallet.');
    return { user };
  });
}
