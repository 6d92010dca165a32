import { changeRejected } from '@touchline/service-kit/administration/admin-changes';
import type { Knex } from 'knex';
import type { Registry } from './registry.ts';
import { assertRollbackTarget, assertVersionExists, assertWithdrawable } from './release-preconditions.ts';
import { createReleaseSteps } from './release-steps.ts';
import {
  areStored,
  computeDigests,
  deleteFiles,
  deleteUnfinished,
  type ReleasedFiles,
  storeFiles,
} from './released-files.ts';
import {
  ensureRemote,
  findLastCurrentBy,
  findVersionFiles,
  insertVersion,
  listDeletableVersions,
  listDeletedVersions,
  listRemoteNames,
  lockOffer,
  markDeleted,
  markSecurityFix,
  type Offer,
  storeShare,
  storeWithdrawn,
} from './remotes.store.ts';
import { findRollbackTarget } from './rollback-target.store.ts';
import { claimRoutes, moveRoute } from './route-owners.store.ts';
import { assertSameFiles, validateRelease } from './validate-release.ts';

/** Publisher name of the deployment itself. */
export const DEPLOYMENT = 'the deployment';
const DAY_MS = 86_400_000;

export interface NewRelease {
  name: string;
  version: string;
  files: ReleasedFiles;
  /** Percentage of visitors: 100 makes it current, 0 offers it to no visitor. */
  share: number;
  /** Automatic rollback never returns to a version before it. */
  securityFix: boolean;
}

interface RollbackOptions {
  /** A version that was current before; default: the last one that was not rolled back. */
  to?: string | undefined;
  within?: Knex.Transaction;
}

/** Operations on the versions of remotes. `by` names the actor, for display. */
export interface Releases {
  /** Stores lost files of a published version again. @returns false if it was already published. @throws TouchlineError CHANGE_REFUSED, ROUTE_TAKEN, UPSTREAM_UNAVAILABLE */
  publish(release: NewRelease, by: string): Promise<boolean>;
  /** @throws TouchlineError CHANGE_REFUSED for an unknown or deleted version */
  promote(name: string, version: string, by: string, within?: Knex.Transaction): Promise<void>;
  /** 0 ends the share, 100 promotes. @throws TouchlineError CHANGE_REFUSED */
  share(name: string, version: string, percent: number, by: string): Promise<void>;
  /** Rolls back the share, or else the current version. @throws TouchlineError CHANGE_REFUSED without an earlier version */
  rollBack(name: string, by: string, because: string, options?: RollbackOptions): Promise<void>;
  /** Takes back a version that no visitor gets: its previews end. @throws TouchlineError CHANGE_REFUSED */
  withdraw(name: string, version: string, by: string, because: string): Promise<void>;
  /** Rolls back this version automatically, if it is still offered and an earlier one may come back. */
  rollBackVersion(
    name: string,
    version: string,
    because: string,
  ): Promise<'rolled-back' | 'not-offered' | 'no-target'>;
  /** Gives a path with everything below it to a remote. @returns the previous owner. @throws TouchlineError ROUTE_TAKEN */
  moveRoute(name: string, path: string, by: string): Promise<string | null>;
  /** Deletes the files of versions that have not been offered for `keepDays`, and what interrupted publications have left. */
  deleteOld(): Promise<void>;
}

interface ReleasesDeps {
  db: Knex;
  registry: Registry;
  /** Folder of published remotes. */
  folder: string;
  /** Path of the shell's table of shared modules. */
  sharedTable: string;
  keepDays: number;
  /** Epoch ms. */
  now: () => number;
}

export function createReleases(deps: ReleasesDeps): Releases {
  const { db, registry, now } = deps;
  const at = () => new Date(now());
  const change = createChange(db, registry);
  const steps = createReleaseSteps(at);
  const promote: Releases['promote'] = (name, version, by, within) =>
    change(name, within, async (trx, offer) => {
      await assertVersionExists(trx, name, version);
      await steps.offer(trx, name, version, 100, offer, by);
    });

  return {
    publish: createPublish(deps, { at, change, steps, promote }),
    promote,
    share: (name, version, percent, by) =>
      change(name, undefined, async (trx, offer) => {
        await assertVersionExists(trx, name, version);
        if (offer.current === version) throw changeRejected(`${version} is already the current version.`);
        if (percent === 0 && offer.share !== version) throw changeRejected(`${version} is not shared.`);
        if (percent > 0 && percent < 100 && offer.current === null)
          throw changeRejected('There is no current version for the remaining visitors. Publish one first.');
        if (percent > 0) return steps.offer(trx, name, version, percent, offer, by);
        await storeShare(trx, name, version, 0);
        await storeWithdrawn(trx, name, version, at());
        await steps.record(trx, name, 'SHARE_ENDED', version, by);
      }),
    rollBack: (name, by, because, { to, within } = {}) =>
      change(name, within, async (trx, offer) => {
        const target = to ?? (await findRollbackTarget(trx, name, offer));
        if (target === null) throw changeRejected('There is no earlier version to roll back to.');
        if (to !== undefined) await assertRollbackTarget(trx, name, offer, to);
        if (offer.share !== null && (to !== undefined || target === offer.current))
          await steps.endShare(trx, name, offer.share, by, because);
        if (target !== offer.current) await steps.rollBack(trx, name, target, offer, by, because);
      }),
    withdraw: (name, version, by, because) =>
      change(name, undefined, async (trx, offer) => {
        await assertWithdrawable(trx, name, offer, version);
        await steps.withdraw(trx, name, version, by, because);
      }),
    rollBackVersion: (name, version, because) =>
      change(name, undefined, async (trx, offer) => {
        if (offer.share !== version && offer.current !== version) return 'not-offered';
        const target = await findRollbackTarget(trx, name, offer, { from: version, automatic: true });
        if (target === null) return 'no-target';
        if (offer.share === version) await steps.endShare(trx, name, version, 'browsers', because);
        else await steps.rollBack(trx, name, target, offer, 'browsers', because);
        return 'rolled-back';
      }),
    async moveRoute(name, path, by) {
      const previous = await db.transaction(async (trx) => {
        const owner = await moveRoute(trx, path, name);
        const detail = owner === null ? path : `${path}, from ${owner}`;
        await steps.record(trx, name, 'ROUTE_MOVED', null, by, detail);
        return owner;
      });
      registry.invalidate();
      return previous;
    },
    deleteOld: createDeletion(deps, { at, change, steps }),
  };
}

interface ChangeDeps {
  at: () => Date;
  change: ReturnType<typeof createChange>;
  steps: ReturnType<typeof createReleaseSteps>;
}

function createDeletion(
  { db, folder, keepDays, now }: ReleasesDeps,
  { at, change, steps }: ChangeDeps,
): Releases['deleteOld'] {
  return async () => {
    const before = new Date(now() - keepDays * DAY_MS);
    const deleteDue = async (trx: Knex.Transaction, name: string) => {
      const versions = await listDeletableVersions(trx, name, before);
      await markDeleted(trx, name, versions, at());
      for (const version of versions)
        await steps.record(trx, name, 'FILES_DELETED', version, 'the gateway', `after ${keepDays} days`);
    };
    for (const name of await listRemoteNames(db)) {
      const due = await listDeletableVersions(db, name, before); // without the lock: each change empties the registry's cache
      if (due.length > 0) await change(name, undefined, (trx) => deleteDue(trx, name));
      // Also of versions whose deletion was interrupted.
      for (const version of await listDeletedVersions(db, name)) await deleteFiles(folder, name, version);
      await deleteUnfinished(folder, name, now());
    }
  };
}

function createPublish(
  { db, folder, sharedTable }: ReleasesDeps,
  { at, change, steps, promote }: ChangeDeps & Pick<Releases, 'promote'>,
): Releases['publish'] {
  /** Marks a published version later, for a fix whose importance was found out afterwards. */
  const mark = (name: string, version: string, by: string) =>
    change(name, undefined, async (trx) => {
      if (await markSecurityFix(trx, name, version))
        await steps.record(trx, name, 'SECURITY_FIX', version, by);
    });

  /** Stores files of a published version again that the folder has lost, unless the version was deleted. */
  const restoreFiles = (name: string, version: string, files: ReleasedFiles) =>
    change(name, undefined, async (trx) => {
      if (!(await listDeletedVersions(trx, name)).includes(version))
        await storeFiles(folder, name, version, files);
    });

  return async ({ name, version, files, share, securityFix }, by) => {
    const digests = computeDigests(files);
    const published = await findVersionFiles(db, name, version);
    if (published) {
      assertSameFiles(published, digests, `${name} ${version}`);
      if (!(await areStored(folder, name, version, files))) await restoreFiles(name, version, files);
      if (securityFix) await mark(name, version, by);
      // The deployment returned to a version that it had replaced. Otherwise later decisions of admins and teams are kept.
      if (by === DEPLOYMENT && (await findLastCurrentBy(db, name, by)) !== version)
        await promote(name, version, by);
      return false;
    }
    const { routes, assets } = await validateRelease(name, files, sharedTable);
    const integrity = digests['mf-manifest.json'] ?? '';
    await ensureRemote(db, name);
    return change(name, undefined, async (trx, offer) => {
      const registered = await findVersionFiles(trx, name, version);
      if (registered) return assertSameFiles(registered, digests, `${name} ${version}`);
      await claimRoutes(trx, name, routes);
      await storeFiles(folder, name, version, files);
      await insertVersion(trx, { name, version, routes, integrity, files: digests, assets }, at());
      await steps.record(trx, name, 'PUBLISHED', version, by);
      if (securityFix && (await markSecurityFix(trx, name, version)))
        await steps.record(trx, name, 'SECURITY_FIX', version, by);
      await steps.offer(trx, name, version, share, offer, by);
      return true;
    });
  };
}

/** Runs changes of a remote one at a time and invalidates the registry. */
function createChange(db: Knex, registry: Registry) {
  return async <T>(
    name: string,
    within: Knex.Transaction | undefined,
    work: (trx: Knex.Transaction, offer: Offer) => Promise<T>,
  ): Promise<T> => {
    const run = async (trx: Knex.Transaction) => {
      const offer = await lockOffer(trx, name);
      if (!offer) throw changeRejected(`No version of ${name} has been published.`);
      return work(trx, offer);
    };
    try {
      return await (within ? run(within) : db.transaction(run));
    } finally {
      registry.invalidate();
    }
  };
}
