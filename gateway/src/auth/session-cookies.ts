import type { Context } from 'koa';
import type { Cookies } from './cookies.ts';
import { ABSOLUTE_MS, IDLE_MS } from './sessions.ts';

/** The cookies of a session on a request and its answer. */
export interface SessionCookies {
  refreshToken(ctx: Context): string | null;
  adminCookie(ctx: Context): string | null;
  /** Hands out a refresh token, and the admin cookie with it; `null` takes a former one away, `undefined` leaves it. */
  hand(ctx: Context, refreshToken: string, adminCookie?: string | null): void;
  clear(ctx: Context): void;
}

export function sessionCookies(cookies: Cookies): SessionCookies {
  const read = (ctx: Context, name: string) => cookies.read(ctx.req.headers.cookie, name);
  return {
    refreshToken: (ctx) => read(ctx, cookies.refresh),
    adminCookie: (ctx) => read(ctx, cookies.admin),
    hand(ctx, refreshToken, adminCookie) {
      ctx.append('Set-Cookie', cookies.set(cookies.refresh, refreshToken, IDLE_MS));
      if (adminCookie) ctx.append('Set-Cookie', cookies.set(cookies.admin, adminCookie, ABSOLUTE_MS));
      if (adminCookie === null) ctx.append('Set-Cookie', cookies.clear(cookies.admin));
    },
    clear(ctx) {
      ctx.append('Set-Cookie', cookies.clear(cookies.refresh));
      ctx.append('Set-Cookie', cookies.clear(cookies.admin));
    },
  };
}
