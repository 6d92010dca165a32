/** Origins other than its own that the page may connect to. */
export interface PageSources {
  rpcUrl: string;
  /** WalletConnect's relay, for wallets by QR code; null if these are disabled. */
  relayUrl: string | null;
}

/** WalletConnect Verify: a frame of this host attests the origin of the page to the phone. */
const WALLETCONNECT_VERIFY = 'https://verify.walletconnect.org';

/** Builds the policy of the page: no inline scripts, no eval; the UI kit's styles by nonce. */
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
