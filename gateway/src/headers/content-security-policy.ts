/** Origins besides its own that the page may connect to. */
export interface PageSources {
  rpcUrl: string;
  /** WalletConnect's relay, for wallets by QR code; null where these are off. */
  relayUrl: string | null;
}

/** WalletConnect's Verify: a frame of this host attests to the phone which page asks it. */
const WALLETCONNECT_VERIFY = 'https://verify.walletconnect.org';

/** The policy of our page: no inline script, no eval; styles of the UI kit by nonce. */
export function buildPagePolicy(nonce: string, sources: PageSources): string {
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
