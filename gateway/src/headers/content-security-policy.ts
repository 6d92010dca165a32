/** What a page may talk to besides its own origin. */
export interface PageSources {
  rpcUrl: string;
  walletConnect: boolean;
}

const WALLETCONNECT_RELAY = 'wss://relay.walletconnect.org';

/** The policy of our page (stack.md 4): no inline script, no eval; styles of the UI kit by nonce. */
export function pagePolicy(nonce: string, sources: PageSources): string {
  const connect = [
    "'self'",
    new URL(sources.rpcUrl).origin,
    ...(sources.walletConnect ? [WALLETCONNECT_RELAY] : []),
  ];
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${connect.join(' ')}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** The policy of everything that is not a page: whatever it is, it does nothing when opened. */
export const STRICTEST_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";
