import {
  gamesHealthRequest,
  gatewayHealthRequest,
  relayHealthRequest,
  stakingHealthRequest,
} from '@touchline/api/events/admin-services';
import type { AdminHealth, ServiceHealth } from '@touchline/api/http/admin-overview';
import type { Bus } from '@touchline/service-kit/bus';
import { request } from '@touchline/service-kit/request';

/** A part that needs longer than this counts as down: the page must not wait for it. */
const HEALTH_MS = 3_000;

/** The health of every part; null for one that does not answer in time. This service is asked without the bus. */
export async function collectHealth(
  bus: Bus,
  own: () => Promise<ServiceHealth>,
): Promise<AdminHealth['parts']> {
  const options = { timeoutMs: HEALTH_MS };
  const asked = [
    ['gateway', request(bus, gatewayHealthRequest, {}, options)],
    ['games', request(bus, gamesHealthRequest, {}, options)],
    ['staking', request(bus, stakingHealthRequest, {}, options)],
    ['fpl-relay', request(bus, relayHealthRequest, {}, options)],
    ['admin', own()],
  ] as const;
  return Promise.all(
    asked.map(async ([part, answer]) => ({
      part,
      health: await answer.catch((error: unknown) => {
        bus.log.warn({ part, cause: String(error) }, 'a part did not say how it is');
        return null;
      }),
    })),
  );
}
