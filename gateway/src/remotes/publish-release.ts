import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { TouchlineError } from '@touchline/api/errors';
import { remoteDescription } from '@touchline/api/http/remotes';
import { findReleaseProblems, type SharedTable } from '@touchline/api/release-check';
import { listFirstFiles, remoteManifest } from '@touchline/api/remote-manifest';
import { changeRejected } from '@touchline/service-kit/administration/admin-changes';
import type { Knex } from 'knex';
import type { Change } from './release-changes.ts';
import {
  areStored,
  buildCheckedRelease,
  computeDigests,
  type ReleasedFiles,
  storeFiles,
} from './released-files.ts';
import {
  ensureRemote,
  findLastCurrentBy,
  findVersionFiles,
  insertVersion,
  markSecurityFix,
} from './remotes.store.ts';
import { claimRoutes } from './route-owners.store.ts';

/** Publisher name of the deployment itself. */
export const DEPLOYMENT = 'the deployment';

export interface NewRelease {
  name: string;
  version: string;
  files: ReleasedFiles;
  /** Percentage of visitors: 100 makes it current, 0 offers it to no visitor. */
  share: number;
  /** Automatic rollback never returns to a version before it. */
  securityFix: boolean;
}

interface PublishDeps {
  db: Knex;
  change: Change;
  promote(name: string, version: string, by: string): Promise<void>;
  /** Folder of published remotes. */
  folder: string;
  /** Path of the shell's table of shared modules. */
  sharedTable: string;
}

/**
 * Creates the function that publishes a release. It returns false for a version that was published before with the same files.
 * @throws TouchlineError CHANGE_REFUSED, ROUTE_TAKEN, UPSTREAM_UNAVAILABLE
 */
export function createPublish({ db, change, promote, folder, sharedTable }: PublishDeps) {
  /** Stores files of a published version that the folder has lost, and marks a fix whose importance was found out later. */
  const complete = ({ name, version, files, securityFix }: NewRelease, by: string) =>
    change(name, by, async ({ trx, versions, steps }) => {
      const known = versions.find((one) => one.version === version);
      if (known?.deleted_at === null && !(await areStored(folder, name, version, files)))
        await storeFiles(folder, name, version, files);
      if (!securityFix || known?.security_fix) return;
      await markSecurityFix(trx, name, version);
      await steps.record('SECURITY_FIX', version);
    });

  return async (release: NewRelease, by: string): Promise<boolean> => {
    const { name, version, files, share, securityFix } = release;
    const digests = computeDigests(files);
    const published = await findVersionFiles(db, name, version);
    if (published) {
      assertSameFiles(published, digests, `${name} ${version}`);
      await complete(release, by);
      // The deployment returned to a version that it had replaced. Otherwise later decisions of admins and teams are kept.
      if (by === DEPLOYMENT && (await findLastCurrentBy(db, name, by)) !== version)
        await promote(name, version, by);
      return false;
    }
    const { routes, assets } = await validateRelease(name, files, sharedTable);
    await ensureRemote(db, name);
    return change(name, by, async ({ trx, at, steps }) => {
      const registered = await findVersionFiles(trx, name, version);
      if (registered) return assertSameFiles(registered, digests, `${name} ${version}`);
      await claimRoutes(trx, name, routes);
      await storeFiles(folder, name, version, files);
      const fields = { name, version, routes, assets, files: digests };
      await insertVersion(trx, { ...fields, security_fix: securityFix }, at);
      await steps.record('PUBLISHED', version);
      if (securityFix) await steps.record('SECURITY_FIX', version);
      await steps.offer({ version, published_at: at.getTime() }, share);
      return true;
    });
  };
}

/** Allows publishing a version again with the same files; returns false. @throws TouchlineError CHANGE_REFUSED for other files */
function assertSameFiles(
  published: Record<string, string>,
  uploaded: Record<string, string>,
  version: string,
): false {
  if (isDeepStrictEqual(published, uploaded)) return false;
  throw changeRejected(
    `${version} is already published with other files. Versions never change: choose another one.`,
  );
}

/**
 * Validates the files of a release and reads its routes and first files.
 * @throws TouchlineError CHANGE_REFUSED with all problems; UPSTREAM_UNAVAILABLE while the shell is not built
 */
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
