import { TouchlineError } from '@touchline/api/errors';
import {
  login,
  logout,
  logoutAll,
  profile,
  publicUser,
  refresh,
  setNickname,
} from '@touchline/api/http/auth';
import { nicknames } from '@touchline/api/http/nicknames';
import { endedTokenError } from '@touchline/service-kit/http/auth';
import { type Routes, route } from '@touchline/service-kit/http/route';
import { validationError } from '@touchline/service-kit/http/validate';
import type { Context } from 'koa';
import type { Cookie } from '../headers/cookie.ts';
import type { Limits } from '../limits/limits.ts';
import type { Auth } from './auth.ts';
import { requireSameOrigin } from './same-origin.ts';
import { IDLE_MS, refreshRejectedError } from './sessions.ts';
import { createSignIn, findCaller, getRequestOrigin } from './sign-in.ts';

interface AuthRoutesDeps {
  auth: Auth;
  refreshCookie: Cookie;
  limits: Limits;
  publicUrl: URL;
}

/** Endpoints of docs/api.md, Sessions. */
export function authRoutes(routes: Routes, { auth, refreshCookie, limits, publicUrl }: AuthRoutesDeps): void {
  const { sessions } = auth;
  const signIn = createSignIn(auth, refreshCookie, limits);

  route(routes, login, async ({ body, ctx }) => {
    requireSameOrigin(ctx.headers, publicUrl);
    const { wallet_address: wallet, challenge_id: id, signature } = body;
    if (id === undefined && signature === undefined) return signIn.start(ctx, wallet);
    if (id === undefined) throw validationError([{ path: 'challenge_id', message: 'is required' }]);
    if (signature === undefined) throw validationError([{ path: 'signature', message: 'is required' }]);
    return signIn.complete(ctx, wallet, id, signature);
  });

  route(routes, refresh, async ({ ctx }) => {
    requireSameOrigin(ctx.headers, publicUrl);
    const token = refreshCookie.read(ctx);
    const id = token && (await sessions.findSessionId(token));
    if (!id) throw refreshRejectedError();
    await limits.refreshSession.take(id);
    const { session, refreshToken } = await sessions.rotate(token, getRequestOrigin(ctx));
    const user = await auth.user(session.wallet_address);
    if (!user) throw refreshRejectedError();
    refreshCookie.write(ctx, refreshToken, IDLE_MS / 1_000);
    return { token: await auth.issueAccessToken(session), user };
  });

  route(routes, logout, async ({ ctx }) => {
    requireSameOrigin(ctx.headers, publicUrl);
    for (const id of await collectSessions(ctx, auth, refreshCookie))
      await sessions.end(id, 'logout', getRequestOrigin(ctx));
    refreshCookie.write(ctx, '', 0);
    return { ended: true as const };
  });

  route(routes, logoutAll, async ({ ctx, user }) => {
    requireSameOrigin(ctx.headers, publicUrl);
    await sessions.endAll(user.wallet_address, getRequestOrigin(ctx));
    refreshCookie.write(ctx, '', 0);
    return { ended: true as const };
  });

  route(routes, profile, async ({ user: caller }) => {
    const user = await auth.user(caller.wallet_address);
    if (!user) throw endedTokenError();
    return { user };
  });

  route(routes, setNickname, async ({ body, user: caller, ctx }) => {
    requireSameOrigin(ctx.headers, publicUrl);
    await auth.chooseNickname(caller.wallet_address, body.nickname);
    const user = await auth.user(caller.wallet_address);
    if (!user) throw endedTokenError();
    return { user };
  });

  route(routes, nicknames, async ({ query }) => ({ nicknames: await auth.findNicknames(query.wallets) }));

  route(routes, publicUser, async ({ params }) => {
    const user = await auth.user(params.wallet);
    if (!user) throw new TouchlineError('NOT_FOUND', 'No player has signed in with this wallet.');
    return { user };
  });
}

/** Collects the sessions of a request: of its cookie and of its access token. */
async function collectSessions(ctx: Context, auth: Auth, refreshCookie: Cookie): Promise<Set<string>> {
  const refreshToken = refreshCookie.read(ctx);
  const byCookie = refreshToken && (await auth.sessions.findSessionId(refreshToken));
  const byToken = await findCaller(ctx, auth).catch(() => null); // an invalid token has no session
  return new Set([byCookie, byToken?.session_id].flatMap((id) => id || []));
}
