import { type Note, type Notes, natsNote } from '@touchline/service-kit/http/health';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import type { GatewayEnv } from '../env.ts';
import type { ServiceProxy } from './proxy.ts';

/** Creates the notes of /readyz: NATS, and whether each service responded to the last request of this gateway. */
export function createReadinessNotes(
  bus: Bus,
  env: GatewayEnv,
  { isResponding }: Pick<ServiceProxy, 'isResponding'>,
): Notes {
  const note = (origin: string) => (): Note => {
    const responding = isResponding(origin);
    if (responding === null) return { ok: true, detail: 'no request yet' };
    return responding ? { ok: true, detail: 'responding' } : { ok: false, detail: 'last request failed' };
  };
  return {
    bus: natsNote(bus),
    'fpl-relay': note(env.SERVICE_FPL_RELAY_URL),
    games: note(env.SERVICE_GAMES_URL),
    staking: note(env.SERVICE_STAKING_URL),
    admin: note(env.SERVICE_ADMIN_URL),
  };
}
