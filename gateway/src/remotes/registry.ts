import type { Remote } from '@touchline/api/http/remotes';
import type { Knex } from 'knex';
import { type FolderVersion, type RefusedFolder, readPublished } from './published-folder.ts';
import { insertVersion, listVersions, type RegisteredVersion, seedCurrent } from './remotes.store.ts';

/** How long versions are cached: another replica may publish one. */
const CACHE_MS = 5_000;

/** The version of a remote that a deployment makes current. */
export interface SeedEntry {
  name: string;
  version: string;
}

export interface ServedVersion {
  audience: 'everyone' | 'admins';
  digests: Readonly<Record<string, string>>;
}

export interface Registry {
  /** Registers the versions in the folder and makes the seeded ones current. Returns the folders it refused. */
  seed(folder: string, wanted: readonly SeedEntry[]): Promise<RefusedFolder[]>;
  /** The remotes that a visitor may load, by name. */
  visible(isAdmin: boolean): Promise<Remote[]>;
  /** Who may load the files of a version, and the digests they must have; null when the version is unknown. */
  find(name: string, version: string): Promise<ServedVersion | null>;
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

  return {
    async seed(folder, wanted) {
      const { versions: found, refused } = await readPublished(folder);
      await db.transaction(async (trx) => {
        for (const { madeAt: _, ...version } of found) await insertVersion(trx, version, new Date(now()));
        for (const { name, version } of newest(found, wanted)) await seedCurrent(trx, name, version);
      });
      cached = null;
      return refused;
    },
    async visible(isAdmin) {
      return (await versions())
        .filter((version) => version.current && (isAdmin || !isForAdmins(version)))
        .map((version) => toWire(version, isAdmin));
    },
    async find(name, version) {
      const found = (await versions()).find((known) => known.name === name && known.version === version);
      if (!found) return null;
      return { audience: isForAdmins(found) ? 'admins' : 'everyone', digests: found.files };
    },
  };
}

function toWire(
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

/** Per remote the version that the deployment names, else the newest folder. */
function newest(found: readonly FolderVersion[], wanted: readonly SeedEntry[]): SeedEntry[] {
  const best = new Map<string, FolderVersion>();
  const isWanted = (version: SeedEntry) =>
    wanted.some((entry) => entry.name === version.name && entry.version === version.version);
  const rank = (version: FolderVersion) => (isWanted(version) ? Number.POSITIVE_INFINITY : version.madeAt);
  for (const version of found) {
    const other = best.get(version.name);
    if (!other || rank(version) > rank(other)) best.set(version.name, version);
  }
  return [...best.values()];
}
