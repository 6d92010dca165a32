import { createHash, randomInt } from 'node:crypto';
import { parse, serialize } from 'cookie';
import type { Context } from 'koa';

/** So many numbers are given out: too few to tell people apart. */
const NUMBERS = 10_000;
const YEAR_SECONDS = 365 * 24 * 3_600;

/** The number of a browser, which decides on which side of a share it is. */
export interface Visitors {
  /** The number in the request's cookie; a new one is set on the answer. */
  getNumber(ctx: Context): number;
}

/** Cookie names as in auth/session-cookies.ts. */
export function createVisitors(publicUrl: URL): Visitors {
  const secure = publicUrl.protocol === 'https:';
  const name = secure ? '__Host-touchline-share' : `touchline-share-${publicUrl.port || '80'}`;
  return {
    getNumber(ctx) {
      const given = parse(ctx.get('cookie'))[name] ?? '';
      if (/^\d{1,4}$/.test(given)) return Number(given);
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
 * Whether a visitor belongs to the share of a remote: always the same one for the same number, another one for another
 * remote. Who is in a share of 10 % is in one of 50 % too.
 */
export function isInShare(name: string, visitor: number, percent: number): boolean {
  const digest = createHash('sha256').update(`${name} ${visitor}`).digest();
  return digest.readUInt32BE(0) % 100 < percent;
}
