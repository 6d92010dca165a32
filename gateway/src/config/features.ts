import { askGamesSwitches, askStakingSwitches } from '@touchline/api/events/admin-parts';
import type { AdminSwitch } from '@touchline/api/http/admin-controls';
import type { Config } from '@touchline/api/http/config';
import { ask } from '@touchline/service-kit/ask';
import type { Bus } from '@touchline/service-kit/bus';
import type { GatewayEnv } from '../env.ts';

type Features = Config['features'];
type Answer = { switches: AdminSwitch[] };

/** A page is loading: a service that hangs must not stop it. */
const PATIENCE_MS = 500;

/**
 * What the deployment and the administrators allow. The services that own the switches are asked each time, so that no
 * answer is older than the event that says a switch has changed; while one is down, its last answer counts.
 */
export function createFeatures(bus: Bus, env: GatewayEnv): () => Promise<Features> {
  const games = lastAnswer(() => ask(bus, askGamesSwitches, {}, { timeoutMs: PATIENCE_MS }));
  const staking = lastAnswer(() => ask(bus, askStakingSwitches, {}, { timeoutMs: PATIENCE_MS }));
  return async () => {
    const switches = (await Promise.all([games(), staking()])).flat();
    const isOn = (name: AdminSwitch['name']) => switches.find((each) => each.name === name)?.on ?? true;
    return {
      tournaments: env.FEATURE_TOURNAMENTS && isOn('tournaments'),
      paid_games: env.FEATURE_PAID_GAMES && isOn('paid_games'),
      staking: isOn('staking'),
    };
  };
}

/** The switches of an owner; nothing before its first answer. */
function lastAnswer(asked: () => Promise<Answer>): () => Promise<AdminSwitch[]> {
  let last: AdminSwitch[] = [];
  return async () => {
    last = await asked().then(
      ({ switches }) => switches,
      () => last,
    );
    return last;
  };
}
