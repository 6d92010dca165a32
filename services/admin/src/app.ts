import { collectHealth, keepHeartbeat } from '@touchline/service-kit/administration/service-health';
import { createServiceKoa, type ServiceResources } from '@touchline/service-kit/http/app';
import type { Verifier } from '@touchline/service-kit/http/auth';
import { createRoutes, mount } from '@touchline/service-kit/http/route';
import type { App } from '@touchline/service-kit/service';
import { auditRoutes } from './audit/audit.routes.ts';
import { followChanges } from './audit/follow-changes.ts';
import { controlRoutes } from './controls/controls.routes.ts';
import { overviewRoutes } from './overview/overview.routes.ts';
import { forwardToOwners } from './owners/forward.ts';
import { payoutRoutes } from './payouts/payouts.routes.ts';

export interface AdminDeps extends ServiceResources {
  verifier: Verifier;
  /** Epoch ms. */
  now: () => number;
}

/**
 * The admin service: keeps the audit log and forwards requests of administrators to the services that own games, stakes and
 * sessions. If an owner is unavailable, the response is 503 and names it.
 */
export function createApp(deps: AdminDeps): App {
  const { db, bus, verifier, now } = deps;
  const koa = createServiceKoa(deps);
  const routes = createRoutes(verifier);
  forwardToOwners(routes, bus);
  payoutRoutes(routes, bus);
  overviewRoutes(routes, { bus, ownHealth: () => collectHealth(db, bus), now });
  controlRoutes(routes, bus);
  auditRoutes(routes, db);
  mount(koa, routes);

  followChanges(db, bus);
  keepHeartbeat(db, bus);
  return { koa, stop: async () => {} };
}
