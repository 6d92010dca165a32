import type { ServerResponse } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';

const TWO_YEARS_SECONDS = 63_072_000;

/** What only a page can do, on the answers that are pages, besides a policy of their own. */
export const PAGE_HEADERS = {
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  // Wallets open pop-ups that need their opener.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Origin-Agent-Cluster': '?1',
} as const;

/** What scripts, styles, fonts and pictures do without: no browser shows them as a document, or in a frame. */
export const DOCUMENT_HEADERS = ['Content-Security-Policy', 'X-Frame-Options', 'Referrer-Policy'] as const;

/** The security headers of every answer. Pages replace the policy, which forbids everything, by their own. */
export function buildSecurityHeaders(publicUrl: URL): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const collect = {
    setHeader: (name: string, value: string) => {
      headers[name] = value;
    },
    removeHeader: () => {},
  };
  // helmet is Express middleware; its headers do not depend on the request, so they are taken from it once.
  helmet(options(publicUrl))({} as never, collect as unknown as ServerResponse, () => {});
  return headers;
}

const options = (publicUrl: URL): HelmetOptions => ({
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
  // What only browsers of another decade read: 140 bytes of each answer.
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  strictTransportSecurity:
    publicUrl.protocol === 'https:' ? { maxAge: TWO_YEARS_SECONDS, includeSubDomains: true } : false,
});
