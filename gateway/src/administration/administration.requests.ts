import { authChangesRequest } from '@touchline/api/events/admin-changes';
import { gatewayHealthRequest, userTotalsRequest } from '@touchline/api/events/admin-services';
import { endSessions } from '@touchline/api/http/admin-controls';
import { adminRemotes, rollBackRemote } from '@touchline/api/http/admin-overview';
import { adminServices, revokeService } from '@touchline/api/http/admin-services';
import { listAdminChanges } from '@touchline/service-kit/administration/admin-changes';
import { replyToEndpoint } from '@touchline/service-kit/administration/owner-requests';
import { collectHealth } from '@touchline/service-kit/administration/service-health';
import type { Database } from '@touchline/service-kit/data/database';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { reply } from '@touchline/service-kit/messaging/request';
import type { Auth } from '../auth/auth.ts';
import { countUsers } from '../auth/users.store.ts';
import type { GatewayEnv } from '../env.ts';
import { listAdminRemotes, rollBackByAdmin } from '../remotes/admin-remotes.ts';
import type { Releases } from '../remotes/releases.ts';
import type { ServiceRegistry } from '../team-services/team-services-module.ts';

interface AdministrationDeps {
  db: Database;
  bus: Bus;
  auth: Pick<Auth, 'sessions'>;
  env: Pick<GatewayEnv, 'ADMIN_WALLETS'>;
  remotes: { releases: Pick<Releases, 'promote' | 'rollBack'> };
  services: ServiceRegistry;
}

/** Replies to requests of the admin service: users, sessions, remotes, services and health. */
export function replyToAdminRequests(deps: AdministrationDeps): void {
  const { db, bus, auth, remotes, services } = deps;
  const owner = { bus, adminWallets: deps.env.ADMIN_WALLETS };
  replyToEndpoint(owner, endSessions, async ({ params: { wallet }, by }) => ({
    ended: await auth.sessions.endByAdmin(wallet, by),
  }));
  replyToEndpoint(owner, adminRemotes, async () => ({ remotes: await listAdminRemotes(db) }));
  replyToEndpoint(owner, rollBackRemote, async ({ params: { name }, body: { to, from }, by }) => ({
    remote: await rollBackByAdmin(db, remotes.releases, { by, name, to, from }),
  }));
  replyToEndpoint(owner, adminServices, async () => ({ services: await services.list() }));
  replyToEndpoint(owner, revokeService, async ({ params: { name }, body: { revoked }, by }) => ({
    service: await services.revoke({ name, revoked, by }),
  }));
  reply(bus, userTotalsRequest, async () => ({ users: await countUsers(db) }));
  reply(bus, authChangesRequest, (after) => listAdminChanges(db, after));
  reply(bus, gatewayHealthRequest, () => collectHealth(db, bus));
}
