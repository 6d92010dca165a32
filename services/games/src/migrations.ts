import { ledgerTables } from '@touchline/chain-ledger/ledger.tables';
import { payoutsTables } from '@touchline/chain-ledger/payouts/payouts.tables';
import { vaultTables } from '@touchline/chain-ledger/vault/vault.tables';
import { adminChangesTable } from '@touchline/service-kit/administration/admin-changes';
import { replicasTable } from '@touchline/service-kit/administration/service-health';
import { switchesTable } from '@touchline/service-kit/administration/switches';
import { initialSchema, type Migration } from '@touchline/service-kit/data/migrations';
import { outboxTable } from '@touchline/service-kit/messaging/outbox';
import { adjustmentsTables } from './migrations/initial-schema/adjustments.ts';
import { coefficientsTables } from './migrations/initial-schema/coefficients.ts';
import { entriesTables } from './migrations/initial-schema/entries.ts';
import { footballTables } from './migrations/initial-schema/football.ts';
import { gamesTables } from './migrations/initial-schema/games.ts';
import { leaguesTables } from './migrations/initial-schema/leagues.ts';
import { lockRootsTables } from './migrations/initial-schema/lock-roots.ts';
import { notificationsTables } from './migrations/initial-schema/notifications.ts';
import { paymentsTables } from './migrations/initial-schema/payments.ts';
import { prizesTables } from './migrations/initial-schema/prizes.ts';
import { reservationsTables } from './migrations/initial-schema/reservations.ts';
import { settlementTables } from './migrations/initial-schema/settlement.ts';

/** Migrations of the schema `games`, in order. A released step must never change. */
export const migrations: readonly Migration[] = [
  initialSchema([
    outboxTable,
    replicasTable,
    adminChangesTable,
    switchesTable,
    ledgerTables,
    payoutsTables,
    vaultTables,
    footballTables,
    gamesTables,
    entriesTables,
    settlementTables,
    lockRootsTables,
    adjustmentsTables,
    coefficientsTables,
    reservationsTables,
    paymentsTables,
    prizesTables,
    leaguesTables,
    notificationsTables,
  ]),
];
