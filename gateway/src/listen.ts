import { type Listening, listen } from '@touchline/service-kit/app';
import type { Log } from '@touchline/service-kit/log';
import type Koa from 'koa';
import type { GatewayEnv } from './env.ts';
import { securityHeaders } from './headers/security-headers.ts';

const IPV4_LOOPBACK = '127.0.0.1';
const IPV6_LOOPBACK = '::1';
/** Headers and body: a body has at most 32 kB. */
const REQUEST_TIMEOUT_MS = 10_000;

/** Listens for the public, with the limits and headers of the edge. */
export async function listenAtEdge(
  env: GatewayEnv,
  app: Koa,
  port: number,
  host: string,
): Promise<Listening> {
  return listen(app, port, host, {
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    headers: securityHeaders(env.PUBLIC_URL),
  });
}

/**
 * Listens on a host. For the IPv4 loopback it listens on the IPv6 one too, if there is one: browsers resolve `localhost` to
 * either.
 */
export const listenOnBoth =
  (env: GatewayEnv) =>
  async (app: Koa, port: number, host: string, log: Log): Promise<Listening> => {
    const first = await listenAtEdge(env, app, port, host);
    if (host !== IPV4_LOOPBACK) return first;
    const second = await listenAtEdge(env, app, first.port, IPV6_LOOPBACK).catch((error: unknown) => {
      log.info({ err: error }, 'not listening on ::1');
      return null;
    });
    return {
      ...first,
      close: async () => {
        await Promise.all([first.close(), second?.close()]);
      },
    };
  };
