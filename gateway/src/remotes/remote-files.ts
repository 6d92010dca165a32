import { TouchlineError } from '@touchline/api/errors';
import type { Context } from 'koa';
import type { EncodedFiles } from '../files/encoded-files.ts';
import { findFile } from '../files/find-file.ts';
import { sendFile } from '../files/send-file.ts';
import { REMOTE_NAME, REMOTE_VERSION } from './published-folder.ts';
import type { Registry } from './registry.ts';

const PATH = /^\/remotes\/([^/]+)\/([^/]+)\/(.+)$/;

interface RemoteFilesDeps {
  folder: string;
  registry: Registry;
  files: EncodedFiles;
  /** Whether the request carries the cookie of a live admin session. */
  isAdmin: (ctx: Context) => Promise<boolean>;
}

/**
 * Serves the files of published remotes. A file that does not exist, or not for this visitor, is an uncached 404: the
 * remote may be published later.
 */
export function remoteFiles({ folder, registry, files, isAdmin }: RemoteFilesDeps) {
  return async (ctx: Context): Promise<void> => {
    const [, name = '', version = '', path = ''] = PATH.exec(ctx.path) ?? [];
    const known = REMOTE_NAME.test(name) && REMOTE_VERSION.test(version);
    const audience = known ? await registry.audienceOf(name, version) : null;
    const allowed = audience === 'everyone' || (audience === 'admins' && (await isAdmin(ctx)));
    const file = allowed ? await findFile(folder, `${name}/${version}/${path}`) : null;
    if (!file) {
      ctx.set('Cache-Control', 'no-store');
      throw new TouchlineError('NOT_FOUND', 'There is no such file.');
    }
    await sendFile(ctx, files, file, audience === 'admins' ? 'private, no-store' : undefined);
  };
}
