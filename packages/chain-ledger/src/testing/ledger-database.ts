import { createTestDatabase, type TestDatabase } from '@touchline/platform/testing';
import { type Database, openDatabase } from '@touchline/service-kit/database';
import { migrate } from '@touchline/service-kit/migrations';
import { afterAll, beforeAll } from 'vitest';
import { dustMigration, ledgerMigration } from '../ledger.migration.ts';

/** A database with an empty ledger for the tests of the file; `db` is there once a test runs. */
export function ledgerDatabase(): { db: Database } {
  const suite = {} as { db: Database };
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase('games');
    suite.db = openDatabase(database.url, 'games');
    await migrate(suite.db, [ledgerMigration('001-ledger'), dustMigration('002-dust')]);
  });
  afterAll(async () => {
    await suite.db?.destroy();
    await database?.drop();
  });
  return suite;
}
