import { NEXT_VERSION } from '@touchline/api/http/releases';
import type { Remote } from '@touchline/api/http/remotes';
import { toInstant } from '@touchline/api/values';
import { createTimedRead } from '@touchline/service-kit/process/shared-work';
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import { sortLatestFirst } from './list-releases.ts';
import { findVersionFiles, listServedVersions, type RegisteredVersion } from './remotes.store.ts';
import { isOwner, listRouteOwners, type RouteOwners } from './route-owners.store.ts';
import { listTesters, type Tester } from './testers.store.ts';
import type { Preview } from './version-previews.ts';
import { isInShare } from './visitors.ts';

/** Cache time of the versions; limits the delay until versions published by another replica are visible. */
const CACHE_MS = 2_000;

/** Maximum number of versions whose file digests are cached. */
const MAX_CACHED_DIGESTS = 100;

/** File digests of a version by path. They never change. */
type Digests = Readonly<Record<string, string>>;

export interface ServedVersion {
  audience: 'everyone' | 'admins';
  digests: Digests;
}

export interface Visitor {
  isAdmin: boolean;
  /** As in visitors.ts. */
  number: number;
  previews: readonly Preview[];
}

export type Registry = ReturnType<typeof createRegistry>;

interface Content {
  versions: RegisteredVersion[];
  owners: RouteOwners;
  testers: Tester[];
}

/** Creates the registry of remotes. It uses the last content while the database is down. */
export function createRegistry(db: Knex) {
  let last: Content | null = null;
  const content = createTimedRead<Content>(CACHE_MS, async () => {
    try {
      const [versions, owners, testers] = await Promise.all([
        listServedVersions(db),
        listRouteOwners(db),
        listTesters(db),
      ]);
      last = { versions, owners, testers };
    } catch (error) {
      if (!last) throw error;
    }
    return last;
  });
  const digests = new LRUCache<string, Digests, Pick<RegisteredVersion, 'name' | 'version'>>({
    max: MAX_CACHED_DIGESTS,
    fetchMethod: async (_key, _stale, { context: { name, version } }) =>
      (await findVersionFiles(db, name, version)) ?? {},
  });
  const read = () => content.read();
  const readDigests = (one: Pick<RegisteredVersion, 'name' | 'version'>) =>
    digests.forceFetch(`${one.name} ${one.version}`, { context: one });
  const find = async (name: string, version: string) =>
    (await read()).versions.find((row) => row.name === name && row.version === version);

  return {
    /** Lists the remotes that a visitor may load, by name, each in the visitor's version. */
    async visible(visitor: Visitor): Promise<Remote[]> {
      const { versions, owners } = await read();
      const selected = selectVersions(versions, visitor)
        .filter((version) => visitor.isAdmin || !isForAdmins(version))
        .map(async (version) => toApiRemote(version, await readDigests(version), owners, visitor));
      return (await Promise.all(selected)).filter(({ routes }) => routes.length > 0);
    },
    /** Lists the remotes that a wallet tests. */
    findTested: async (wallet: string) =>
      (await read()).testers.filter((tester) => tester.wallet === wallet).map(({ name }) => name),
    /** Finds the audience and the file digests of a version; null if it is unknown or deleted. */
    async find(name: string, version: string): Promise<ServedVersion | null> {
      const found = await find(name, version);
      if (!found) return null;
      return { audience: isForAdmins(found) ? 'admins' : 'everyone', digests: await readDigests(found) };
    },
    /** Finds a version that visitors currently get; null for any other. */
    async findOffered(name: string, version: string) {
      const found = await find(name, version);
      return found && (found.current || found.share > 0) ? found : null;
    },
    /** Invalidates the cache after a change of the versions. */
    invalidate: content.forget,
  };
}

/** Selects the version of each remote for this visitor: a preview, else the shared version, else the current one. */
function selectVersions(
  versions: readonly RegisteredVersion[],
  { number, previews }: Visitor,
): RegisteredVersion[] {
  const names = [...new Set(versions.map(({ name }) => name))].sort();
  return names.flatMap((name) => {
    const own = versions.filter((version) => version.name === name);
    const preview = previews.find((one) => one.name === name);
    return (
      (preview && findPreviewed(own, preview)) ??
      own.find(({ share }) => share > 0 && isInShare(name, number, share)) ??
      own.find(({ current }) => current) ??
      []
    );
  });
}

/** Finds the version of a preview; undefined once it was rolled back, withdrawn or deleted. */
function findPreviewed(versions: readonly RegisteredVersion[], { version }: Preview) {
  const usable = versions.filter(({ rolled_back_at }) => rolled_back_at === null);
  if (version !== NEXT_VERSION) return usable.find((one) => one.version === version);
  const publishedAt = versions.find(({ current }) => current)?.published_at ?? 0;
  return sortLatestFirst(usable).find(({ published_at }) => published_at > publishedAt);
}

/** Leaves out routes that now belong to another remote. */
function toApiRemote(
  { name, version, routes, assets, current, share }: RegisteredVersion,
  digests: Digests,
  owners: RouteOwners,
  { isAdmin, previews }: Visitor,
): Remote {
  const base = `/remotes/${name}/${version}`;
  const preview = current || share > 0 ? undefined : previews.find((one) => one.name === name);
  return {
    name,
    version,
    manifest: `${base}/mf-manifest.json`,
    routes: routes.filter(
      ({ audience, path }) => (isAdmin || audience !== 'admins') && isOwner(owners, name, path),
    ),
    integrity: digests['mf-manifest.json'] ?? '',
    assets: assets.flatMap((path) => {
      const digest = digests[path];
      return digest ? [{ url: `${base}/${path}`, integrity: digest }] : [];
    }),
    ...(preview ? { preview_until: toInstant(preview.until) } : {}),
  };
}

/** Returns whether a remote is for admins: all of its routes are. */
export const isForAdmins = (version: Pick<RegisteredVersion, 'routes'>) =>
  version.routes.every((route) => route.audience === 'admins');
