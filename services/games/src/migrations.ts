import { dustMigration } from '@touchline/chain-ledger/ledger.migration';
import { adminChangesMigration } from '@touchline/service-kit/admin-changes';
import type { Migration } from '@touchline/service-kit/migrations';
import { outboxMigration, outboxTraceMigration } from '@touchline/service-kit/outbox';
import { replicasMigration } from '@touchline/service-kit/service-health';
import { switchesMigration } from '@touchline/service-kit/switches';
import { administration } from './migrations/administration.ts';
import { chainLedger } from './migrations/chain-ledger.ts';
import { coefficients } from './migrations/coefficients.ts';
import { compactEntries } from './migrations/compact-entries.ts';
import { dropWideEntries } from './migrations/drop-wide-entries.ts';
import { entryOrdinals } from './migrations/entry-ordinals.ts';
import { fairEntries } from './migrations/fair-entries.ts';
import { firstSchema } from './migrations/first-schema.ts';
import { gameweekPartitions } from './migrations/gameweek-partitions.ts';
import { gameweekRanks } from './migrations/gameweek-ranks.ts';
import { packedEntries } from './migrations/packed-entries.ts';
import { packedLineups } from './migrations/packed-lineups.ts';
import { payments } from './migrations/payments.ts';
import { payouts } from './migrations/payouts.ts';
import { refunds } from './migrations/refunds.ts';
import { seatHolds } from './migrations/seat-holds.ts';

/** Migrations of the schema `games`, in order. A released step must never change. */
export const migrations: readonly Migration[] = [
  outboxMigration,
  { name: '001-first-schema', up: firstSchema },
  { name: '002-payments', up: payments },
  { name: '003-coefficients', up: coefficients },
  { name: '004-gameweek-ranks', up: gameweekRanks },
  { name: '005-entry-ordinals', up: entryOrdinals },
  chainLedger,
  { name: '007-fair-entries', up: fairEntries },
  { name: '008-seat-holds', up: seatHolds },
  { name: '009-refunds', up: refunds },
  dustMigration('010-dust'),
  adminChangesMigration('011-admin-changes'),
  { name: '012-administration', up: administration },
  switchesMigration('012-switches'),
  replicasMigration('012-replicas'),
  payouts,
  { name: '014-packed-lineups', up: packedLineups },
  outboxTraceMigration('015-outbox-trace'),
  { name: '016-lean-entries', up: compactEntries },
  { name: '017-lean-entries-only', up: dropWideEntries },
  { name: '018-gameweek-partitions', up: gameweekPartitions },
  { name: '019-packed-entries', up: packedEntries },
];
