import type { Middleware } from 'koa';
import { STRICTEST_POLICY } from './content-security-policy.ts';

const HEADERS: Record<string, string> = {
  'Content-Security-Policy': STRICTEST_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  // Wallets open pop-ups that talk back.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

const TWO_YEARS = 63_072_000;

/** Puts the security headers on every answer; a page lays its own policy over the strictest one. */
export function securityHeaders(publicUrl: URL): Middleware {
  const secure = publicUrl.protocol === 'https:';
  return async (ctx, next) => {
    ctx.set(HEADERS);
    if (secure) ctx.set('Strict-Transport-Security', `max-age=${TWO_YEARS}; includeSubDomains`);
    await next();
  };
}
