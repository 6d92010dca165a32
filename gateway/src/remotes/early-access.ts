import { changeRejected } from '@touchline/service-kit/administration/admin-changes';
import type { Knex } from 'knex';
import { sortLatestFirst } from './list-releases.ts';
import type { Registry } from './registry.ts';
import { addHistory } from './remote-history.store.ts';
import { listServedVersions } from './remotes.store.ts';
import { changeTesters, listTesters, type TesterChange } from './testers.store.ts';

/** Access to versions before they are offered to visitors. */
export type EarlyAccess = ReturnType<typeof createEarlyAccess>;

export function createEarlyAccess(db: Knex, registry: Registry, now: () => number) {
  const findLatest = async (name: string, version: string | null) =>
    sortLatestFirst(await listServedVersions(db)).find(
      (one) => one.name === name && (version === null || one.version === version),
    );
  return {
    /** Finds a page of a version, or of the latest one. @throws TouchlineError CHANGE_REFUSED for an unknown or deleted version */
    async findPage(name: string, version: string | null) {
      const found = await findLatest(name, version);
      if (!found) throw changeRejected(`${name} has no version${version === null ? '' : ` ${version}`}.`);
      return found.routes[0]?.path ?? '/';
    },
    /** Adds and removes wallets that get the next version. @returns all of them. @throws TouchlineError CHANGE_REFUSED */
    async changeTesters(name: string, wallets: TesterChange, by: string) {
      if (!(await findLatest(name, null))) throw changeRejected(`No version of ${name} has been published.`);
      const detail = [
        ...wallets.add.map((wallet) => `+${wallet}`),
        ...wallets.remove.map((wallet) => `-${wallet}`),
      ].join(' ');
      const testers = await db.transaction(async (trx) => {
        await changeTesters(trx, name, wallets);
        if (detail !== '')
          await addHistory(trx, {
            name,
            action: 'TESTERS_CHANGED',
            version: null,
            detail,
            by,
            at: new Date(now()),
          });
        return listTesters(trx, name);
      });
      registry.invalidate();
      return testers.map(({ wallet }) => wallet);
    },
  };
}
