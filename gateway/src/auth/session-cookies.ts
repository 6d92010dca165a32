import type { Context } from 'koa';
import { createCookie } from '../headers/cookie.ts';
import { ABSOLUTE_MS, IDLE_MS } from './sessions.ts';

/** Reads the cookies of a session from a request and sets them on its response. */
export interface SessionCookies {
  refreshToken(ctx: Context): string | null;
  adminCookie(ctx: Context): string | null;
  /** `adminCookie`: `null` clears the cookie, `undefined` does not change it. */
  set(ctx: Context, refreshToken: string, adminCookie?: string | null): void;
  clear(ctx: Context): void;
}

export function createSessionCookies(publicUrl: URL): SessionCookies {
  const refresh = createCookie(publicUrl, 'refresh', 'strict');
  const admin = createCookie(publicUrl, 'admin', 'strict');
  return {
    refreshToken: (ctx) => refresh.read(ctx) || null,
    adminCookie: (ctx) => admin.read(ctx) || null,
    set(ctx, refreshToken, adminCookie) {
      refresh.write(ctx, refreshToken, IDLE_MS / 1_000);
      if (adminCookie) admin.write(ctx, adminCookie, ABSOLUTE_MS / 1_000);
      if (adminCookie === null) admin.write(ctx, '', 0);
    },
    clear(ctx) {
      refresh.write(ctx, '', 0);
      admin.write(ctx, '', 0);
    },
  };
}
