import type { RemoteReleases } from '@touchline/api/http/releases';
import { toInstant } from '@touchline/api/values';
import type { Knex } from 'knex';
import { findRollbackTarget } from './release-rules.ts';
import { listVersions, type RegisteredVersion } from './remotes.store.ts';

/** Lists every remote with its versions and the target of a rollback, for teams. */
export async function listRemoteReleases(db: Knex): Promise<RemoteReleases[]> {
  const versions = await listVersions(db);
  const names = [...new Set(versions.map(({ name }) => name))];
  return names.map((name) => describeReleases(name, versions));
}

/** Describes one remote. @param versions of all remotes */
export function describeReleases(name: string, versions: readonly RegisteredVersion[]): RemoteReleases {
  const own = versions.filter((version) => version.name === name);
  const shared = own.find(({ share }) => share > 0);
  return {
    name,
    current_version: own.find(({ current }) => current)?.version ?? '',
    share: shared ? { version: shared.version, percent: shared.share } : null,
    rollback_to: findRollbackTarget(own),
    versions: sortLatestFirst(own).map((version) => ({
      version: version.version,
      published_at: toInstant(version.published_at),
      state: getVersionState(version),
      because: version.because,
      security_fix: version.security_fix,
    })),
  };
}

/** Returns the state of a version for visitors. */
function getVersionState(version: RegisteredVersion): RemoteReleases['versions'][number]['state'] {
  if (version.current) return 'current';
  if (version.share > 0) return 'shared';
  if (version.deleted_at !== null) return 'deleted';
  return version.rolled_back_at === null ? 'unused' : 'returned';
}

/** Sorts versions by publication, latest first. */
export const sortLatestFirst = (versions: readonly RegisteredVersion[]): RegisteredVersion[] =>
  versions.toReversed().sort((a, b) => b.published_at - a.published_at);
