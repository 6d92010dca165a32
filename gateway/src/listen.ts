import { type Listening, listen } from '@touchline/service-kit/http/server';
import type { Log } from '@touchline/service-kit/process/log';
import type Koa from 'koa';
import { limitConnections } from './connections/connection-limit.ts';
import { respondInTurn } from './connections/pipelining.ts';
import type { GatewayEnv } from './env.ts';
import { buildSecurityHeaders } from './headers/security-headers.ts';

const IPV4_LOOPBACK = '127.0.0.1';
const IPV6_LOOPBACK = '::1';
/** Time for the headers and the body. It is one limit for all requests, so an upload of a remote must arrive in it as well. */
const REQUEST_TIMEOUT_MS = 10_000;

/** Listens for public traffic, with connection limits and security headers. */
export async function listenAtEdge(
  env: GatewayEnv,
  app: Koa,
  port: number,
  host: string,
): Promise<Listening> {
  const listening = await listen(app, port, host, {
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    headers: buildSecurityHeaders(env.PUBLIC_URL),
    wrap: respondInTurn,
  });
  limitConnections(listening.server, {
    // Behind a trusted proxy all connections come from its address.
    perAddress: env.TRUSTED_PROXIES > 0 ? Number.POSITIVE_INFINITY : env.MAX_CONNECTIONS_PER_ADDRESS,
    total: env.MAX_CONNECTIONS,
  });
  // Applies while a response is being sent. A proxy in front handles clients that read slowly (docs/operations).
  listening.server.setTimeout(env.READ_TIMEOUT_SECONDS * 1_000, (socket) => socket.resetAndDestroy());
  return listening;
}

/**
 * Listens on a host. With the IPv4 loopback it also listens on the IPv6 loopback, if available: browsers resolve `localhost`
 * to either.
 */
export const listenOnBoth =
  (env: GatewayEnv) =>
  async (app: Koa, port: number, host: string, log: Log): Promise<Listening> => {
    const first = await listenAtEdge(env, app, port, host);
    if (host !== IPV4_LOOPBACK) return first;
    const second = await listenAtEdge(env, app, first.port, IPV6_LOOPBACK).catch((error: unknown) => {
      log.info({ err: error }, 'IPv6 loopback unavailable; listening on 127.0.0.1 only');
      return null;
    });
    return {
      ...first,
      close: async () => {
        await Promise.all([first.close(), second?.close()]);
      },
    };
  };
