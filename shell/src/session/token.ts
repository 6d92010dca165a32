/** When a token was issued and ends, epoch ms by the server's clock; null when it is not a token that we can read. */
export function tokenLife(token: string): { from: number; until: number } | null {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { iat, exp } = JSON.parse(atob(payload));
    return typeof iat === 'number' && typeof exp === 'number'
      ? { from: iat * 1000, until: exp * 1000 }
      : null;
  } catch {
    return null;
  }
}

/** The share of its life after which a token is exchanged (docs/wire.md, Sessions). */
const REFRESH_AT = 0.8;

/** When to refresh a token, epoch ms by the server's clock; null when it does not say how long it lives. */
export function refreshTime(token: string): number | null {
  const life = tokenLife(token);
  return life && life.from + (life.until - life.from) * REFRESH_AT;
}
