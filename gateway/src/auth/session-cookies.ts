import { parse, serialize } from 'cookie';
import type { Context } from 'koa';
import { ABSOLUTE_MS, IDLE_MS } from './sessions.ts';

/** Reads the cookies of a session from a request and sets them on its response. */
export interface SessionCookies {
  refreshToken(ctx: Context): string | null;
  adminCookie(ctx: Context): string | null;
  /** `adminCookie`: `null` clears the cookie, `undefined` does not change it. */
  set(ctx: Context, refreshToken: string, adminCookie?: string | null): void;
  clear(ctx: Context): void;
}

/**
 * On https the names start with `__Host-` and the cookies are Secure. On local http the names contain the port: browsers
 * share cookies between the ports of a host, and two instances may run on one machine.
 */
export function createSessionCookies(publicUrl: URL): SessionCookies {
  const secure = publicUrl.protocol === 'https:';
  const buildName = (kind: string) =>
    secure ? `__Host-touchline-${kind}` : `touchline-${kind}-${publicUrl.port || '80'}`;
  const refresh = buildName('refresh');
  const admin = buildName('admin');

  const read = (ctx: Context, name: string) => parse(ctx.get('cookie'))[name] || null;
  // Not ctx.cookies, which writes Expires from the server's clock instead of Max-Age.
  function write(ctx: Context, name: string, value: string, maxAgeMs: number) {
    const maxAge = Math.floor(maxAgeMs / 1000);
    const attributes = { maxAge, path: '/', httpOnly: true, secure, sameSite: 'strict' } as const;
    ctx.append('Set-Cookie', serialize(name, value, attributes));
  }
  const remove = (ctx: Context, name: string) => write(ctx, name, '', 0);

  return {
    refreshToken: (ctx) => read(ctx, refresh),
    adminCookie: (ctx) => read(ctx, admin),
    set(ctx, refreshToken, adminCookie) {
      write(ctx, refresh, refreshToken, IDLE_MS);
      if (adminCookie) write(ctx, admin, adminCookie, ABSOLUTE_MS);
      if (adminCookie === null) remove(ctx, admin);
    },
    clear(ctx) {
      remove(ctx, refresh);
      remove(ctx, admin);
    },
  };
}
