import { parse, serialize } from 'cookie';
import type { Context } from 'koa';

export type Cookie = ReturnType<typeof createCookie>;

/**
 * On https the name starts with `__Host-` and the cookie is Secure. On local http the name contains the port: browsers share
 * cookies between the ports of a host, and two instances may run on one machine.
 */
export function createCookie(publicUrl: URL, kind: string, sameSite: 'strict' | 'lax') {
  const secure = publicUrl.protocol === 'https:';
  const name = secure ? `__Host-touchline-${kind}` : `touchline-${kind}-${publicUrl.port || '80'}`;
  return {
    /** Returns the value in the request; empty without one. */
    read: (ctx: Context) => parse(ctx.get('cookie'))[name] ?? '',
    /**
     * Sets the value on the response. A maximum age of 0 removes the cookie. ctx.cookies is not used, because it writes Expires from
     * the server's clock instead of Max-Age.
     */
    write: (ctx: Context, value: string, maxAge: number) =>
      ctx.append(
        'Set-Cookie',
        serialize(name, value, { maxAge, path: '/', httpOnly: true, secure, sameSite }),
      ),
  };
}
