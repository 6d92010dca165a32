import type { Bus } from '@touchline/service-kit/bus';
import { natsNote, type Note, type Notes } from '@touchline/service-kit/health';
import type { GatewayEnv } from '../env.ts';
import type { ServiceProxy } from './proxy.ts';

/** For /readyz: the bus, and whether each service answered this gateway when it was called last. */
export function createReadinessNotes(bus: Bus, env: GatewayEnv, { answered }: Pick<ServiceProxy, 'answered'>): Notes {
  const note = (origin: string) => (): Note => {
    const last = answered(origin);
    if (last === null) return { ok: true, detail: 'not called yet' };
    return last ? { ok: true, detail: 'answers' } : { ok: false, detail: 'did not answer the last call' };
  };
  return {
    bus: natsNote(bus),
    'fpl-relay': note(env.SERVICE_FPL_RELAY_URL),
    games: note(env.SERVICE_GAMES_URL),
    staking: note(env.SERVICE_STAKING_URL),
    admin: note(env.SERVICE_ADMIN_URL),
  };
}
