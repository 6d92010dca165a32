import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { TouchlineError } from '@touchline/api/errors';
import { remoteDescription } from '@touchline/api/http/remotes';
import { findReleaseProblems, type SharedTable } from '@touchline/api/release-check';
import { listFirstFiles, remoteManifest } from '@touchline/api/remote-manifest';
import type { Knex } from 'knex';
import type { Registry } from './registry.ts';
import { deleteFiles, computeDigests, type ReleasedFiles, storeFiles, buildCheckedRelease } from './released-files.ts';
import { addHistory, type RemoteChange } from './remote-history.store.ts';
import {
  findVersionFiles,
  insertVersion,
  findLastCurrentBy,
  lockOffer,
  type Offer,
  ensureRemote,
  storeCurrent,
  markDeleted,
  storeWithdrawn,
  storeShare,
  findPreviousVersion,
  listDeletableVersions,
} from './remotes.store.ts';

/** Who publishes with the product itself. */
export const DEPLOYMENT = 'the deployment';
const DAY_MS = 86_400_000;

export interface NewRelease {
  name: string;
  version: string;
  files: ReleasedFiles;
  /** Percentage of visitors: 100 makes it current, 0 shows it to nobody. */
  share: number;
}

/** What can be done with the versions of remotes. `by` says who, for people. */
export interface Releases {
  /** @returns false when the version was there before. @throws TouchlineError CHANGE_REFUSED, UPSTREAM_UNAVAILABLE */
  publish(release: NewRelease, by: string): Promise<boolean>;
  /** @throws TouchlineError CHANGE_REFUSED for an unknown or deleted version */
  promote(name: string, version: string, by: string, within?: Knex.Transaction): Promise<void>;
  /** 0 ends the share, 100 promotes. @throws TouchlineError CHANGE_REFUSED */
  share(name: string, version: string, percent: number, by: string): Promise<void>;
  /** Takes back the share, else the current version. @throws TouchlineError CHANGE_REFUSED without an earlier one */
  rollBack(name: string, by: string, because: string, within?: Knex.Transaction): Promise<void>;
  /** Takes back this version if it is offered and another one can be. False when not. */
  rollBackVersion(name: string, version: string, because: string): Promise<boolean>;
  /** Deletes the files of versions that nobody has been offered for long. */
  deleteOld(): Promise<void>;
}

interface ReleasesDeps {
  db: Knex;
  registry: Registry;
  /** Where the files are. */
  folder: string;
  /** The shell's table of shared modules. */
  sharedTable: string;
  keepDays: number;
  /** Epoch ms. */
  now: () => number;
}

const changeRejected = (sentence: string, details: string[] = []) =>
  new TouchlineError('CHANGE_REFUSED', sentence, { details: details.map((message) => ({ message })) });

export function createReleases({ db, registry, folder, sharedTable, keepDays, now }: ReleasesDeps): Releases {
  const at = () => new Date(now());
  const change = createChange(db, registry);
  const steps = createSteps(at);

  return {
    async publish({ name, version, files, share }, by) {
      const digests = computeDigests(files);
      const known = await findVersionFiles(db, name, version);
      if (known) {
        assertSameFiles(known, digests, `${name} ${version}`);
        // A deployment that went back to a version it had replaced; the choices of people since then stand.
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
        await steps.note(trx, name, 'PUBLISHED', version, by);
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
        if (offer.current === version) throw changeRejected(`${version} is the current version already.`);
        if (percent === 0 && offer.share !== version) throw changeRejected(`${version} is not shared.`);
        if (percent > 0 && percent < 100 && offer.current === null)
          throw changeRejected('There is no current version for the other visitors.');
        if (percent > 0) return steps.offer(trx, name, version, percent, offer, by);
        await storeShare(trx, name, version, 0);
        await storeWithdrawn(trx, name, version, at());
        await steps.note(trx, name, 'SHARE_ENDED', version, by);
      }),
    rollBack: (name, by, because, within) =>
      change(name, within, async (trx, offer) => {
        const last = offer.share ?? offer.current;
        if (last === null || !(await steps.takeBack(trx, name, last, offer, by, because)))
          throw changeRejected('There is no earlier version to go back to.');
      }),
    rollBackVersion: (name, version, because) =>
      change(name, undefined, async (trx, offer) => {
        if (offer.share !== version && offer.current !== version) return false;
        return steps.takeBack(trx, name, version, offer, 'browsers', because);
      }),
    async deleteOld() {
      for (const old of await listDeletableVersions(db, new Date(now() - keepDays * DAY_MS))) {
        await markDeleted(db, old, at());
        await steps.note(db, old.name, 'FILES_DELETED', old.version, 'the gateway', `after ${keepDays} days`);
        registry.invalidate();
        await deleteFiles(folder, old.name, old.version);
      }
    },
  };
}

/** Runs a change of one remote, one after another, and lets the registry read it. */
function createChange(db: Knex, registry: Registry) {
  return async <T>(
    name: string,
    within: Knex.Transaction | undefined,
    work: (trx: Knex.Transaction, offer: Offer) => Promise<T>,
  ): Promise<T> => {
    const run = async (trx: Knex.Transaction) => {
      const offer = await lockOffer(trx, name);
      if (!offer) throw changeRejected(`Nothing is published under ${name}.`);
      return work(trx, offer);
    };
    try {
      return await (within ? run(within) : db.transaction(run));
    } finally {
      registry.invalidate();
    }
  };
}

/** The steps of a change, inside its transaction. */
function createSteps(at: () => Date) {
  const note = (
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
      return note(trx, name, 'SHARED', version, by, `${percent} %`);
    }
    if (current !== null && current !== version) await storeWithdrawn(trx, name, current, at());
    await storeShare(trx, name, version, 0);
    await storeCurrent(trx, name, version, by, at());
    await note(trx, name, 'CURRENT', version, by);
  }

  async function takeBack(
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
      await note(trx, name, 'RETURNED', version, by, because);
      return true;
    }
    const before = await findPreviousVersion(trx, name, version);
    if (before === null) return false;
    await storeWithdrawn(trx, name, version, at(), because);
    await note(trx, name, 'RETURNED', version, by, because);
    if (before === share) await storeShare(trx, name, before, 0);
    if (current === version) {
      await storeCurrent(trx, name, before, by, at());
      await note(trx, name, 'CURRENT', before, by);
    }
    return true;
  }
  return { offer, takeBack, note };
}

async function assertVersionExists(trx: Knex.Transaction, name: string, version: string): Promise<void> {
  const row = await trx('remote_versions').where({ name, version }).first('deleted_at');
  if (!row) throw changeRejected(`${name} has no version ${version}.`);
  if (row.deleted_at !== null) throw changeRejected(`The files of ${name} ${version} have been deleted.`);
}

/** A version that is there already: the same files are fine, others are not. */
function assertSameFiles(known: Record<string, string>, given: Record<string, string>, what: string): false {
  if (isDeepStrictEqual(known, given)) return false;
  throw changeRejected(`${what} is published with other files: versions never change, choose another one.`);
}

async function validateRelease(name: string, files: ReleasedFiles, sharedTable: string) {
  const release = await buildCheckedRelease(name, files);
  const problems = findReleaseProblems(release, await readSharedTable(sharedTable));
  if (problems.length > 0) throw changeRejected(`${name} was not published: ${problems[0]}.`, problems);
  const json = (path: string): unknown => JSON.parse(release.texts.get(path) ?? '');
  return {
    routes: remoteDescription.parse(json('remote.json')).routes,
    assets: listFirstFiles(remoteManifest.parse(json('mf-manifest.json'))),
  };
}

async function readSharedTable(path: string): Promise<SharedTable> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null)
    throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'The shell is being deployed. Try again in a moment.');
  return JSON.parse(text);
}
