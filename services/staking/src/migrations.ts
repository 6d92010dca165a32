import { dustMigration } from '@touchline/chain-ledger/ledger.migration';
import { adminChangesMigration } from '@touchline/service-kit/admin-changes';
import type { Migration } from '@touchline/service-kit/migrations';
import { outboxMigration, outboxTraceMigration } from '@touchline/service-kit/outbox';
import { replicasMigration } from '@touchline/service-kit/service-health';
import { switchesMigration } from '@touchline/service-kit/switches';
import { administration } from './migrations/administration.ts';
import { chainLedger } from './migrations/chain-ledger.ts';
import { firstSchema } from './migrations/first-schema.ts';
import { payouts } from './migrations/payouts.ts';

/** Migrations of the schema `staking`. Their names and order must never change. */
export const migrations = (stakingWallet: string): readonly Migration[] => [
  outboxMigration,
  { name: '001-first-schema', up: firstSchema },
  chainLedger('002-chain-ledger', stakingWallet),
  dustMigration('003-dust'),
  adminChangesMigration('004-admin-changes'),
  replicasMigration('005-replicas'),
  switchesMigration('006-switches'),
  { name: '007-administration', up: administration },
  payouts,
  outboxTraceMigration('009-outbox-trace'),
];
