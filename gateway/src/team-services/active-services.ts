import type { Database } from '@touchline/service-kit/data/database';
import type { Forward } from '../routing/forward.ts';
import type { Handler, Route, RouteTable } from '../routing/routes.ts';
import { isProductPrefix } from './check-declaration.ts';
import { createRegisteredRoute, type RegisteredUpstream } from './registered-routes.ts';
import { listServices } from './team-services.store.ts';

interface ActiveServicesDeps {
  db: Database;
  /** Origin of each service, by name, as the operator configured it. */
  addresses: ReadonlyMap<string, string>;
  forward: Forward;
  /** Gets the routes of all registered services after each change. */
  table: Pick<RouteTable, 'setRegistered'>;
}

/** Keeps the registered services that requests are forwarded to. */
export function createActiveServices({ db, addresses, forward, table }: ActiveServicesDeps) {
  let active: (RegisteredUpstream & { key: string; route: Route<Handler> })[] = [];
  return {
    list: (): readonly RegisteredUpstream[] => active,
    /** Updates the routes if the services have changed. While the database is down, the routes stay. */
    async reload() {
      const services = (await listServices(db)).flatMap(({ name, declaration, revoked_at }) => {
        const origin = addresses.get(name);
        // A later release may have a path of this name: the product's own path wins.
        if (revoked_at !== null || origin === undefined || isProductPrefix(name)) return [];
        return [{ name, declaration, origin, key: JSON.stringify([name, origin, declaration]) }];
      });
      const known = new Map(active.map((service) => [service.key, service]));
      if (services.length === active.length && services.every(({ key }) => known.has(key))) return;
      // An unchanged service keeps its counts.
      active = services.map(
        (service) => known.get(service.key) ?? { ...service, route: createRegisteredRoute(forward, service) },
      );
      table.setRegistered(active.map(({ route }) => route));
    },
  };
}
