import { realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { TouchlineError } from '@touchline/api/errors';
import { remoteName, remoteVersion } from '@touchline/api/http/remotes';
import type { Log } from '@touchline/service-kit/log';
import type { Context } from 'koa';
import type { EncodedFiles } from '../files/encoded-files.ts';
import { createFileDigests } from '../files/file-digests.ts';
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
  /** Whether the request carries the cookie of a live admin session. */
  isAdmin: (ctx: Context) => Promise<boolean>;
}

/**
 * Serves the files of published remotes as they were published: their code runs on the page that talks to wallets. A file
 * that has changed since, does not exist, or not for this visitor, is an uncached 404: the remote may be published later.
 */
export function remoteFiles({ folder, registry, files, log, errors, isAdmin }: RemoteFilesDeps) {
  const current = createFileDigests();

  /** Whether a file below `root` has the digest of its publication. */
  async function isUnchanged(file: FoundFile, root: string, digests: Readonly<Record<string, string>>) {
    const published = digests[relative(root, file.path)];
    if (published !== undefined && (await current.get(file).catch(() => null)) === published) return true;
    log.error({ path: file.path }, 'a remote has a file that is not as published');
    const [name = '', version = '', ...path] = relative(await realpath(folder), file.path).split('/');
    errors.report(name, version, `${path.join('/')} is not as published.`);
    return false;
  }

  return async (ctx: Context): Promise<void> => {
    const [, name = '', version = '', path = ''] = PATH.exec(ctx.path) ?? [];
    const known = remoteName.safeParse(name).success && remoteVersion.safeParse(version).success;
    const served = known ? await registry.find(name, version) : null;
    const allowed =
      served?.audience === 'everyone' || (served?.audience === 'admins' && (await isAdmin(ctx)));
    const file = allowed ? await findFile(folder, `${name}/${version}/${path}`) : null;
    const root = file && (await realpath(join(folder, name, version)));
    const isTrusted = async (found: FoundFile) =>
      served !== null && root !== null && isUnchanged(found, root, served.digests);
    if (!file || !(await isTrusted(file))) {
      ctx.set('Cache-Control', 'no-store');
      throw new TouchlineError('NOT_FOUND', 'There is no such file.');
    }
    const cacheControl = served?.audience === 'admins' ? 'private, no-store' : IMMUTABLE;
    await sendFile(ctx, files, file, { cacheControl, isTrusted });
  };
}
