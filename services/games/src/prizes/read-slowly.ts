import type { Database } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';

/** Ranking a million entries takes longer than the pool's timeout. */
const TIMEOUT_MS = 120_000;

/** Runs reads on one snapshot of the database, each with two minutes. */
export const readSlowly = <T>(db: Database, read: (trx: Knex.Transaction) => Promise<T>): Promise<T> =>
  db.transaction(
    async (trx) => {
      // Statistics may be older than the entries of a large game; a nested loop over a million of them would take hours.
      await trx.raw(`set local statement_timeout = ${TIMEOUT_MS}; set local enable_nestloop = off`);
      return read(trx);
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
