import { createHash, randomInt } from 'node:crypto';
import { parse, serialize } from 'cookie';
import type { Context } from 'koa';

/** Number of visitor numbers: too few to identify people. */
const NUMBERS = 10_000;
const YEAR_SECONDS = 365 * 24 * 3_600;

/** Numbers of browsers, which decide whether a browser is in a share. */
export interface Visitors {
  /** Returns the number in the request's cookie; otherwise sets a new one on the response. */
  getNumber(ctx: Context): number;
}

/** Cookie names as in auth/session-cookies.ts. */
export function createVisitors(publicUrl: URL): Visitors {
  const secure = publicUrl.protocol === 'https:';
  const name = secure ? '__Host-touchline-share' : `touchline-share-${publicUrl.port || '80'}`;
  return {
    getNumber(ctx) {
      const value = parse(ctx.get('cookie'))[name] ?? '';
      if (/^\d{1,4}$/.test(value)) return Number(value);
      const number = randomInt(NUMBERS);
      const attributes = {
        maxAge: YEAR_SECONDS,
        path: '/',
        httpOnly: true,
        secure,
        sameSite: 'lax',
      } as const;
      ctx.append('Set-Cookie', serialize(name, String(number), attributes));
      return number;
    },
  };
}

/**
 * Returns whether a visitor is in the share of a remote. The result is stable per number and differs between remotes. A
 * visitor in a share of 10 % is also in a share of 50 %.
 */
export function isInShare(name: string, visitor: number, percent: number): boolean {
  const digest = createHash('sha256').update(`${name} ${visitor}`).digest();
  return digest.readUInt32BE(0) % 100 < percent;
}
