import { createTestDatabase, type TestDatabase } from '@touchline/local-stack/testing';
import { type Database, openDatabase } from '@touchline/service-kit/data/database';
import { initialSchema, migrate } from '@touchline/service-kit/data/migrations';
import { afterAll, beforeAll } from 'vitest';
import { ledgerTables } from '../ledger.tables.ts';
import { payoutsTables } from '../payouts/payouts.tables.ts';
import { vaultTables } from '../vault/vault.tables.ts';

export interface LedgerDatabase {
  db: Database;
  empty(): Promise<unknown>;
}

/** Provides a database with an empty ledger and no payouts for one test file. `db` is available inside tests. */
export function ledgerDatabase(): LedgerDatabase {
  const suite = {} as LedgerDatabase;
  suite.empty = () =>
    suite.db.raw('truncate payouts, ledger_outgoing, ledger_transfers, ledger_cursors, vault_events');
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase('games');
    // Some tests make a transaction wait for a lock for as long as a slow machine needs.
    suite.db = openDatabase(database.url, 'games', { statementTimeoutMs: 60_000 });
    await migrate(suite.db, [initialSchema([ledgerTables, payoutsTables, vaultTables])]);
  });
  afterAll(async () => {
    await suite.db?.destroy();
    await database?.drop();
  });
  return suite;
}
