import {
  gamesSwitchesChanged,
  gamesSwitchesRequest,
  stakingSwitchesChanged,
  stakingSwitchesRequest,
} from '@touchline/api/events/admin-services';
import type { AdminSwitch } from '@touchline/api/http/admin-controls';
import type { Config } from '@touchline/api/http/config';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { request } from '@touchline/service-kit/messaging/request';
import { createTimedRead } from '@touchline/service-kit/process/shared-work';
import type { GatewayEnv } from '../env.ts';

type Features = Config['features'];
type SwitchesReply = { switches: AdminSwitch[] };

/** A page waits for this: a service that hangs must not block it. */
const TIMEOUT_MS = 500;
/** Cache time of the switches; limits the delay if the event of a change is lost. */
const CACHE_MS = 200;

/** Features that the deployment and the administrators currently allow. */
export interface CurrentFeatures {
  read(): Promise<Features>;
  /** Receives every event. After the event of a changed switch, `read` returns no older value. */
  onEvent(subject: string): void;
}

/**
 * Reads the switches from the services that own them, a few times per second regardless of the number of pages. While a
 * service is down, its last reply is used.
 */
export function createFeatures(bus: Bus, env: GatewayEnv): CurrentFeatures {
  const games = rememberLast(() => request(bus, gamesSwitchesRequest, {}, { timeoutMs: TIMEOUT_MS }));
  const staking = rememberLast(() => request(bus, stakingSwitchesRequest, {}, { timeoutMs: TIMEOUT_MS }));
  const features = createTimedRead<Features>(CACHE_MS, async () => {
    const switches = (await Promise.all([games(), staking()])).flat();
    const isOn = (name: AdminSwitch['name']) => switches.find((each) => each.name === name)?.on ?? true;
    return {
      tournaments: env.FEATURE_TOURNAMENTS && isOn('tournaments'),
      paid_games: env.FEATURE_PAID_GAMES && isOn('paid_games'),
      staking: isOn('staking'),
    };
  });

  return {
    read: () => features.read(),
    onEvent(subject) {
      if (CHANGES.has(subject)) features.forget();
    },
  };
}

const CHANGES = new Set([gamesSwitchesChanged.subject, stakingSwitchesChanged.subject]);

/** Returns the switches of a service, or its last ones when it does not reply; none before its first reply. */
function rememberLast(read: () => Promise<SwitchesReply>): () => Promise<AdminSwitch[]> {
  let last: AdminSwitch[] = [];
  return async () => {
    last = await read().then(
      ({ switches }) => switches,
      () => last,
    );
    return last;
  };
}
