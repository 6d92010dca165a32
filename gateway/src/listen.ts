import { type Listening, listen } from '@touchline/service-kit/app';
import type { Log } from '@touchline/service-kit/log';
import type Koa from 'koa';

const IPV4_LOOPBACK = '127.0.0.1';
const IPV6_LOOPBACK = '::1';

/**
 * Listens on a host. For the IPv4 loopback it listens on the IPv6 one too, if there is one: browsers resolve `localhost` to
 * either.
 */
export async function listenOnBoth(app: Koa, port: number, host: string, log: Log): Promise<Listening> {
  const first = await listen(app, port, host);
  if (host !== IPV4_LOOPBACK) return first;
  const second = await listen(app, first.port, IPV6_LOOPBACK).catch((error: unknown) => {
    log.info({ err: error }, 'not listening on ::1');
    return null;
  });
  return {
    ...first,
    close: async () => {
      await Promise.all([first.close(), second?.close()]);
    },
  };
}
