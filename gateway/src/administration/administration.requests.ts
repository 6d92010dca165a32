import { authChangesRequest } from '@touchline/api/events/admin-changes';
import {
  endWalletSessions,
  gatewayHealthRequest,
  remotesRequest,
  rollBackRemoteRequest,
  userTotalsRequest,
} from '@touchline/api/events/admin-services';
import { assertAdmin, listAdminChanges } from '@touchline/service-kit/administration/admin-changes';
import { collectHealth } from '@touchline/service-kit/administration/service-health';
import type { Database } from '@touchline/service-kit/data/database';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { reply } from '@touchline/service-kit/messaging/request';
import type { Auth } from '../auth/auth.ts';
import { countUsers } from '../auth/users.store.ts';
import { listAdminRemotes, rollBackByAdmin } from '../remotes/admin-remotes.ts';
import type { Releases } from '../remotes/releases.ts';

interface AdministrationDeps {
  db: Database;
  bus: Bus;
  auth: Pick<Auth, 'sessions'>;
  adminWallets: readonly string[];
  releases: Pick<Releases, 'promote' | 'rollBack'>;
}

/** Replies to requests of the admin service: users, sessions, remotes and health. */
export function handleAdminRequests({ db, bus, auth, adminWallets, releases }: AdministrationDeps): void {
  reply(bus, endWalletSessions, async ({ by, wallet }) => {
    assertAdmin(adminWallets, by);
    return { ended: await auth.sessions.endByAdmin(wallet.toLowerCase(), by) };
  });
  reply(bus, userTotalsRequest, async () => ({ users: await countUsers(db) }));
  reply(bus, remotesRequest, async () => ({ remotes: await listAdminRemotes(db) }));
  reply(bus, rollBackRemoteRequest, async (input) => {
    assertAdmin(adminWallets, input.by);
    return rollBackByAdmin(db, releases, input);
  });
  reply(bus, authChangesRequest, (after) => listAdminChanges(db, after));
  reply(bus, gatewayHealthRequest, async () => ({
    ...(await collectHealth(db, bus)),
    feed: null,
    chain: null,
  }));
}
