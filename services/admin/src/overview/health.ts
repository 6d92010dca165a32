import {
  gamesHealthRequest,
  gatewayHealthRequest,
  relayHealthRequest,
  stakingHealthRequest,
} from '@touchline/api/events/admin-services';
import type { AdminHealth, ServiceHealth } from '@touchline/api/http/admin-overview';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { request } from '@touchline/service-kit/messaging/request';

/** A service that takes longer counts as down, so that the page does not wait for it. */
const HEALTH_MS = 3_000;

/** Collects the health of every service; null for one that does not reply in time. Its own health needs no request. */
export async function collectHealth(
  bus: Bus,
  own: () => Promise<ServiceHealth>,
): Promise<AdminHealth['parts']> {
  const options = { timeoutMs: HEALTH_MS };
  const replies = [
    ['gateway', request(bus, gatewayHealthRequest, {}, options)],
    ['games', request(bus, gamesHealthRequest, {}, options)],
    ['staking', request(bus, stakingHealthRequest, {}, options)],
    ['fpl-relay', request(bus, relayHealthRequest, {}, options)],
    ['admin', own()],
  ] as const;
  return Promise.all(
    replies.map(async ([part, reply]) => ({
      part,
      health: await reply.catch((error: unknown) => {
        bus.log.warn({ service: part, cause: String(error) }, 'service health check failed');
        return null;
      }),
    })),
  );
}
