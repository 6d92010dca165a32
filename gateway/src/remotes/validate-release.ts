import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { TouchlineError } from '@touchline/api/errors';
import { remoteDescription } from '@touchline/api/http/remotes';
import { findReleaseProblems, type SharedTable } from '@touchline/api/release-check';
import { listFirstFiles, remoteManifest } from '@touchline/api/remote-manifest';
import { changeRejected } from '@touchline/service-kit/administration/admin-changes';
import { buildCheckedRelease, type ReleasedFiles } from './released-files.ts';

/** Allows publishing a version again with the same files; returns false. @throws TouchlineError CHANGE_REFUSED for other files */
export function assertSameFiles(
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
export async function validateRelease(name: string, files: ReleasedFiles, sharedTable: string) {
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
