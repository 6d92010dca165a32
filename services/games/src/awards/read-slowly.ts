import type { Database } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';

/** Totals of a million entries take longer than the pool's timeout. */
const TIMEOUT_MS = 120_000;
/** Holds the totals of a million entries, for which hashes and sorts would otherwise spill to disk. */
const WORK_MEM = '64MB';

/** Runs reads on one snapshot of the database, each with two minutes, more memory and one core: the others serve requests. */
export const readSlowly = <T>(db: Database, read: (trx: Knex.Transaction) => Promise<T>): Promise<T> =>
  db.transaction(
    async (trx) => {
      // Statistics may be older than the entries of a large game; a nested loop over a million of them would take hours.
      await trx.raw(
        `set local statement_timeout = ${TIMEOUT_MS}; set local enable_nestloop = off;
         set local work_mem = '${WORK_MEM}'; set local max_parallel_workers_per_gather = 0`,
      );
      return read(trx);
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
