import type { Knex } from 'knex';
import { addHistory, type RemoteChange } from './remote-history.store.ts';
import { isEarlier, type Offer, storeCurrent, storeShare, storeWithdrawn } from './remotes.store.ts';

/** Creates the steps of a change of a remote; they run in its transaction. `by` names the actor, for display. */
export function createReleaseSteps(at: () => Date) {
  const record = (
    trx: Knex,
    name: string,
    action: RemoteChange['action'],
    version: string | null,
    by: string,
    detail: string | null = null,
  ) => addHistory(trx, { name, action, version, detail, by, at: at() });

  /** Takes a version back: no rollback returns to it, and its previews end. */
  async function withdraw(trx: Knex.Transaction, name: string, version: string, by: string, because: string) {
    await storeWithdrawn(trx, name, version, at(), because);
    await record(trx, name, 'RETURNED', version, by, because);
  }

  /** Withdraws a version that another one replaces. An earlier one takes it back: no rollback returns to it. */
  async function replace(trx: Knex.Transaction, name: string, old: string, version: string, by: string) {
    if (!(await isEarlier(trx, name, version, old))) return storeWithdrawn(trx, name, old, at());
    await withdraw(trx, name, old, by, `Replaced with the earlier ${version} by ${by}.`);
  }

  async function offer(
    trx: Knex.Transaction,
    name: string,
    version: string,
    percent: number,
    { current, share }: Offer,
    by: string,
  ): Promise<void> {
    if (percent === 0) return;
    if (share !== null && share !== version) await replace(trx, name, share, version, by);
    if (percent < 100 && current !== null) {
      await storeShare(trx, name, version, percent);
      return record(trx, name, 'SHARED', version, by, `${percent} %`);
    }
    if (current !== null && current !== version) await replace(trx, name, current, version, by);
    await storeShare(trx, name, version, 0);
    await storeCurrent(trx, name, version, by, at());
    await record(trx, name, 'CURRENT', version, by);
  }

  /** Rolls back the share: every visitor gets the current version. */
  async function endShare(trx: Knex.Transaction, name: string, share: string, by: string, because: string) {
    await storeShare(trx, name, share, 0);
    await withdraw(trx, name, share, by, because);
  }

  /** Rolls back the current version to `target`. */
  async function rollBack(
    trx: Knex.Transaction,
    name: string,
    target: string,
    { current, share }: Offer,
    by: string,
    because: string,
  ): Promise<void> {
    if (current !== null) await withdraw(trx, name, current, by, because);
    if (target === share) await storeShare(trx, name, target, 0);
    await storeCurrent(trx, name, target, by, at());
    await record(trx, name, 'CURRENT', target, by);
  }
  return { record, withdraw, offer, endShare, rollBack };
}
