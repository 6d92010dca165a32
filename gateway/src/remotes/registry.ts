import { NEXT_VERSION } from '@touchline/api/http/releases';
import type { Remote } from '@touchline/api/http/remotes';
import { toInstant } from '@touchline/api/values';
import { createTimedRead } from '@touchline/service-kit/process/shared-work';
import type { Knex } from 'knex';
import { listVersions, type RegisteredVersion } from './remotes.store.ts';
import { isOwner, listRouteOwners, type RouteOwners } from './route-owners.store.ts';
import { listTesters, type Tester } from './testers.store.ts';
import type { Preview } from './version-previews.ts';
import { isInShare } from './visitors.ts';

/** Cache time of the versions; limits the delay until versions published by another replica are visible. */
const CACHE_MS = 2_000;

export interface ServedVersion {
  audience: 'everyone' | 'admins';
  digests: Readonly<Record<string, string>>;
}

export interface Visitor {
  isAdmin: boolean;
  /** As in visitors.ts. */
  number: number;
  previews: readonly Preview[];
}

export interface Registry {
  /** Lists the remotes that a visitor may load, by name, each in the visitor's version. */
  visible(visitor: Visitor): Promise<Remote[]>;
  /** Lists the remotes that a wallet tests. */
  findTested(wallet: string): Promise<string[]>;
  /** Finds the audience and the file digests of a version; null if it is unknown or deleted. */
  find(name: string, version: string): Promise<ServedVersion | null>;
  /** Finds a version that visitors currently get; null for any other. */
  findOffered(name: string, version: string): Promise<Pick<RegisteredVersion, 'published_at'> | null>;
  /** Invalidates the cache after a change of the versions. */
  invalidate(): void;
}

interface Content {
  versions: RegisteredVersion[];
  owners: RouteOwners;
  testers: Tester[];
}

/** Creates the registry of remotes. It uses the last content while the database is down. */
export function createRegistry(db: Knex): Registry {
  let last: Content | null = null;
  const content = createTimedRead<Content>(CACHE_MS, async () => {
    try {
      const [versions, owners, testers] = await Promise.all([
        listVersions(db),
        listRouteOwners(db),
        listTesters(db),
      ]);
      last = { versions, owners, testers };
    } catch (error) {
      if (!last) throw error;
    }
    return last;
  });
  const read = () => content.read();
  const find = async (name: string, version: string) =>
    (await read()).versions.find((row) => row.name === name && row.version === version);

  return {
    async visible(visitor) {
      const { versions, owners } = await read();
      return selectVersions(versions, visitor)
        .filter((version) => visitor.isAdmin || !isForAdmins(version))
        .map((version) => toApiRemote(version, owners, visitor))
        .filter(({ routes }) => routes.length > 0);
    },
    findTested: async (wallet) =>
      (await read()).testers.filter((tester) => tester.wallet === wallet).map(({ name }) => name),
    async find(name, version) {
      const found = await find(name, version);
      if (!found || found.deleted_at !== null) return null;
      return { audience: isForAdmins(found) ? 'admins' : 'everyone', digests: found.files };
    },
    async findOffered(name, version) {
      const found = await find(name, version);
      return found && (found.current || found.share > 0) ? found : null;
    },
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

/** Finds the version of a preview; undefined once it was rolled back or its files were deleted. */
function findPreviewed(versions: readonly RegisteredVersion[], { version }: Preview) {
  const usable = versions.filter(
    ({ deleted_at, returned_at }) => deleted_at === null && returned_at === null,
  );
  if (version !== NEXT_VERSION) return usable.find((one) => one.version === version);
  const publishedAt = versions.find(({ current }) => current)?.published_at ?? 0;
  return usable
    .filter(({ published_at }) => published_at > publishedAt)
    .reduce<RegisteredVersion | undefined>(
      (latest, one) => (latest && latest.published_at >= one.published_at ? latest : one),
      undefined,
    );
}

/** Leaves out routes that now belong to another remote. */
function toApiRemote(
  { name, version, routes, integrity, files, assets, current, share }: RegisteredVersion,
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
    integrity,
    assets: assets.flatMap((path) => {
      const digest = files[path];
      return digest ? [{ url: `${base}/${path}`, integrity: digest }] : [];
    }),
    ...(preview ? { preview_until: toInstant(preview.until) } : {}),
  };
}

/** Returns whether a remote is for admins: all of its routes are. */
export const isForAdmins = (version: Pick<RegisteredVersion, 'routes'>) =>
  version.routes.every((route) => route.audience === 'admins');
