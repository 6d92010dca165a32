import { askAuthChanges } from '@touchline/api/events/admin-changes';
import {
  askGatewayHealth,
  askRemotes,
  askRollBackRemote,
  askUserTotals,
  endWalletSessions,
} from '@touchline/api/events/admin-parts';
import { adminChangesAfter, refuseOtherThanAdmins } from '@touchline/service-kit/admin-changes';
import { answer } from '@touchline/service-kit/ask';
import type { Bus } from '@touchline/service-kit/bus';
import type { Database } from '@touchline/service-kit/database';
import { healthOf } from '@touchline/service-kit/part-health';
import type { Auth } from '../auth/auth.ts';
import { countUsers } from '../auth/users.store.ts';
import { adminRemotes, rollBackByAdmin } from '../remotes/admin-remotes.ts';
import type { Releases } from '../remotes/releases.ts';

interface AdministrationDeps {
  db: Database;
  bus: Bus;
  auth: Pick<Auth, 'sessions'>;
  adminWallets: readonly string[];
  releases: Pick<Releases, 'promote' | 'rollBack'>;
}

/** Answers the admin service: users, sessions, remotes and health. */
export function answerAdministration({ db, bus, auth, adminWallets, releases }: AdministrationDeps): void {
  answer(bus, endWalletSessions, async ({ by, wallet }) => {
    refuseOtherThanAdmins(adminWallets, by);
    return { ended: await auth.sessions.endByAdmin(wallet.toLowerCase(), by) };
  });
  answer(bus, askUserTotals, async () => ({ users: await countUsers(db) }));
  answer(bus, askRemotes, async () => ({ remotes: await adminRemotes(db) }));
  answer(bus, askRollBackRemote, async (question) => {
    refuseOtherThanAdmins(adminWallets, question.by);
    return rollBackByAdmin(db, releases, question);
  });
  answer(bus, askAuthChanges, (after) => adminChangesAfter(db, after));
  answer(bus, askGatewayHealth, async () => ({ ...(await healthOf(db, bus)), feed: null, chain: null }));
}
