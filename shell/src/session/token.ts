/** Fraction of a token's lifetime after which it is renewed (api.md, Sessions). */
const REFRESH_AT = 0.8;

/** Time to renew a token, in epoch ms by the server's clock. Null if the token does not contain its lifetime. */
export function getRefreshTime(token: string): number | null {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { iat, exp } = JSON.parse(atob(payload));
    if (typeof iat !== 'number' || typeof exp !== 'number') return null;
    return (iat + (exp - iat) * REFRESH_AT) * 1000;
  } catch {
    return null;
  }
}
