import { parse, serialize } from 'cookie';
import type { Context } from 'koa';
import { ABSOLUTE_MS, IDLE_MS } from './sessions.ts';

/** The cookies of a session: read from a request, set on its answer. */
export interface SessionCookies {
  refreshToken(ctx: Context): string | null;
  adminCookie(ctx: Context): string | null;
  /** `adminCookie`: `null` clears an earlier one, `undefined` leaves it as it is. */
  set(ctx: Context, refreshToken: string, adminCookie?: string | null): void;
  clear(ctx: Context): void;
}

/**
 * On https the names start with `__Host-` and the cookies are Secure. On plain local http the names carry the port:
 * browsers share cookies between the ports of a host, and two copies of the product may run on one machine.
 */
export function sessionCookies(publicUrl: URL): SessionCookies {
  const secure = publicUrl.protocol === 'https:';
  const nameOf = (kind: string) =>
    secure ? `__Host-touchline-${kind}` : `touchline-${kind}-${publicUrl.port || '80'}`;
  const refresh = nameOf('refresh');
  const admin = nameOf('admin');

  const read = (ctx: Context, name: string) => parse(ctx.get('cookie'))[name] || null;
  // Not ctx.cookies: it writes Expires by the server's clock instead of Max-Age.
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
