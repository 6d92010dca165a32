import type { Context, Middleware, Next } from 'koa';
import helmet from 'koa-helmet';

const TWO_YEARS_SECONDS = 63_072_000;

/** Sets the security headers of every answer. Pages replace the policy, which forbids everything, by their own. */
export function securityHeaders(publicUrl: URL): Middleware {
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'base-uri': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Wallets open pop-ups that need their opener.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    strictTransportSecurity:
      publicUrl.protocol === 'https:' ? { maxAge: TWO_YEARS_SECONDS, includeSubDomains: true } : false,
  });
  return (ctx: Context, next: Next) => {
    ctx.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
    return setHeaders(ctx, next);
  };
}
