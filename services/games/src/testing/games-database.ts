import { createTestDatabase, type TestDatabase } from '@touchline/local-stack/testing';
import { openDatabase } from '@touchline/service-kit/data/database';
import { migrate } from '@touchline/service-kit/data/migrations';
import { migrations } from '../migrations.ts';

/** A new database with the schema of this service. */
export const createGamesDatabase = (): Promise<TestDatabase> =>
  createTestDatabase('games', async (url) => {
    const db = openDatabase(url, 'games');
    try {
      await migrate(db, migrations);
    } finally {
      await db.destroy();
    }
  });
