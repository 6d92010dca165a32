import { changeRejected } from '@touchline/service-kit/administration/admin-changes';
import type { Knex } from 'knex';
import { createPublish } from './publish-release.ts';
import type { Registry } from './registry.ts';
import { type Change, createChange } from './release-changes.ts';
import {
  assertRollbackTarget,
  assertWithdrawable,
  findRollbackTarget,
  listDeletable,
  requireVersion,
} from './release-rules.ts';
import { deleteFiles, deleteUnfinished } from './released-files.ts';
import { addHistory } from './remote-history.store.ts';
import { listRemoteNames, listVersions, markDeleted } from './remotes.store.ts';
import { moveRoute } from './route-owners.store.ts';

const DAY_MS = 86_400_000;

/** Operations on the versions of remotes. `by` names the actor, for display. */
export type Releases = ReturnType<typeof createReleases>;

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

type RollbackOutcome = 'rolled-back' | 'not-offered' | 'no-target';

export function createReleases(deps: ReleasesDeps) {
  const { db, registry, now } = deps;
  const change = createChange(deps);
  const promote = (name: string, version: string, by: string, within?: Knex.Transaction) =>
    change(
      name,
      by,
      ({ versions, steps }) => steps.offer(requireVersion(versions, name, version), 100),
      within,
    );

  return {
    /** Stores lost files of a published version again. */
    publish: createPublish({ ...deps, change, promote }),
    /** @throws TouchlineError CHANGE_REFUSED for an unknown or deleted version */
    promote,
    /** 0 ends the share, 100 promotes. @throws TouchlineError CHANGE_REFUSED */
    share: (name: string, version: string, percent: number, by: string) =>
      change(name, by, async ({ versions, current, steps }) => {
        const release = requireVersion(versions, name, version);
        if (release.current) throw changeRejected(`${version} is already the current version.`);
        if (percent === 0 && release.share === 0) throw changeRejected(`${version} is not shared.`);
        if (percent > 0 && percent < 100 && current === null)
          throw changeRejected('There is no current version for the remaining visitors. Publish one first.');
        await (percent > 0 ? steps.offer(release, percent) : steps.endShare(version));
      }),
    /**
     * Rolls back the share, or else the current version.
     * @param to a version that was current before; default: the last one that was not rolled back
     * @throws TouchlineError CHANGE_REFUSED without an earlier version
     */
    rollBack: (name: string, by: string, because: string, to?: string, within?: Knex.Transaction) =>
      change(
        name,
        by,
        async ({ versions, current, share, steps }) => {
          const target = to ?? findRollbackTarget(versions);
          if (target === null) throw changeRejected('There is no earlier version to roll back to.');
          if (to !== undefined) assertRollbackTarget(versions, name, to);
          if (share !== null && (to !== undefined || target === current))
            await steps.rollBackShare(share, because);
          if (target !== current) await steps.rollBackCurrent(target, because);
        },
        within,
      ),
    /** Takes back a version that no visitor gets: its previews end. @throws TouchlineError CHANGE_REFUSED */
    withdraw: (name: string, version: string, by: string, because: string) =>
      change(name, by, async ({ versions, steps }) => {
        assertWithdrawable(versions, name, version);
        await steps.withdraw(version, because);
      }),
    /** Rolls back this version automatically, if it is still offered and an earlier one may come back. */
    rollBackVersion: (name: string, version: string, because: string) =>
      change<RollbackOutcome>(name, 'browsers', async ({ versions, current, share, steps }) => {
        if (share !== version && current !== version) return 'not-offered';
        const target = findRollbackTarget(versions, { from: version, automatic: true });
        if (target === null) return 'no-target';
        if (share === version) await steps.rollBackShare(version, because);
        else await steps.rollBackCurrent(target, because);
        return 'rolled-back';
      }),
    /** Gives a path with everything below it to a remote. @returns the previous owner. @throws TouchlineError ROUTE_TAKEN */
    async moveRoute(name: string, path: string, by: string) {
      const previous = await db.transaction(async (trx) => {
        const owner = await moveRoute(trx, path, name);
        const detail = owner === null ? path : `${path}, from ${owner}`;
        const at = new Date(now());
        await addHistory(trx, { name, action: 'ROUTE_MOVED', version: null, detail, by, at });
        return owner;
      });
      registry.invalidate();
      return previous;
    },
    /** Deletes the files of versions that have not been offered for `keepDays`, and what interrupted publications have left. */
    deleteOld: createDeletion(deps, change),
  };
}

function createDeletion({ db, folder, keepDays, now }: ReleasesDeps, change: Change) {
  return async () => {
    const before = now() - keepDays * DAY_MS;
    for (const name of await listRemoteNames(db)) {
      // Without the lock: each change empties the registry's cache.
      if (listDeletable(await listVersions(db, name), before).length > 0)
        await change(name, 'the gateway', async ({ trx, versions, at, steps }) => {
          for (const { version } of listDeletable(versions, before)) {
            await markDeleted(trx, name, version, at);
            await steps.record('FILES_DELETED', version, `after ${keepDays} days`);
          }
        });
      // Also of versions whose deletion was interrupted.
      for (const { version, deleted_at } of await listVersions(db, name))
        if (deleted_at !== null) await deleteFiles(folder, name, version);
      await deleteUnfinished(folder, name, now());
    }
  };
}
