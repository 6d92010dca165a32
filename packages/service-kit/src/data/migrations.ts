import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { type Database, getDatabaseInfo, openDatabase } from './database.ts';

/** One step of a schema. Names are permanent and ordered: `001-entries`. */
export interface Migration {
  name: string;
  up(trx: Knex.Transaction): Promise<void>;
}

/**
 * The first step of a schema, from the tables of its modules. A table may refer to tables before it. The name contains a digest of
 * the statements, because the step may change until the first release.
 * @param tables SQL
 */
export function initialSchema(tables: readonly string[]): Migration {
  const sql = tables.join('\n');
  return { name: `001-initial-schema-${computeDigest(sql)}`, up: (trx) => trx.raw(sql) };
}

/** Ignores comments and white space. */
function computeDigest(sql: string): string {
  const statements = sql.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim();
  return createHash('sha256').update(statements).digest('hex').slice(0, 12);
}

/** A step and a process of the previous release may deadlock; Postgres may then abort the step. */
const DEADLOCK = '40P01';
const MAX_ATTEMPTS = 5;

/**
 * Applies the missing steps in order, in one transaction under an advisory lock. Replicas can start concurrently, and a
 * failed start changes nothing. Steps of a newer version are ignored.
 * @throws Error for a schema that was created by another first step
 */
export async function migrate(db: Database, migrations: readonly Migration[]): Promise<void> {
  const { url, schema } = getDatabaseInfo(db);
  // Another replica may be migrating, and a step may take long: statements and locks have no timeout.
  const patient = openDatabase(url, schema, { connections: 1, statementTimeoutMs: 0 });
  try {
    await applyWithRetries(patient, migrations);
  } finally {
    await patient.destroy();
  }
}

async function applyWithRetries(db: Database, migrations: readonly Migration[]): Promise<void> {
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
    await trx.raw('select pg_advisory_xact_lock(hashtext(?), hashtext(?))', [schema, 'migrations']);
    await trx.raw(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const applied = new Set<string>(await trx('migrations').pluck('name'));
    rejectOtherOrigin(schema, applied, migrations);
    for (const migration of migrations) {
      if (applied.has(migration.name)) continue;
      await migration.up(trx);
      await trx('migrations').insert({ name: migration.name });
    }
  });
}

/** Rejects a schema of a version before the first release, whose tables may differ. */
function rejectOtherOrigin(
  schema: string,
  applied: ReadonlySet<string>,
  [first]: readonly Migration[],
): void {
  if (!first || applied.size === 0 || applied.has(first.name)) return;
  throw new Error(
    `the schema ${schema} was made by an unreleased version with other tables and cannot be upgraded; nothing was changed. ` +
      'On your own machine: npm start -- --reset deletes all local data. On a server: start with an empty database, or ' +
      'restore a backup of a released version (deploy/restore.sh).',
  );
}
