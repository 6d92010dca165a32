/** The names of our cookies and how they are set. */
export interface Cookies {
  readonly refresh: string;
  readonly admin: string;
  /** A Set-Cookie value; HttpOnly and SameSite=Strict always. */
  set(name: string, value: string, maxAgeMs: number): string;
  clear(name: string): string;
  /** The value of a cookie in a Cookie header. */
  read(header: string | undefined, name: string): string | null;
}

/**
 * On https the names are `__Host-` and the cookies Secure. On plain local http they carry the port instead: cookies do not
 * keep ports apart, and two copies may run on one host.
 */
export function cookiesFor(publicUrl: URL): Cookies {
  const secure = publicUrl.protocol === 'https:';
  const name = (kind: string) =>
    secure ? `__Host-touchline-${kind}` : `touchline-${kind}-${publicUrl.port || '80'}`;
  const attributes = `; Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  return {
    refresh: name('refresh'),
    admin: name('admin'),
    set: (cookie, value, maxAgeMs) =>
      `${cookie}=${value}; Max-Age=${Math.floor(maxAgeMs / 1000)}${attributes}`,
    clear: (cookie) => `${cookie}=; Max-Age=0${attributes}`,
    read: (header, cookie) => {
      for (const part of header?.split(';') ?? []) {
        const [key, value] = part.trim().split('=', 2);
        if (key === cookie && value) return value;
      }
      return null;
    },
  };
}
