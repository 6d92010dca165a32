import {
  gamesSwitchesChanged,
  gamesSwitchesRequest,
  stakingSwitchesChanged,
  stakingSwitchesRequest,
} from '@touchline/api/events/admin-services';
import type { AdminSwitch } from '@touchline/api/http/admin-controls';
import type { Config } from '@touchline/api/http/config';
import type { Bus } from '@touchline/service-kit/bus';
import { request } from '@touchline/service-kit/request';
import type { GatewayEnv } from '../env.ts';

type Features = Config['features'];
type Answer = { switches: AdminSwitch[] };

/** A page is loading: a service that hangs must not stop it. */
const PATIENCE_MS = 500;
/** How long an answer counts without asking again, should the event of a change not arrive. */
const FOLLOW_MS = 200;

/** What the deployment and the administrators allow, now. */
export interface CurrentFeatures {
  read(): Promise<Features>;
  /** Told of every event: after one that says a switch has changed, no answer is from before it. */
  onEvent(subject: string): void;
}

/**
 * The services that own the switches are asked a few times a second, however many pages load; while one is down, its last
 * answer counts.
 */
export function createFeatures(bus: Bus, env: GatewayEnv): CurrentFeatures {
  const games = lastAnswer(() => request(bus, gamesSwitchesRequest, {}, { timeoutMs: PATIENCE_MS }));
  const staking = lastAnswer(() => request(bus, stakingSwitchesRequest, {}, { timeoutMs: PATIENCE_MS }));
  let asked = { since: Number.NEGATIVE_INFINITY, features: Promise.resolve<Features>(NOTHING_ASKED) };

  async function askAll(): Promise<Features> {
    const switches = (await Promise.all([games(), staking()])).flat();
    const isOn = (name: AdminSwitch['name']) => switches.find((each) => each.name === name)?.on ?? true;
    return {
      tournaments: env.FEATURE_TOURNAMENTS && isOn('tournaments'),
      paid_games: env.FEATURE_PAID_GAMES && isOn('paid_games'),
      staking: isOn('staking'),
    };
  }

  return {
    read() {
      const now = performance.now();
      if (now - asked.since > FOLLOW_MS) asked = { since: now, features: askAll() };
      return asked.features;
    },
    onEvent(subject) {
      if (CHANGES.has(subject)) asked = { ...asked, since: Number.NEGATIVE_INFINITY };
    },
  };
}

const CHANGES = new Set([gamesSwitchesChanged.subject, stakingSwitchesChanged.subject]);
const NOTHING_ASKED: Features = { tournaments: false, paid_games: false, staking: false };

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
