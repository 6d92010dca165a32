import type { Knex } from 'knex';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import { createSharedCounts } from './shared-counts.ts';

/** Points per key within a window of `seconds`. `name` is the prefix of the keys of this limit. */
export interface LimiterOptions {
  name: string;
  points: number;
  seconds: number;
}

/** Creates a limiter shared by all replicas. While Postgres is down, each replica counts separately. */
export type SharedLimiter = (options: LimiterOptions) => RateLimiterAbstract;

/** A query of rate-limiter-flexible. */
interface Query {
  name?: string;
  text: string;
  values?: readonly (string | number)[];
}

export const createSharedLimiter = (db: Knex): SharedLimiter => {
  const count = createSharedCounts(db);
  /** Replaces the limiter's connection: batches the statements that count points and passes the others on. */
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
    const options = { keyPrefix: name, points, duration: seconds };
    return new RateLimiterPostgres({
      ...options,
      storeClient: client,
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true, // limits.tables.ts
      // Rejects keys without points left, without a query.
      inMemoryBlockOnConsumed: points + 1,
      insuranceLimiter: new RateLimiterMemory(options),
    });
  };
};
