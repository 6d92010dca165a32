import { adminChangesTable } from '@touchline/service-kit/admin-changes';
import { initialSchema, type Migration } from '@touchline/service-kit/migrations';
import { outboxTable } from '@touchline/service-kit/outbox';
import { replicasTable } from '@touchline/service-kit/service-health';
import { auditTable, authTables } from './auth/auth.tables.ts';
import { keysTable } from './keys/keys.tables.ts';
import { limitsTable } from './limits/limits.tables.ts';
import { remotesTables } from './remotes/remotes.tables.ts';

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
  ]),
];
