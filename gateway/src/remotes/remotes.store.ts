import type { RemoteRoute } from '@touchline/api/http/remotes';
import type { Knex } from 'knex';

export interface RemoteVersion {
  name: string;
  version: string;
  routes: RemoteRoute[];
  /** Subresource-integrity hash of mf-manifest.json. */
  integrity: string;
  /** Digests of the files, by path in the folder. */
  files: Record<string, string>;
  /** Paths of the files of the first page, the remote entry first. */
  assets: string[];
}

export interface RegisteredVersion extends Omit<RemoteVersion, 'files'> {
  current: boolean;
  /** Percentage of visitors that get it instead of the current version; 0 if it is not shared. */
  share: number;
  /** Epoch ms. */
  published_at: number;
  /** Time (epoch ms) and reason of its rollback; null if it was not rolled back. */
  rolled_back_at: number | null;
  because: string | null;
  /** Time at which its files were deleted, epoch ms. */
  deleted_at: number | null;
  /** Automatic rollback never returns to a version before it. */
  security_fix: boolean;
}

/** Lists every published version. Per remote, one may be current and another one shared. */
export const listVersions = async (db: Knex): Promise<RegisteredVersion[]> => selectVersions(db);

/** Lists the versions whose files were not deleted. */
export const listServedVersions = async (db: Knex): Promise<RegisteredVersion[]> =>
  selectVersions(db).whereNull('v.deleted_at');

/** The digests of the files are left out: they are many, and few are needed (`findVersionFiles`). */
const selectVersions = (db: Knex) =>
  db('remote_versions as v')
    .leftJoin('remotes as r', 'r.name', 'v.name')
    .orderBy(['v.name', 'v.version'])
    .select(
      'v.name',
      'v.version',
      'v.routes',
      'v.integrity',
      'v.published_at',
      'v.assets',
      'v.rolled_back_at',
      'v.because',
      'v.deleted_at',
      'v.security_fix',
      db.raw('coalesce(r.current_version = v.version, false) as current'),
      db.raw('case when r.share_version = v.version then r.share_percent else 0 end as share'),
    );

/** Finds the file digests of a version; null if it is not published. */
export async function findVersionFiles(
  db: Knex,
  name: string,
  version: string,
): Promise<Record<string, string> | null> {
  const row = await db('remote_versions').where({ name, version }).first('files');
  return row?.files ?? null;
}

/** Creates the row of a remote, unless it exists. */
export async function ensureRemote(db: Knex, name: string): Promise<void> {
  await db('remotes').insert({ name }).onConflict('name').ignore();
}

/** Registers a version, which never changes afterwards. */
export async function insertVersion(db: Knex, remote: RemoteVersion, now: Date): Promise<void> {
  const [routes, files, assets] = [remote.routes, remote.files, remote.assets].map((value) =>
    JSON.stringify(value),
  );
  await db('remote_versions').insert({
    ...remote,
    routes,
    files,
    assets,
    published_at: now,
    offered_until: now,
  });
}

export interface Offer {
  current: string | null;
  /** Null if no version is shared. */
  share: string | null;
}

/** Locks the offer of a remote until the transaction ends; null if no version was ever published. */
export async function lockOffer(trx: Knex.Transaction, name: string): Promise<Offer | null> {
  const row = await trx('remotes').where({ name }).forUpdate().first('current_version', 'share_version');
  return row ? { current: row.current_version, share: row.share_version } : null;
}

/** Makes a version current and records it. `by` names the actor, for display. */
export async function storeCurrent(
  trx: Knex.Transaction,
  name: string,
  version: string,
  by: string,
  now: Date,
) {
  await trx('remotes').where({ name }).update({ current_version: version });
  await trx('remote_versions')
    .where({ name, version })
    .update({ rolled_back_at: null, because: null, offered_until: null });
  await trx('remote_currents').insert({ name, version, at: now, by });
}

/** Shares a version; 0 percent ends every share of the remote. */
export async function storeShare(trx: Knex.Transaction, name: string, version: string, percent: number) {
  const share =
    percent === 0
      ? { share_version: null, share_percent: 0 }
      : { share_version: version, share_percent: percent };
  await trx('remotes').where({ name }).update(share);
  if (percent > 0)
    await trx('remote_versions')
      .where({ name, version })
      .update({ rolled_back_at: null, because: null, offered_until: null });
}

/** Marks a version as no longer offered; an earlier end is kept. `because` is the reason of a rollback or withdrawal. */
export async function storeWithdrawn(
  trx: Knex.Transaction,
  name: string,
  version: string,
  now: Date,
  because?: string,
) {
  const rolledBack = because === undefined ? {} : { rolled_back_at: now, because };
  await trx('remote_versions')
    .where({ name, version })
    .update({ offered_until: trx.raw('coalesce(offered_until, ?)', [now]), ...rolledBack });
}

/** Marks a version as a security fix. @returns false if it was marked already */
export async function markSecurityFix(trx: Knex, name: string, version: string): Promise<boolean> {
  const marked = await trx('remote_versions')
    .where({ name, version, security_fix: false })
    .update({ security_fix: true });
  return marked > 0;
}

/** Reports whether a version was published before another one. */
export async function isEarlier(trx: Knex, name: string, version: string, than: string): Promise<boolean> {
  const row = await trx('remote_versions as v')
    .join('remote_versions as t', 't.name', 'v.name')
    .where({ 'v.name': name, 'v.version': version, 't.version': than })
    .whereRaw('v.published_at < t.published_at')
    .first('v.version');
  return row !== undefined;
}

/** Lists the names of all remotes. */
export async function listRemoteNames(db: Knex): Promise<string[]> {
  return db('remotes').orderBy('name').pluck('name');
}

/**
 * Lists versions of a remote that have not been offered since `before` and are not needed for a rollback. Lock the offer before
 * a deletion (`lockOffer`), or one of them may be offered again before it is deleted.
 */
export async function listDeletableVersions(db: Knex, name: string, before: Date): Promise<string[]> {
  return db('remote_versions as v')
    .where('v.name', name)
    .whereNull('v.deleted_at')
    .where('v.offered_until', '<', before)
    .whereNotExists(
      db('remotes as r').whereRaw(
        'r.name = v.name and (r.current_version = v.version or r.share_version = v.version)',
      ),
    )
    .whereRaw(
      `v.version is distinct from (
         select c.version from remote_currents c
         join remotes r on r.name = c.name
         join remote_versions p on p.name = c.name and p.version = c.version
         where c.name = v.name and c.version <> r.current_version and p.rolled_back_at is null
         order by c.position desc limit 1)`,
    )
    .pluck('v.version');
}

/** Marks versions as deleted: their files are no longer served, and their names cannot be reused. */
export async function markDeleted(trx: Knex.Transaction, name: string, versions: string[], now: Date) {
  await trx('remote_versions').where({ name }).whereIn('version', versions).update({ deleted_at: now });
}

/** Lists the versions whose files are marked as deleted. */
export async function listDeletedVersions(db: Knex, name: string): Promise<string[]> {
  return db('remote_versions').where({ name }).whereNotNull('deleted_at').pluck('version');
}

/** Finds the version that an actor last made current; undefined if none. */
export async function findLastCurrentBy(db: Knex, name: string, by: string): Promise<string | undefined> {
  return (await db('remote_currents').where({ name, by }).orderBy('position', 'desc').first('version'))
    ?.version;
}
