import type { Remote } from '@touchline/api/http/remotes';
import type { Knex } from 'knex';
import { listVersions, type RegisteredVersion } from './remotes.store.ts';
import { isInShare } from './visitors.ts';

/** Cache time of the versions; limits the delay until versions published by another replica are visible. */
const CACHE_MS = 2_000;

export interface ServedVersion {
  audience: 'everyone' | 'admins';
  digests: Readonly<Record<string, string>>;
}

export interface Registry {
  /** Lists the remotes that a visitor may load, by name, each in the visitor's version; `visitor` as in visitors.ts. */
  visible(isAdmin: boolean, visitor: number): Promise<Remote[]>;
  /** Finds the audience and the file digests of a version; null if it is unknown or deleted. */
  find(name: string, version: string): Promise<ServedVersion | null>;
  /** Returns whether visitors currently get this version. */
  isOffered(name: string, version: string): Promise<boolean>;
  /** Invalidates the cache after a change of the versions. */
  invalidate(): void;
}

/** Creates the registry of remotes. It uses its cache while the database is down. */
export function createRegistry(db: Knex, now: () => number): Registry {
  let cached: { versions: RegisteredVersion[]; readAt: number } | null = null;

  async function versions(): Promise<RegisteredVersion[]> {
    if (cached && now() - cached.readAt < CACHE_MS) return cached.versions;
    const last = cached;
    const read = await listVersions(db).catch((error: unknown) => {
      if (last) return last.versions;
      throw error;
    });
    cached = { versions: read, readAt: now() };
    return read;
  }
  const find = async (name: string, version: string) =>
    (await versions()).find((row) => row.name === name && row.version === version);

  return {
    async visible(isAdmin, visitor) {
      return selectVersions(await versions(), visitor)
        .filter((version) => isAdmin || !isForAdmins(version))
        .map((version) => toApiRemote(version, isAdmin));
    },
    async find(name, version) {
      const found = await find(name, version);
      if (!found || found.deleted_at !== null) return null;
      return { audience: isForAdmins(found) ? 'admins' : 'everyone', digests: found.files };
    },
    async isOffered(name, version) {
      const found = await find(name, version);
      return found !== undefined && (found.current || found.share > 0);
    },
    invalidate() {
      if (cached) cached.readAt = Number.NEGATIVE_INFINITY;
    },
  };
}

/** Selects the version of each remote for this visitor. */
function selectVersions(versions: readonly RegisteredVersion[], visitor: number): RegisteredVersion[] {
  const shared = versions.filter(({ name, share }) => share > 0 && isInShare(name, visitor, share));
  const others = versions.filter(
    ({ current, name }) => current && !shared.some((version) => version.name === name),
  );
  return [...shared, ...others].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function toApiRemote(
  { name, version, routes, integrity, files, assets }: RegisteredVersion,
  isAdmin: boolean,
): Remote {
  const base = `/remotes/${name}/${version}`;
  return {
    name,
    version,
    manifest: `${base}/mf-manifest.json`,
    routes: isAdmin ? routes : routes.filter((route) => route.audience !== 'admins'),
    integrity,
    assets: assets.flatMap((path) => {
      const digest = files[path];
      return digest ? [{ url: `${base}/${path}`, integrity: digest }] : [];
    }),
  };
}

/** Returns whether a remote is for admins: all of its routes are. */
export const isForAdmins = (version: Pick<RegisteredVersion, 'routes'>) =>
  version.routes.every((route) => route.audience === 'admins');
