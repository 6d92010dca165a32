import type { Actor } from '@touchline/api/admin-values';
import { TouchlineError } from '@touchline/api/errors';
import type { AdminRemote } from '@touchline/api/http/admin-overview';
import { toInstant } from '@touchline/api/values';
import { changeRejected, recordAdminChange } from '@touchline/service-kit/administration/admin-changes';
import type { Knex } from 'knex';
import { describeReleases } from './list-releases.ts';
import { isForAdmins } from './registry.ts';
import { getOffer } from './release-rules.ts';
import type { Releases } from './releases.ts';
import { listRemoteErrors } from './remote-errors.store.ts';
import { listHistory } from './remote-history.store.ts';
import { listVersions, lockVersions } from './remotes.store.ts';

/** Lists every remote with its versions, errors and history. */
export async function listAdminRemotes(db: Knex): Promise<AdminRemote[]> {
  const [versions, errors, history] = await Promise.all([
    listVersions(db),
    listRemoteErrors(db),
    listHistory(db),
  ]);
  const names = new Set([...versions, ...errors].map(({ name }) => name));
  return [...names].sort().map((name) => {
    const current = versions.find((version) => version.name === name && version.current);
    const releases = describeReleases(name, versions);
    return {
      ...releases,
      versions: releases.versions.map(({ security_fix: _, ...version }) => version),
      audience: current && !isForAdmins(current) ? 'everyone' : 'admins',
      routes: current?.routes ?? [],
      errors: errors
        .filter((error) => error.name === name)
        .map(({ version, at, message, count }) => ({
          version,
          at: toInstant(at),
          message,
          count,
        })),
      history: history.filter((change) => change.name === name).map(({ name: _, ...change }) => change),
    } satisfies AdminRemote;
  });
}

interface AdminRollback {
  by: Actor;
  name: string;
  to?: string | undefined;
  /** The version that the administrator has seen as the one to roll back. */
  from?: string | undefined;
}

/** Rolls back a remote for an administrator; the audit record is in the same transaction. @throws TouchlineError NOT_FOUND, CHANGE_REFUSED */
export async function rollBackByAdmin(
  db: Knex,
  releases: Pick<Releases, 'promote' | 'rollBack'>,
  { by, name, to, from }: AdminRollback,
): Promise<AdminRemote> {
  await db.transaction(async (trx) => {
    const versions = await lockVersions(trx, name);
    if (!versions) throw new TouchlineError('NOT_FOUND', 'This remote does not exist.');
    const before = getOffer(versions);
    if (from !== undefined && from !== (before.share ?? before.current))
      throw changeRejected(`${from} is no longer the latest version of this remote. Reload the page.`);
    if (to === undefined) await releases.rollBack(name, by.admin, by.reason, undefined, trx);
    else await releases.promote(name, to, by.admin, trx);
    const after = getOffer(await listVersions(trx, name));
    const change = { owner: 'gateway', action: 'REMOTE_ROLLED_BACK', subject: name, wallet: null } as const;
    const values = { before: { ...before }, after: { ...after } };
    await recordAdminChange(trx, by, { ...change, ...values }, Date.now());
  });
  return (await listAdminRemotes(db)).find((remote) => remote.name === name) as AdminRemote;
}
