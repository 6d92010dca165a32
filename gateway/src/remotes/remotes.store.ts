import type { RemoteRoute } from '@touchline/api/http/remotes';
import type { Knex } from 'knex';

export interface RemoteVersion {
  name: string;
  version: string;
  routes: RemoteRoute[];
  /** Subresource-integrity hash of mf-manifest.json. */
  integrity: string;
  /** Digest of each file, by its path in the folder. */
  files: Record<string, string>;
  /** Paths of the files that its first page needs, the remote entry first. */
  assets: string[];
}

export interface RegisteredVersion extends RemoteVersion {
  current: boolean;
  /** The percentage of visitors that get it instead of the current version; 0 when it is not shared. */
  share: number;
  /** Epoch ms. */
  published_at: number;
  /** When it was taken back (epoch ms), and why; null when it was not. */
  returned_at: number | null;
  because: string | null;
  /** When its files were deleted, epoch ms. */
  deleted_at: number | null;
}

/** Every published version; one of each remote may be current and another one shared. */
export async function listVersions(db: Knex): Promise<RegisteredVersion[]> {
  return db('remote_versions as v')
    .leftJoin('remotes as r', 'r.name', 'v.name')
    .orderBy(['v.name', 'v.version'])
    .select(
      'v.name',
      'v.version',
      'v.routes',
      'v.integrity',
      'v.published_at',
      db.raw("coalesce(v.files, '{}') as files"),
      'v.assets',
      'v.returned_at',
      'v.because',
      'v.deleted_at',
      db.raw('coalesce(r.current_version = v.version, false) as current'),
      db.raw('case when r.share_version = v.version then r.share_percent else 0 end as share'),
    );
}

/** The digests of a version's files; null when it is not published. */
export async function findVersionFiles(
  db: Knex,
  name: string,
  version: string,
): Promise<Record<string, string> | null> {
  const row = await db('remote_versions').where({ name, version }).first('files');
  return row ? (row.files ?? {}) : null;
}

/** Makes room for the versions of a remote. */
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
    ...{ routes, files, assets },
    ...{ published_at: now, offered_until: now },
  });
}

export interface Offer {
  current: string | null;
  /** Null: nothing is shared. */
  share: string | null;
}

/** What is offered of a remote, locked until the transaction ends; null when nothing was ever published. */
export async function lockOffer(trx: Knex.Transaction, name: string): Promise<Offer | null> {
  const row = await trx('remotes').where({ name }).forUpdate().first('current_version', 'share_version');
  return row ? { current: row.current_version, share: row.share_version } : null;
}

/** Makes a version current, and keeps that it was. `by`: who did, for people. */
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
    .update({ returned_at: null, because: null, offered_until: null });
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
      .update({ returned_at: null, because: null, offered_until: null });
}

/** A version is offered to nobody from now on; `because`: it was taken back. */
export async function storeWithdrawn(
  trx: Knex.Transaction,
  name: string,
  version: string,
  now: Date,
  because?: string,
) {
  const returned = because === undefined ? {} : { returned_at: now, because };
  await trx('remote_versions')
    .where({ name, version })
    .update({ offered_until: now, ...returned });
}

/** The version that was current last before this one and was neither taken back nor deleted. */
export async function findPreviousVersion(
  trx: Knex.Transaction,
  name: string,
  version: string,
): Promise<string | null> {
  const row = await trx('remote_currents as c')
    .join('remote_versions as v', (on) => on.on('v.name', 'c.name').on('v.version', 'c.version'))
    .where('c.name', name)
    .whereNot('c.version', version)
    .whereNull('v.returned_at')
    .whereNull('v.deleted_at')
    .orderBy('c.position', 'desc')
    .first('c.version');
  return row?.version ?? null;
}

/** Versions that nobody was offered since `before`, and that no rollback needs. */
export async function listDeletableVersions(db: Knex, before: Date): Promise<{ name: string; version: string }[]> {
  return db('remote_versions as v')
    .whereNull('v.deleted_at')
    .where('v.offered_until', '<', before)
    .whereNotExists(
      db('remotes as r').whereRaw(
        'r.name = v.name and (r.current_version = v.version or r.share_version = v.version)',
      ),
    )
    .whereRaw(
      `v.version is distinct from (
         select c.version from remote_currents c join remotes r on r.name = c.name
         where c.name = v.name and c.version <> r.current_version order by c.position desc limit 1)`,
    )
    .select('v.name', 'v.version');
}

/** From now on its files are not served; the name of the version stays taken. */
export async function markDeleted(
  db: Knex,
  { name, version }: { name: string; version: string },
  now: Date,
) {
  await db('remote_versions').where({ name, version }).update({ deleted_at: now });
}

/** The version that somebody made current last; undefined when he never did. */
export async function findLastCurrentBy(db: Knex, name: string, by: string): Promise<string | undefined> {
  return (await db('remote_currents').where({ name, by }).orderBy('position', 'desc').first('version'))
    ?.version;
}
