import type { ServerResponse } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';

const TWO_YEARS_SECONDS = 63_072_000;

/** Headers of pages, in addition to their own Content-Security-Policy. */
export const PAGE_HEADERS = {
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  // Wallets open pop-ups that need their opener.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Origin-Agent-Cluster': '?1',
} as const;

/**
 * Headers that scripts, styles, fonts and images do not need. Browsers never show them as a document or in a frame, and their requests
 * are not looked up in the log.
 */
export const DOCUMENT_HEADERS = [
  'Content-Security-Policy',
  'X-Frame-Options',
  'Referrer-Policy',
  'X-Request-Id',
] as const;

/** Builds the security headers of every response. Pages replace the default policy, which forbids everything. */
export function buildSecurityHeaders(publicUrl: URL): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const collect = {
    setHeader: (name: string, value: string) => {
      headers[name] = value;
    },
    removeHeader: () => {},
  };
  // helmet is Express middleware. Its headers do not depend on the request, so they are collected once.
  helmet(buildOptions(publicUrl))({} as never, collect as unknown as ServerResponse, () => {});
  return headers;
}

const buildOptions = (publicUrl: URL): HelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { 'default-src': ["'none'"], 'base-uri': ["'none'"], 'frame-ancestors': ["'none'"] },
  },
  xFrameOptions: { action: 'deny' },
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  // See PAGE_HEADERS.
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  crossOriginResourcePolicy: { policy: 'same-origin' },
  // Only obsolete browsers read these.
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  strictTransportSecurity:
    publicUrl.protocol === 'https:' ? { maxAge: TWO_YEARS_SECONDS, includeSubDomains: true } : false,
});
