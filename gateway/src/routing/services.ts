import { type Note, natsNote } from '@touchline/service-kit/http/health';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import type { GatewayEnv } from '../env.ts';
import { createForward, type ForwardDeps } from './forward.ts';
import { createProxy } from './proxy.ts';

type ServiceName = 'fpl-relay' | 'games' | 'staking' | 'admin';

interface ServicesDeps extends ForwardDeps {
  env: GatewayEnv;
  bus: Bus;
}

/** Creates the handlers of the services behind the gateway. */
export function createServices({ env, bus, ...deps }: ServicesDeps) {
  const proxy = createProxy();
  const forward = createForward(proxy, deps);
  const note = (origin: string) => (): Note => {
    const responding = proxy.isResponding(origin);
    if (responding === null) return { ok: true, detail: 'no request yet' };
    return responding ? { ok: true, detail: 'responding' } : { ok: false, detail: 'last request failed' };
  };
  const origins: [ServiceName, string][] = [
    ['fpl-relay', env.SERVICE_FPL_RELAY_URL],
    ['games', env.SERVICE_GAMES_URL],
    ['staking', env.SERVICE_STAKING_URL],
    ['admin', env.SERVICE_ADMIN_URL],
  ];
  const mapServices = <T>(create: (origin: string, name: ServiceName) => T) =>
    Object.fromEntries(origins.map(([name, origin]) => [name, create(origin, name)])) as Record<
      ServiceName,
      T
    >;
  return {
    handlers: mapServices((origin, name) => forward(name, { origin })),
    /** Creates the handler of another service. */
    forward,
    /** Notes of /readyz: NATS, and whether each service responded to the last request of this gateway. */
    notes: { bus: natsNote(bus), ...mapServices(note) },
  };
}
