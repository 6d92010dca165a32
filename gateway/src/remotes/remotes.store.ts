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
  /** Epoch ms. */
  published_at: number;
}

/** Every published version; one of each remote is current. */
export async function listVersions(db: Knex): Promise<RegisteredVersion[]> {
  return db('remote_versions as v')
    .join('remotes as r', 'r.name', 'v.name')
    .orderBy(['v.name', 'v.version'])
    .select(
      'v.name',
      'v.version',
      'v.routes',
      'v.integrity',
      'v.published_at',
      db.raw("coalesce(v.files, '{}') as files"),
      'v.assets',
      db.raw('r.current_version = v.version as current'),
    );
}

/** Registers a version. What is published under a name and version never changes: the digests of the first time stand. */
export async function insertVersion(db: Knex, remote: RemoteVersion, now: Date): Promise<void> {
  const { name, version } = remote;
  const files = JSON.stringify(remote.files);
  const [routes, assets] = [JSON.stringify(remote.routes), JSON.stringify(remote.assets)];
  await db('remote_versions')
    .insert({ ...remote, routes, files, assets, published_at: now })
    .onConflict(['name', 'version'])
    .ignore();
  await db('remote_versions').where({ name, version }).whereNull('files').update({ files });
}

/** Makes the seeded version current, unless the last seed named it too: then a later choice stands. */
export async function seedCurrent(db: Knex, name: string, version: string): Promise<void> {
  await db('remotes')
    .insert({ name, current_version: version, seeded_version: version })
    .onConflict('name')
    .merge({ current_version: version, seeded_version: version })
    .whereNot('remotes.seeded_version', version);
}
