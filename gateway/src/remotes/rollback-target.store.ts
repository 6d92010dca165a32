import type { Knex } from 'knex';
import type { Offer } from './remotes.store.ts';

interface RollbackOptions {
  /** Version to roll back; default: the share, otherwise the current version. */
  from?: string | undefined;
  /** Excludes versions older than a security fix, which only a person may offer again. */
  automatic?: boolean;
}

/** Returns the version that a rollback leaves current; null if there is none. */
export async function findRollbackTarget(
  db: Knex,
  name: string,
  { current, share }: Offer,
  { from = share ?? current ?? '', automatic = false }: RollbackOptions = {},
): Promise<string | null> {
  const previous = from === share ? [current ?? ''] : await listPreviousVersions(db, name, from);
  const allowed = automatic ? await excludeBelowFixes(db, name, from, previous) : previous;
  return allowed[0] ?? null;
}

/** Lists the earlier versions that were current, the last one first, without those that were rolled back or deleted. */
async function listPreviousVersions(db: Knex, name: string, from: string): Promise<string[]> {
  const rows: { version: string }[] = await db('remote_currents as c')
    .join('remote_versions as v', (on) => on.on('v.name', 'c.name').on('v.version', 'c.version'))
    .join('remote_versions as f', (on) => on.on('f.name', 'c.name').onVal('f.version', from))
    .where('c.name', name)
    .whereNot('c.version', from)
    .whereRaw('v.published_at <= f.published_at')
    .whereNull('v.rolled_back_at')
    .whereNull('v.deleted_at')
    .groupBy('c.version')
    .orderByRaw('max(c.position) desc')
    .select('c.version');
  return rows.map(({ version }) => version);
}

/** Excludes the versions published before a security fix that `from` contains: the fix is `from` itself or older. */
async function excludeBelowFixes(db: Knex, name: string, from: string, versions: readonly string[]) {
  const rows: { version: string; published_at: number; security_fix: boolean }[] = await db('remote_versions')
    .where({ name })
    .select('version', 'published_at', 'security_fix');
  const publishedAt = new Map(rows.map(({ version, published_at }) => [version, published_at]));
  const getTime = (version: string) => publishedAt.get(version) ?? 0;
  const fixes = rows.filter(({ security_fix }) => security_fix).map(({ version }) => getTime(version));
  const lowest = Math.max(0, ...fixes.filter((time) => time <= getTime(from)));
  return versions.filter((version) => getTime(version) >= lowest);
}
