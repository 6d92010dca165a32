import { createHash, randomInt } from 'node:crypto';
import type { Context } from 'koa';
import { createCookie } from '../headers/cookie.ts';

/** Number of visitor numbers: too few to identify people. */
const NUMBERS = 10_000;
const YEAR_SECONDS = 365 * 24 * 3_600;

/** Returns the number of a browser, which decides whether it is in a share. */
export type NumberVisitor = (ctx: Context) => number;

/** Creates the function that returns the number in the request's cookie; otherwise it sets a new one on the response. */
export function createVisitorNumbers(publicUrl: URL): NumberVisitor {
  const cookie = createCookie(publicUrl, 'share', 'lax');
  return (ctx) => {
    const value = cookie.read(ctx);
    if (/^\d{1,4}$/.test(value)) return Number(value);
    const number = randomInt(NUMBERS);
    cookie.write(ctx, String(number), YEAR_SECONDS);
    return number;
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
