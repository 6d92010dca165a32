import type { Remote } from '@touchline/api/http/remotes';
import type { Knex } from 'knex';
import { listVersions, type RegisteredVersion } from './remotes.store.ts';
import { isOwner, listRouteOwners, type RouteOwners } from './route-owners.store.ts';
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
  /** Finds a version that visitors currently get; null for any other. */
  findOffered(name: string, version: string): Promise<Pick<RegisteredVersion, 'published_at'> | null>;
  /** Invalidates the cache after a change of the versions. */
  invalidate(): void;
}

/** Creates the registry of remotes. It uses its cache while the database is down. */
export function createRegistry(db: Knex, now: () => number): Registry {
  let cached: { versions: RegisteredVersion[]; owners: RouteOwners; readAt: number } | null = null;

  async function read() {
    if (cached && now() - cached.readAt < CACHE_MS) return cached;
    const last = cached;
    const [versions, owners] = await Promise.all([listVersions(db), listRouteOwners(db)]).catch(
      (error: unknown) => {
        if (last) return [last.versions, last.owners] as const;
        throw error;
      },
    );
    cached = { versions, owners, readAt: now() };
    return cached;
  }
  const find = async (name: string, version: string) =>
    (await read()).versions.find((row) => row.name === name && row.version === version);

  return {
    async visible(isAdmin, visitor) {
      const { versions, owners } = await read();
      return selectVersions(versions, visitor)
        .filter((version) => isAdmin || !isForAdmins(version))
        .map((version) => toApiRemote(version, owners, isAdmin))
        .filter(({ routes }) => routes.length > 0);
    },
    async find(name, version) {
      const found = await find(name, version);
      if (!found || found.deleted_at !== null) return null;
      return { audience: isForAdmins(found) ? 'admins' : 'everyone', digests: found.files };
    },
    async findOffered(name, version) {
      const found = await find(name, version);
      return found && (found.current || found.share > 0) ? found : null;
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

/** Leaves out routes that now belong to another remote. */
function toApiRemote(
  { name, version, routes, integrity, files, assets }: RegisteredVersion,
  owners: RouteOwners,
  isAdmin: boolean,
): Remote {
  const base = `/remotes/${name}/${version}`;
  return {
    name,
    version,
    manifest: `${base}/mf-manifest.json`,
    routes: routes.filter(
      ({ audience, path }) => (isAdmin || audience !== 'admins') && isOwner(owners, name, path),
    ),
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
