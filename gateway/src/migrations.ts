import type { Migration } from '@touchline/service-kit/migrations';
import { outboxMigration } from '@touchline/service-kit/outbox';
import { auditMigration, authMigration } from './auth/migrations.ts';
import { wrappedKeysMigration } from './keys/migrations.ts';
import { limitsMigration } from './limits/migrations.ts';
import { remoteFilesMigration, remotesMigration } from './remotes/migrations.ts';

/** The migrations of the gateway's schema, in order. A released migration never changes. */
export const migrations: readonly Migration[] = [
  authMigration,
  remotesMigration,
  outboxMigration,
  auditMigration,
  limitsMigration,
  remoteFilesMigration,
  wrappedKeysMigration,
];
