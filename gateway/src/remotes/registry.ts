import type { Remote } from '@touchline/api/http/remotes';
import type { Knex } from 'knex';
import { type FolderVersion, readPublished } from './published-folder.ts';
import { insertVersion, listVersions, type RegisteredVersion, seedCurrent } from './remotes.store.ts';

/** How old the registry's picture may be: another replica may have published meanwhile. */
const FRESH_MS = 5_000;

/** Which version of a remote a deployment wants to be current. */
export interface SeedEntry {
  name: string;
  version: string;
}

export interface Registry {
  /** Takes up what lies in the folder, and makes the seeded versions current. Returns what was refused. */
  seed(folder: string, wanted: readonly SeedEntry[]): Promise<{ folder: string; reason: string }[]>;
  /** The remotes that a visitor may load, in the order of their names. */
  visible(isAdmin: boolean): Promise<Remote[]>;
  /** Who may have the files of a version: everybody, admins, or (unknown version) nobody. */
  audienceOf(name: string, version: string): Promise<'everyone' | 'admins' | null>;
}

/** The registry of remotes in the gateway's schema. Answers from its last picture while the database is away. */
export function createRegistry(db: Knex, now: () => number): Registry {
  let picture: { versions: RegisteredVersion[]; readAt: number } | null = null;

  async function versions(): Promise<RegisteredVersion[]> {
    if (picture && now() - picture.readAt < FRESH_MS) return picture.versions;
    const last = picture;
    const read = await listVersions(db).catch((error: unknown) => {
      if (last) return last.versions;
      throw error;
    });
    picture = { versions: read, readAt: now() };
    return read;
  }

  return {
    async seed(folder, wanted) {
      const { versions: found, refused } = await readPublished(folder);
      await db.transaction(async (trx) => {
        for (const { madeAt: _, ...version } of found) await insertVersion(trx, version, new Date(now()));
        for (const { name, version } of newest(found, wanted)) await seedCurrent(trx, name, version);
      });
      picture = null;
      return refused;
    },
    async visible(isAdmin) {
      return (await versions())
        .filter((version) => version.current && (isAdmin || !isForAdmins(version)))
        .map(({ name, version, routes, integrity }) => ({
          name,
          version,
          manifest: `/remotes/${name}/${version}/mf-manifest.json`,
          routes: isAdmin ? routes : routes.filter((route) => route.audience !== 'admins'),
          integrity,
        }));
    },
    async audienceOf(name, version) {
      const found = (await versions()).find((known) => known.name === name && known.version === version);
      if (!found) return null;
      return isForAdmins(found) ? 'admins' : 'everyone';
    },
  };
}

/** A remote is the admins' own when all of its routes are. */
const isForAdmins = (version: RegisteredVersion) =>
  version.routes.every((route) => route.audience === 'admins');

/** Per remote: the version that the deployment names, else the folder made last. */
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
