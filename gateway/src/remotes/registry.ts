import type { Remote } from '@touchline/api/http/remotes';
import type { Knex } from 'knex';
import { listVersions, type RegisteredVersion } from './remotes.store.ts';
import { isInShare } from './visitors.ts';

/** How long versions are cached: another replica may publish one. */
const CACHE_MS = 2_000;

export interface ServedVersion {
  audience: 'everyone' | 'admins';
  digests: Readonly<Record<string, string>>;
}

export interface Registry {
  /** The remotes that a visitor may load, by name, each in the version that he gets; `visitor` as in visitors.ts. */
  visible(isAdmin: boolean, visitor: number): Promise<Remote[]>;
  /** Who may load the files of a version, and the digests they must have; null when it is unknown or deleted. */
  find(name: string, version: string): Promise<ServedVersion | null>;
  /** Whether visitors get this version now. */
  isOffered(name: string, version: string): Promise<boolean>;
  /** The versions have changed. */
  invalidate(): void;
}

/** The registry of remotes. Answers from its cache while the database is down. */
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
    (await versions()).find((known) => known.name === name && known.version === version);

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

/** Of each remote the version that this visitor gets. */
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

/** A remote is for admins when all of its routes are. */
export const isForAdmins = (version: Pick<RegisteredVersion, 'routes'>) =>
  version.routes.every((route) => route.audience === 'admins');
