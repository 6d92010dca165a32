import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { instant, walletAddress } from '../values.ts';
import { remoteName, remoteVersion } from './remotes.ts';
import { serviceName } from './team-services.ts';

/**
 * Publication of remotes. These endpoints require the token of a remote (`Authorization: Bearer mf-staking.…`). An unknown or
 * replaced token is 401, before anything else is checked; the token of another remote is 403.
 */
const token = { auth: 'release' } as const;

/** Name in the deployment's token, which is valid for all remotes. */
export const ALL_REMOTES = 'all';

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
  /** The version that a rollback leaves current: the current one if there is a share, otherwise an earlier one; null if none. */
  rollback_to: z.nullable(z.string()),
  /** Newest first. `security_fix`: automatic rollback never returns to a version before it. */
  versions: z.array(z.extend(release, { security_fix: z.boolean() })),
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
    /** Marks the version as a security fix, also an existing one with the same files. */
    security_fix: z._default(z.boolean(), false),
    files: z
      .array(z.strictObject({ path: filePath, content: z.base64() }))
      .check(z.minLength(1), z.maxLength(500)),
  }),
  data: z.extend(remoteData, {
    /** False if the version already existed with the same files. */
    published: z.boolean(),
  }),
  errorCodes: ['CHANGE_REFUSED', 'ROUTE_TAKEN', 'UPSTREAM_UNAVAILABLE'],
});

export const promoteRelease = endpoint({
  ...token,
  method: 'POST',
  path: '/releases/:name/promote',
  summary: 'Make a version current',
  params: nameParam,
  body: z.strictObject({ version: remoteVersion }),
  data: remoteData,
  errorCodes: ['CHANGE_REFUSED'],
});

export const shareRelease = endpoint({
  ...token,
  method: 'POST',
  path: '/releases/:name/share',
  summary: 'Serve a version to a share of visitors. Each browser keeps its assignment; 0 ends the share',
  params: nameParam,
  body: z.strictObject({ version: remoteVersion, percent }),
  data: remoteData,
  errorCodes: ['CHANGE_REFUSED'],
});

/** Version of a preview that follows the remote: always the latest one after the current one. */
export const NEXT_VERSION = 'next';

export const previewRelease = endpoint({
  ...token,
  method: 'POST',
  path: '/releases/:name/preview',
  summary:
    'Create the token of a preview: a browser that opens a page with `?preview=TOKEN` gets this version until the end',
  params: nameParam,
  body: z.strictObject({
    version: z.union([remoteVersion, z.literal(NEXT_VERSION)]),
    hours: z._default(z.int().check(z.gte(1), z.lte(720)), 24),
  }),
  data: z.object({
    token: z.string(),
    /** A page of the version. */
    path: z.string(),
    until: instant,
  }),
  errorCodes: ['CHANGE_REFUSED'],
});

const MAX_CHANGED_TESTERS = 100;
const wallets = z._default(
  z
    .array(walletAddress)
    .check(z.maxLength(MAX_CHANGED_TESTERS, `must have at most ${MAX_CHANGED_TESTERS} wallets`)),
  [],
);

export const changeTesters = endpoint({
  ...token,
  method: 'POST',
  path: '/releases/:name/testers',
  summary:
    'Add and remove testers, whose browsers get the next version before it is offered; returns all of them',
  params: nameParam,
  body: z.strictObject({ add: wallets, remove: wallets }),
  data: z.object({ testers: z.array(z.string()) }),
  errorCodes: ['CHANGE_REFUSED'],
});

export const rollbackRelease = endpoint({
  ...token,
  method: 'POST',
  path: '/releases/:name/rollback',
  summary:
    'Roll back the last publication: the share if there is one, otherwise the current version. With `version`, withdraw one that no visitor gets',
  params: nameParam,
  body: z
    .strictObject({
      /** A version that was current before; default: `rollback_to`. */
      to: z.optional(remoteVersion),
      /** A version that no visitor gets, which is withdrawn: its previews end, and no rollback returns to it. */
      version: z.optional(remoteVersion),
    })
    .check(
      z.refine((body) => body.to === undefined || body.version === undefined, 'must not have both versions'),
    ),
  data: remoteData,
  errorCodes: ['CHANGE_REFUSED'],
});

export const moveRoute = endpoint({
  ...token,
  method: 'POST',
  path: '/releases/:name/routes',
  summary:
    'Give a path, with everything below it, to a remote instead of its owner. Requires the token of the deployment',
  params: nameParam,
  body: z.strictObject({ path: z.string().check(z.maxLength(200)) }),
  data: z.object({
    /** The previous owner; null if the path was free. */
    previous: z.nullable(z.string()),
  }),
  errorCodes: ['ROUTE_TAKEN'],
});

export const replaceReleaseToken = endpoint({
  ...token,
  method: 'POST',
  path: '/releases/:name/token',
  summary:
    'Replace the token of a remote, a service or the deployment (`all`), and revoke the previous one. Requires the token of the deployment',
  params: z.strictObject({ name: z.union([remoteName, z.literal(ALL_REMOTES), serviceName]) }),
  body: z.strictObject({}),
  data: z.object({ token: z.string(), number: z.int() }),
});
