import {
  askGamesHealth,
  askGatewayHealth,
  askRelayHealth,
  askStakingHealth,
} from '@touchline/api/events/admin-parts';
import type { AdminHealth, PartHealth } from '@touchline/api/http/admin-overview';
import { ask } from '@touchline/service-kit/ask';
import type { Bus } from '@touchline/service-kit/bus';

/** A part that needs longer than this counts as down: the page must not wait for it. */
const HEALTH_MS = 3_000;

/** The health of every part; null for one that does not answer in time. This service is asked without the bus. */
export async function healthOfAll(bus: Bus, own: () => Promise<PartHealth>): Promise<AdminHealth['parts']> {
  const options = { timeoutMs: HEALTH_MS };
  const asked = [
    ['gateway', ask(bus, askGatewayHealth, {}, options)],
    ['games', ask(bus, askGamesHealth, {}, options)],
    ['staking', ask(bus, askStakingHealth, {}, options)],
    ['fpl-relay', ask(bus, askRelayHealth, {}, options)],
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
