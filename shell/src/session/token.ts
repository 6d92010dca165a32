/** The share of a token's lifetime after which it is renewed (api.md, Sessions). */
const REFRESH_AT = 0.8;

/**
 * When to renew a token, in epoch ms by the server's clock; null if it does not state its lifetime. (`jose.decodeJwt` would add
 * 0.8 kB to the first load for these lines.)
 */
export function refreshTime(token: string): number | null {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { iat, exp } = JSON.parse(atob(payload));
    if (typeof iat !== 'number' || typeof exp !== 'number') return null;
    return (iat + (exp - iat) * REFRESH_AT) * 1000;
  } catch {
    return null;
  }
}
