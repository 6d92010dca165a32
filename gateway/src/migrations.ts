import { adminChangesMigration } from '@touchline/service-kit/admin-changes';
import type { Migration } from '@touchline/service-kit/migrations';
import { outboxMigration, outboxTraceMigration } from '@touchline/service-kit/outbox';
import { replicasMigration } from '@touchline/service-kit/service-health';
import {
  auditMigration,
  authMigration,
  nicknamesMigration,
  rejectedAdminRequestsMigration,
} from './auth/migrations.ts';
import { wrappedKeysMigration } from './keys/migrations.ts';
import { limitsMigration, unloggedLimitsMigration } from './limits/migrations.ts';
import {
  releasesMigration,
  remoteAssetsMigration,
  remoteErrorsMigration,
  remoteFilesMigration,
  remoteHistoryMigration,
  remotesMigration,
} from './remotes/migrations.ts';

/** The migrations of the gateway's schema, in order. A released migration never changes. */
export const migrations: readonly Migration[] = [
  authMigration,
  remotesMigration,
  outboxMigration,
  auditMigration,
  limitsMigration,
  remoteFilesMigration,
  wrappedKeysMigration,
  adminChangesMigration('006-admin-changes'),
  replicasMigration('007-replicas'),
  remoteErrorsMigration,
  rejectedAdminRequestsMigration,
  remoteAssetsMigration,
  nicknamesMigration,
  releasesMigration,
  remoteHistoryMigration,
  outboxTraceMigration('015-outbox-trace'),
  unloggedLimitsMigration,
];
