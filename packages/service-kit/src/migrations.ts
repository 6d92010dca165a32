import type { Knex } from 'knex';
import { type Database, getDatabaseInfo } from './database.ts';

/** One step of a schema. Names are permanent and ordered: `001-entries`. */
export interface Migration {
  name: string;
  up(trx: Knex.Transaction): Promise<void>;
}

/** A step and a process of the previous release may deadlock; Postgres may then abort the step. */
const DEADLOCK = '40P01';
const MAX_ATTEMPTS = 5;

/**
 * Applies the missing steps in order, in one transaction under an advisory lock. Replicas can start concurrently, and a
 * failed start changes nothing. Steps of a newer version are ignored.
 */
export async function migrate(db: Database, migrations: readonly Migration[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await applyMissing(db, migrations);
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK || attempt === MAX_ATTEMPTS) throw error;
    }
}

async function applyMissing(db: Database, migrations: readonly Migration[]): Promise<void> {
  const { schema } = getDatabaseInfo(db);
  await db.transaction(async (trx) => {
    await trx.raw('set local statement_timeout = 0');
    await trx.raw('set local lock_timeout = 0'); // another replica may be migrating
    await trx.raw('select pg_advisory_xact_lock(hashtext(?), hashtext(?))', [schema, 'migrations']);
    await trx.raw(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const applied = new Set<string>(await trx('migrations').pluck('name'));
    for (const migration of migrations) {
      if (applied.has(migration.name)) continue;
      await migration.up(trx);
      await trx('migrations').insert({ name: migration.name });
    }
  });
}
