import type { Knex } from 'knex';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import { createSharedCounts } from './shared-counts.ts';

/** Points per key within a window of `seconds`. `name` separates the keys of one limit from those of the others. */
export interface LimiterOptions {
  name: string;
  points: number;
  seconds: number;
}

/** Makes a limiter that all replicas share. While Postgres is down each replica counts on its own. */
export type SharedLimiter = (options: LimiterOptions) => RateLimiterAbstract;

/** A query as the limiter makes it. */
interface Query {
  name?: string;
  text: string;
  values?: readonly (string | number)[];
}

export const createSharedLimiter = (db: Knex): SharedLimiter => {
  const count = createSharedCounts(db);
  /** Stands in for a connection: what counts a point shares its statement with others, the rest is as the limiter says. */
  const client = {
    async query({ name, text, values = [] }: Query) {
      if (name?.endsWith('rlflx-upsert')) {
        const [key, points, expire] = values as [string, number, number];
        return { rows: [await count(key, points, expire)] };
      }
      const connection = await db.client.acquireConnection();
      try {
        return await connection.query({ text, values });
      } finally {
        await db.client.releaseConnection(connection);
      }
    },
  };
  return ({ name, points, seconds }) => {
    const numbers = { keyPrefix: name, points, duration: seconds };
    return new RateLimiterPostgres({
      ...numbers,
      storeClient: client,
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true, // limits/migrations.ts
      // A key that has used up its points is refused without a query.
      inMemoryBlockOnConsumed: points + 1,
      insuranceLimiter: new RateLimiterMemory(numbers),
    });
  };
};
