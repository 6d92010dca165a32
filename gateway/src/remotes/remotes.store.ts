import type { RemoteRoute } from '@touchline/api/http/remotes';
import type { Knex } from 'knex';

export interface RemoteVersion {
  name: string;
  version: string;
  routes: RemoteRoute[];
  /** Digests of the files in the form of Subresource Integrity, by path in the folder. */
  files: Record<string, string>;
  /** Paths of the files of the first page, the remote entry first. */
  assets: string[];
  /** Automatic rollback never returns to a version before it. */
  security_fix: boolean;
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
  /** Time from which no visitor got it, epoch ms; null while it is offered. */
  offered_until: number | null;
  /** Time at which its files were deleted, epoch ms. */
  deleted_at: number | null;
  /** Position in the history at which it last became current; null if it never was. */
  last_current: number | null;
}

/** Lists the published versions of all remotes, or of one. Per remote, one may be current and another one shared. */
export const listVersions = async (db: Knex, name?: string): Promise<RegisteredVersion[]> =>
  selectVersions(db).where(name === undefined ? {} : { 'v.name': name });

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
      'v.published_at',
      'v.assets',
      'v.rolled_back_at',
      'v.because',
      'v.offered_until',
      'v.deleted_at',
      'v.security_fix',
      db.raw('coalesce(r.current_version = v.version, false) as current'),
      db.raw('case when r.share_version = v.version then r.share_percent else 0 end as share'),
      db('remote_history as h')
        .whereRaw("h.name = v.name and h.version = v.version and h.action = 'CURRENT'")
        .max('h.position')
        .as('last_current'),
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

/** Locks a remote until the transaction ends and lists its versions; null if none was ever published. */
export async function lockVersions(trx: Knex.Transaction, name: string): Promise<RegisteredVersion[] | null> {
  const row = await trx('remotes').where({ name }).forUpdate().first('name');
  return row ? listVersions(trx, name) : null;
}

/** Makes a version current. */
export async function storeCurrent(trx: Knex.Transaction, name: string, version: string) {
  await trx('remotes').where({ name }).update({ current_version: version });
  await trx('remote_versions')
    .where({ name, version })
    .update({ rolled_back_at: null, because: null, offered_until: null });
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

/** Marks a version as a security fix. */
export async function markSecurityFix(trx: Knex, name: string, version: string): Promise<void> {
  await trx('remote_versions').where({ name, version }).update({ security_fix: true });
}

/** Lists the names of all remotes. */
export async function listRemoteNames(db: Knex): Promise<string[]> {
  return db('remotes').orderBy('name').pluck('name');
}

/** Marks a version as deleted: its files are no longer served, and its name cannot be reused. */
export async function markDeleted(trx: Knex.Transaction, name: string, version: string, now: Date) {
  await trx('remote_versions').where({ name, version }).update({ deleted_at: now });
}

/** Finds the version that an actor last made current; undefined if none. */
export async function findLastCurrentBy(db: Knex, name: string, by: string): Promise<string | undefined> {
  const row = await db('remote_history')
    .where({ name, by, action: 'CURRENT' })
    .orderBy('position', 'desc')
    .first('version');
  return row?.version;
}
