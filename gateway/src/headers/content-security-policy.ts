/** What a page may talk to besides its own origin. */
export interface PageSources {
  rpcUrl: string;
  /** Of wallets by QR code; null where they are off. */
  relayUrl: string | null;
}

/** Frames of this host tell a phone which page really asks it (WalletConnect's Verify). */
const WALLETCONNECT_VERIFY = 'https://verify.walletconnect.org';

/** The policy of our page: no inline script, no eval; styles of the UI kit by nonce. */
export function pagePolicy(nonce: string, sources: PageSources): string {
  const connect = [
    "'self'",
    new URL(sources.rpcUrl).origin,
    ...(sources.relayUrl ? [new URL(sources.relayUrl).origin] : []),
  ];
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${connect.join(' ')}`,
    ...(sources.relayUrl ? [`frame-src ${WALLETCONNECT_VERIFY}`] : []),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** The policy of everything that is not a page: whatever it is, it does nothing when opened. */
export const STRICTEST_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";
