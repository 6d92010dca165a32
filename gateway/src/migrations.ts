import { adminChangesTable } from '@touchline/service-kit/administration/admin-changes';
import { replicasTable } from '@touchline/service-kit/administration/service-health';
import { initialSchema, type Migration } from '@touchline/service-kit/data/migrations';
import { outboxTable } from '@touchline/service-kit/messaging/outbox';
import { auditTable, authTables } from './auth/auth.tables.ts';
import { keysTable } from './keys/keys.tables.ts';
import { limitsTable } from './limits/limits.tables.ts';
import { remotesTables } from './remotes/remotes.tables.ts';
import { shellTable } from './shell/shell.tables.ts';
import { teamServicesTable } from './team-services/team-services.tables.ts';

/** Migrations of the schema `gateway`, in order. A released step must never change. */
export const migrations: readonly Migration[] = [
  initialSchema([
    outboxTable,
    replicasTable,
    adminChangesTable,
    authTables,
    auditTable,
    keysTable,
    limitsTable,
    remotesTables,
    shellTable,
    teamServicesTable,
  ]),
];
