import type { Knex } from 'knex';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';

/** Points per key within a window of `seconds`. `name` separates the keys of one limit from those of the others. */
export interface LimiterOptions {
  name: string;
  points: number;
  seconds: number;
}

/** Makes a limiter that all replicas share. While Postgres is down each replica counts on its own. */
export type SharedLimiter = (options: LimiterOptions) => RateLimiterAbstract;

export const sharedLimiter =
  (db: Knex): SharedLimiter =>
  ({ name, points, seconds }) => {
    const numbers = { keyPrefix: name, points, duration: seconds };
    return new RateLimiterPostgres({
      ...numbers,
      storeClient: db,
      storeType: 'knex',
      tableName: 'rate_limits',
      tableCreated: true, // limits/migrations.ts
      // A key that has used up its points is refused without a query.
      inMemoryBlockOnConsumed: points + 1,
      insuranceLimiter: new RateLimiterMemory(numbers),
    });
  };
