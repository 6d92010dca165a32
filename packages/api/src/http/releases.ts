import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { instant } from '../values.ts';
import { remoteName, remoteVersion } from './remotes.ts';

/**
 * Publication of remotes. These endpoints require the token of a remote (`Authorization: Bearer mf-staking.…`), which is valid
 * only for that remote. Without it they return 403.
 */
const token = { auth: 'none', errorCodes: ['FORBIDDEN'] } as const;

/** A version of a remote. `state` describes its use. */
export const release = z.object({
  version: z.string(),
  published_at: instant,
  /** `unused`: served to no visitor. `returned`: rolled back, with the reason in `because`. `deleted`: its files were deleted. */
  state: z.enum(['current', 'shared', 'unused', 'returned', 'deleted']),
  because: z.nullable(z.string()),
});

export const remoteReleases = z.object({
  name: z.string(),
  current_version: z.string(),
  /** The version that a share of visitors receives instead of the current one. */
  share: z.nullable(z.object({ version: z.string(), percent: z.number() })),
  /** Newest first. */
  versions: z.array(release),
});
export type RemoteReleases = z.infer<typeof remoteReleases>;

const percent = z.int().check(z.gte(0), z.lte(100));
const nameParam = z.strictObject({ name: remoteName });
const remoteData = z.object({ remote: remoteReleases });

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
  summary: 'The remotes of this token, with their versions',
  data: z.object({ remotes: z.array(remoteReleases) }),
});

export const publishRelease = endpoint({
  ...token,
  method: 'PUT',
  path: '/releases/:name/:version',
  summary: 'Publish a version. Versions are immutable: CHANGE_REFUSED if the version exists with other files',
  params: z.strictObject({ name: remoteName, version: remoteVersion }),
  body: z.strictObject({
    /** 100 makes the version current; 0 serves it to no visitor yet. Ignored for an existing version. */
    share: z._default(percent, 100),
    files: z
      .array(z.strictObject({ path: filePath, content: z.base64() }))
      .check(z.minLength(1), z.maxLength(500)),
  }),
  data: z.extend(remoteData, {
    /** False if the version already existed with the same files. */
    published: z.boolean(),
  }),
  errorCodes: ['FORBIDDEN', 'CHANGE_REFUSED', 'UPSTREAM_UNAVAILABLE'],
});

export const promoteRelease = endpoint({
  ...token,
  method: 'POST',
  path: '/releases/:name/promote',
  summary: 'Make a version current',
  params: nameParam,
  body: z.strictObject({ version: remoteVersion }),
  data: remoteData,
  errorCodes: ['FORBIDDEN', 'CHANGE_REFUSED'],
});

export const shareRelease = endpoint({
  ...token,
  method: 'POST',
  path: '/releases/:name/share',
  summary: 'Serve a version to a share of visitors. Each browser keeps its assignment; 0 ends the share',
  params: nameParam,
  body: z.strictObject({ version: remoteVersion, percent }),
  data: remoteData,
  errorCodes: ['FORBIDDEN', 'CHANGE_REFUSED'],
});

export const rollbackRelease = endpoint({
  ...token,
  method: 'POST',
  path: '/releases/:name/rollback',
  summary: 'Roll back the last publication: the share if there is one, otherwise the current version',
  params: nameParam,
  body: z.strictObject({}),
  data: remoteData,
  errorCodes: ['FORBIDDEN', 'CHANGE_REFUSED'],
});

export const replaceReleaseToken = endpoint({
  ...token,
  method: 'POST',
  path: '/releases/:name/token',
  summary: 'Replace the token of a remote and revoke the previous one. Requires the token of the deployment',
  params: nameParam,
  body: z.strictObject({}),
  data: z.object({ token: z.string(), number: z.int() }),
  errorCodes: ['FORBIDDEN'],
});
