import { changeRejected } from '@touchline/service-kit/administration/admin-changes';
import type { RegisteredVersion } from './remotes.store.ts';

// Rules of versions. `versions` are all published versions of one remote.

/** The versions that visitors get. */
export interface Offer {
  current: string | null;
  /** Null if no version is shared. */
  share: string | null;
}

export const getOffer = (versions: readonly RegisteredVersion[]): Offer => ({
  current: versions.find(({ current }) => current)?.version ?? null,
  share: versions.find(({ share }) => share > 0)?.version ?? null,
});

/** @throws TouchlineError CHANGE_REFUSED for an unknown or deleted version */
export function requireVersion(
  versions: readonly RegisteredVersion[],
  name: string,
  version: string,
): RegisteredVersion {
  const found = versions.find((one) => one.version === version);
  if (!found) throw changeRejected(`${name} has no version ${version}.`);
  if (found.deleted_at !== null) throw changeRejected(`The files of ${name} ${version} have been deleted.`);
  return found;
}

/** A rollback returns to an earlier version that visitors had; any other one is promoted. */
export function assertRollbackTarget(versions: readonly RegisteredVersion[], name: string, to: string): void {
  const target = requireVersion(versions, name, to);
  const current = versions.find((one) => one.current);
  if (target.rolled_back_at !== null) throw changeRejected(`${to} was rolled back. Promote it instead.`);
  if (target.current && getOffer(versions).share === null)
    throw changeRejected(`${to} is already the current version.`);
  if (current && current.published_at < target.published_at)
    throw changeRejected(`${to} is later than the current version. Promote it instead.`);
  if (target.last_current === null) throw changeRejected(`${to} was never current. Promote it instead.`);
}

/** A version that visitors get is rolled back instead; a rolled back one keeps its reason. */
export function assertWithdrawable(
  versions: readonly RegisteredVersion[],
  name: string,
  version: string,
): void {
  const { current, share, rolled_back_at } = requireVersion(versions, name, version);
  if (current || share > 0) throw changeRejected(`Visitors get ${version}. Roll back without naming it.`);
  if (rolled_back_at !== null) throw changeRejected(`${version} was rolled back before.`);
}

/** Lists the versions that were current and were not rolled back since, the last one first. */
const listFormer = (versions: readonly RegisteredVersion[]) =>
  versions
    .filter(({ last_current, rolled_back_at }) => last_current !== null && rolled_back_at === null)
    .sort((a, b) => b.last_current! - a.last_current!);

interface RollbackOptions {
  /** Version to roll back; default: the share, otherwise the current version. */
  from?: string;
  /** Excludes versions older than a security fix that `from` contains, which only a person may offer again. */
  automatic?: boolean;
}

/** Returns the version that a rollback leaves current; null if there is none. */
export function findRollbackTarget(
  versions: readonly RegisteredVersion[],
  { from, automatic = false }: RollbackOptions = {},
): string | null {
  const { current, share } = getOffer(versions);
  const start = versions.find(({ version }) => version === (from ?? share ?? current));
  if (!start) return null;
  const isNotLater = ({ published_at }: RegisteredVersion) => published_at <= start.published_at;
  const former = listFormer(versions).filter(
    (one) => one !== start && isNotLater(one) && one.deleted_at === null,
  );
  const candidates = start.share > 0 ? versions.filter((one) => one.current) : former;
  const fixes = automatic ? versions.filter((one) => one.security_fix && isNotLater(one)) : [];
  const lowest = Math.max(0, ...fixes.map(({ published_at }) => published_at));
  return candidates.find(({ published_at }) => published_at >= lowest)?.version ?? null;
}

/** Lists the versions that have not been offered since `before` (epoch ms) and are not needed for a rollback. */
export function listDeletable(versions: readonly RegisteredVersion[], before: number): RegisteredVersion[] {
  const previous = listFormer(versions).find(({ current }) => !current);
  return versions.filter(
    (one) =>
      one.deleted_at === null &&
      one.offered_until !== null &&
      one.offered_until < before &&
      !one.current &&
      one.share === 0 &&
      one !== previous,
  );
}
