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
export const buildSecurityHeaders = (publicUrl: URL): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  ...(publicUrl.protocol === 'https:'
    ? { 'Strict-Transport-Security': `max-age=${TWO_YEARS_SECONDS}; includeSubDomains` }
    : {}),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
});
