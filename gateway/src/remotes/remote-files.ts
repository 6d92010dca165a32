import { realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { TouchlineError } from '@touchline/api/errors';
import { remoteName, remoteVersion } from '@touchline/api/http/remotes';
import type { Log } from '@touchline/service-kit/process/log';
import type { Context } from 'koa';
import type { EncodedFiles } from '../files/encoded-files.ts';
import { createDigestReader } from '../files/file-digests.ts';
import { type FoundFile, findFile } from '../files/find-file.ts';
import { IMMUTABLE, sendFile } from '../files/send-file.ts';
import type { Registry } from './registry.ts';
import type { RemoteErrors } from './remote-errors.ts';

const PATH = /^\/remotes\/([^/]+)\/([^/]+)\/(.+)$/;

interface RemoteFilesDeps {
  folder: string;
  registry: Registry;
  files: EncodedFiles;
  log: Log;
  errors: Pick<RemoteErrors, 'report'>;
  /** Checks that the session of the refresh cookie is an administrator's. */
  isAdminSession: (ctx: Context) => Promise<boolean>;
}

/**
 * Serves the files of published remotes only while they match their published digest, because their code runs on the page
 * that uses wallets. A changed, missing or forbidden file is an uncached 404: the remote may be published later.
 */
export function remoteFiles({ folder, registry, files, log, errors, isAdminSession }: RemoteFilesDeps) {
  const readDigest = createDigestReader();

  /** Returns whether a file below `root` has its published digest; reports a mismatch. */
  async function isUnchanged(file: FoundFile, root: string, digests: Readonly<Record<string, string>>) {
    const published = digests[relative(root, file.path)];
    if (published !== undefined && (await readDigest(file).catch(() => null)) === published) return true;
    log.error({ path: file.path }, 'remote file digest mismatch');
    const [name = '', version = '', ...path] = relative(await realpath(folder), file.path).split('/');
    errors.report(name, version, `${path.join('/')} has changed since publication.`);
    return false;
  }

  return async (ctx: Context): Promise<void> => {
    const [, name = '', version = '', path = ''] = PATH.exec(ctx.path) ?? [];
    const valid = remoteName.safeParse(name).success && remoteVersion.safeParse(version).success;
    const served = valid ? await registry.find(name, version) : null;
    const allowed =
      served?.audience === 'everyone' || (served?.audience === 'admins' && (await isAdminSession(ctx)));
    const file = allowed ? await findFile(folder, `${name}/${version}/${path}`) : null;
    const root = file && (await realpath(join(folder, name, version)));
    const isTrusted = async (found: FoundFile) =>
      served !== null && root !== null && isUnchanged(found, root, served.digests);
    if (!file || !(await isTrusted(file))) {
      ctx.set('Cache-Control', 'no-store');
      throw new TouchlineError('NOT_FOUND', 'File not found.');
    }
    const cacheControl = served?.audience === 'admins' ? 'private, no-store' : IMMUTABLE;
    await sendFile(ctx, files, file, { cacheControl, isTrusted });
  };
}
