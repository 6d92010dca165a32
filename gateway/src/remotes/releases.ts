import type { Knex } from 'knex';
import type { Registry } from './registry.ts';
import { computeDigests, deleteFiles, type ReleasedFiles, storeFiles } from './released-files.ts';
import { addHistory, type RemoteChange } from './remote-history.store.ts';
import {
  ensureRemote,
  findLastCurrentBy,
  findPreviousVersion,
  findVersionFiles,
  insertVersion,
  listDeletableVersions,
  lockOffer,
  markDeleted,
  type Offer,
  storeCurrent,
  storeShare,
  storeWithdrawn,
} from './remotes.store.ts';
import { assertSameFiles, changeRejected, validateRelease } from './validate-release.ts';

/** Publisher name of the deployment itself. */
export const DEPLOYMENT = 'the deployment';
const DAY_MS = 86_400_000;

export interface NewRelease {
  name: string;
  version: string;
  files: ReleasedFiles;
  /** Percentage of visitors: 100 makes it current, 0 offers it to no visitor. */
  share: number;
}

/** Operations on the versions of remotes. `by` names the actor, for display. */
export interface Releases {
  /** @returns false if the version was already published. @throws TouchlineError CHANGE_REFUSED, UPSTREAM_UNAVAILABLE */
  publish(release: NewRelease, by: string): Promise<boolean>;
  /** @throws TouchlineError CHANGE_REFUSED for an unknown or deleted version */
  promote(name: string, version: string, by: string, within?: Knex.Transaction): Promise<void>;
  /** 0 ends the share, 100 promotes. @throws TouchlineError CHANGE_REFUSED */
  share(name: string, version: string, percent: number, by: string): Promise<void>;
  /** Rolls back the share, or else the current version. @throws TouchlineError CHANGE_REFUSED without an earlier version */
  rollBack(name: string, by: string, because: string, within?: Knex.Transaction): Promise<void>;
  /** Rolls back this version if it is offered and an earlier one exists; otherwise returns false. */
  rollBackVersion(name: string, version: string, because: string): Promise<boolean>;
  /** Deletes the files of versions that have not been offered for `keepDays`. */
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

export function createReleases({ db, registry, folder, sharedTable, keepDays, now }: ReleasesDeps): Releases {
  const at = () => new Date(now());
  const change = createChange(db, registry);
  const steps = createSteps(at);

  return {
    async publish({ name, version, files, share }, by) {
      const digests = computeDigests(files);
      const published = await findVersionFiles(db, name, version);
      if (published) {
        assertSameFiles(published, digests, `${name} ${version}`);
        // The deployment returned to a version that it had replaced. Otherwise later decisions of admins and teams are kept.
        if (by === DEPLOYMENT && (await findLastCurrentBy(db, name, by)) !== version)
          await this.promote(name, version, by);
        return false;
      }
      const { routes, assets } = await validateRelease(name, files, sharedTable);
      const integrity = digests['mf-manifest.json'] ?? '';
      await ensureRemote(db, name);
      return change(name, undefined, async (trx, offer) => {
        const registered = await findVersionFiles(trx, name, version);
        if (registered) return assertSameFiles(registered, digests, `${name} ${version}`);
        await storeFiles(folder, name, version, files);
        await insertVersion(trx, { name, version, routes, integrity, files: digests, assets }, at());
        await steps.record(trx, name, 'PUBLISHED', version, by);
        await steps.offer(trx, name, version, share, offer, by);
        return true;
      });
    },
    promote: (name, version, by, within) =>
      change(name, within, async (trx, offer) => {
        await assertVersionExists(trx, name, version);
        await steps.offer(trx, name, version, 100, offer, by);
      }),
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
    rollBack: (name, by, because, within) =>
      change(name, within, async (trx, offer) => {
        const last = offer.share ?? offer.current;
        if (last === null || !(await steps.rollBack(trx, name, last, offer, by, because)))
          throw changeRejected('There is no earlier version to roll back to.');
      }),
    rollBackVersion: (name, version, because) =>
      change(name, undefined, async (trx, offer) => {
        if (offer.share !== version && offer.current !== version) return false;
        return steps.rollBack(trx, name, version, offer, 'browsers', because);
      }),
    async deleteOld() {
      for (const old of await listDeletableVersions(db, new Date(now() - keepDays * DAY_MS))) {
        await markDeleted(db, old, at());
        await steps.record(
          db,
          old.name,
          'FILES_DELETED',
          old.version,
          'the gateway',
          `after ${keepDays} days`,
        );
        registry.invalidate();
        await deleteFiles(folder, old.name, old.version);
      }
    },
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

/** Creates the steps of a change; they run in its transaction. */
function createSteps(at: () => Date) {
  const record = (
    trx: Knex,
    name: string,
    action: RemoteChange['action'],
    version: string,
    by: string,
    detail: string | null = null,
  ) => addHistory(trx, { name, action, version, detail, by, at: at() });

  async function offer(
    trx: Knex.Transaction,
    name: string,
    version: string,
    percent: number,
    { current, share }: Offer,
    by: string,
  ): Promise<void> {
    if (percent === 0) return;
    if (share !== null && share !== version) await storeWithdrawn(trx, name, share, at());
    if (percent < 100 && current !== null) {
      await storeShare(trx, name, version, percent);
      return record(trx, name, 'SHARED', version, by, `${percent} %`);
    }
    if (current !== null && current !== version) await storeWithdrawn(trx, name, current, at());
    await storeShare(trx, name, version, 0);
    await storeCurrent(trx, name, version, by, at());
    await record(trx, name, 'CURRENT', version, by);
  }

  async function rollBack(
    trx: Knex.Transaction,
    name: string,
    version: string,
    { current, share }: Offer,
    by: string,
    because: string,
  ): Promise<boolean> {
    if (version === share) {
      await storeShare(trx, name, version, 0);
      await storeWithdrawn(trx, name, version, at(), because);
      await record(trx, name, 'RETURNED', version, by, because);
      return true;
    }
    const previous = await findPreviousVersion(trx, name, version);
    if (previous === null) return false;
    await storeWithdrawn(trx, name, version, at(), because);
    await record(trx, name, 'RETURNED', version, by, because);
    if (previous === share) await storeShare(trx, name, previous, 0);
    if (current === version) {
      await storeCurrent(trx, name, previous, by, at());
      await record(trx, name, 'CURRENT', previous, by);
    }
    return true;
  }
  return { offer, rollBack, record };
}

async function assertVersionExists(trx: Knex.Transaction, name: string, version: string): Promise<void> {
  const row = await trx('remote_versions').where({ name, version }).first('deleted_at');
  if (!row) throw changeRejected(`${name} has no version ${version}.`);
  if (row.deleted_at !== null) throw changeRejected(`The files of ${name} ${version} have been deleted.`);
}
