import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { instant } from '../values.ts';
import { remoteName, remoteVersion } from './remotes.ts';

/**
 * Publishing of remotes. These calls take the token of a remote (`Authorization: Bearer mf-staking.…`), which is good for
 * that remote and nothing else; without it they are 403.
 */
const token = { auth: 'none', refuses: ['FORBIDDEN'] } as const;

/** A version of a remote. `state`: what visitors get of it. */
export const release = z.object({
  version: z.string(),
  published_at: instant,
  /** `unused`: nothing. `returned`: it was taken back, `because` says why. `deleted`: its files are gone. */
  state: z.enum(['current', 'shared', 'unused', 'returned', 'deleted']),
  because: z.nullable(z.string()),
});

export const remoteReleases = z.object({
  name: z.string(),
  current_version: z.string(),
  /** The version that a share of visitors gets instead of the current one. */
  share: z.nullable(z.object({ version: z.string(), percent: z.number() })),
  /** The latest first. */
  versions: z.array(release),
});
export type RemoteReleases = z.infer<typeof remoteReleases>;

const percent = z.int().check(z.gte(0), z.lte(100));
const named = z.strictObject({ name: remoteName });
const answer = z.object({ remote: remoteReleases });

/** A path below the folder of a version: no dot files, no `..`. */
const filePath = z
  .string()
  .check(
    z.maxLength(200),
    z.regex(
      /^[A-Za-z0-9_@~+-][A-Za-z0-9._@~+-]*(\/[A-Za-z0-9_@~+-][A-Za-z0-9._@~+-]*)*$/,
      'is not a file name',
    ),
  );

export const listReleases = endpoint({
  ...token,
  method: 'GET',
  path: '/releases',
  summary: 'The remotes of this token with their versions',
  data: z.object({ remotes: z.array(remoteReleases) }),
});

export const publishRelease = endpoint({
  ...token,
  method: 'PUT',
  path: '/releases/:name/:version',
  summary: 'Publish a version. Versions never change: the same one with other files is refused',
  params: z.strictObject({ name: remoteName, version: remoteVersion }),
  body: z.strictObject({
    /** 100 makes it current, 0 shows it to nobody yet. A version that is known stays as it is offered. */
    share: z._default(percent, 100),
    files: z
      .array(z.strictObject({ path: filePath, content: z.base64() }))
      .check(z.minLength(1), z.maxLength(500)),
  }),
  data: z.extend(answer, {
    /** False: this version was there before, with the same files. */
    published: z.boolean(),
  }),
  refuses: ['FORBIDDEN', 'CHANGE_REFUSED', 'UPSTREAM_UNAVAILABLE'],
});

export const promoteRelease = endpoint({
  ...token,
  method: 'POST',
  path: '/releases/:name/promote',
  summary: 'Make a version current',
  params: named,
  body: z.strictObject({ version: remoteVersion }),
  data: answer,
  refuses: ['FORBIDDEN', 'CHANGE_REFUSED'],
});

export const shareRelease = endpoint({
  ...token,
  method: 'POST',
  path: '/releases/:name/share',
  summary: 'Give a version to a share of visitors: each browser keeps its side. 0 ends it',
  params: named,
  body: z.strictObject({ version: remoteVersion, percent }),
  data: answer,
  refuses: ['FORBIDDEN', 'CHANGE_REFUSED'],
});

export const rollbackRelease = endpoint({
  ...token,
  method: 'POST',
  path: '/releases/:name/rollback',
  summary: 'Take back what was published last: the share, else the current version',
  params: named,
  body: z.strictObject({}),
  data: answer,
  refuses: ['FORBIDDEN', 'CHANGE_REFUSED'],
});

export const replaceReleaseToken = endpoint({
  ...token,
  method: 'POST',
  path: '/releases/:name/token',
  summary:
    'Replace the token of a remote: the one before is refused from now on. Takes the token of the deployment',
  params: named,
  body: z.strictObject({}),
  data: z.object({ token: z.string(), number: z.int() }),
  refuses: ['FORBIDDEN'],
});
