import { changeRejected } from '@touchline/service-kit/administration/admin-changes';
import type { Knex } from 'knex';
import type { Registry } from './registry.ts';
import { getOffer, type Offer } from './release-rules.ts';
import { addHistory, type RemoteChange } from './remote-history.store.ts';
import {
  lockVersions,
  type RegisteredVersion,
  storeCurrent,
  storeShare,
  storeWithdrawn,
} from './remotes.store.ts';

/** A remote whose versions no other change alters until the end of the transaction. */
interface ChangedRemote extends Offer {
  trx: Knex.Transaction;
  versions: readonly RegisteredVersion[];
  at: Date;
  steps: ReturnType<typeof createReleaseSteps>;
}

interface ChangeDeps {
  db: Knex;
  registry: Pick<Registry, 'invalidate'>;
  /** Epoch ms. */
  now: () => number;
}

export type Change = ReturnType<typeof createChange>;

/** Runs changes of a remote one at a time and invalidates the registry. */
export function createChange({ db, registry, now }: ChangeDeps) {
  return async <T>(
    name: string,
    by: string,
    work: (remote: ChangedRemote) => Promise<T>,
    within?: Knex.Transaction,
  ): Promise<T> => {
    const run = async (trx: Knex.Transaction) => {
      const versions = await lockVersions(trx, name);
      if (!versions) throw changeRejected(`No version of ${name} has been published.`);
      const at = new Date(now());
      const steps = createReleaseSteps({ trx, name, versions, by, at });
      return work({ ...getOffer(versions), trx, versions, at, steps });
    };
    try {
      return await (within ? run(within) : db.transaction(run));
    } finally {
      registry.invalidate();
    }
  };
}

interface LockedRemote {
  trx: Knex.Transaction;
  name: string;
  versions: readonly RegisteredVersion[];
  /** Actor, for display. */
  by: string;
  at: Date;
}

/** Creates the steps of a change of a remote, which run in its transaction and record themselves in the history. */
function createReleaseSteps({ trx, name, versions, by, at }: LockedRemote) {
  const { current, share } = getOffer(versions);

  const record = (action: RemoteChange['action'], version: string | null, detail: string | null = null) =>
    addHistory(trx, { name, action, version, detail, by, at });

  async function makeCurrent(version: string) {
    await storeCurrent(trx, name, version);
    await record('CURRENT', version);
  }

  /** Takes a version back: no rollback returns to it, and its previews end. */
  async function withdraw(version: string, because: string) {
    await storeWithdrawn(trx, name, version, at, because);
    await record('RETURNED', version, because);
  }

  /** Offers a version to a percentage of the visitors. If it is earlier than one that it replaces, no rollback returns to that one. */
  async function offer(
    { version, published_at }: Pick<RegisteredVersion, 'version' | 'published_at'>,
    percent: number,
  ): Promise<void> {
    if (percent === 0) return;
    const isShared = percent < 100 && current !== null;
    const replaced = versions.filter(
      (one) => one.version !== version && (one.share > 0 || (one.current && !isShared)),
    );
    for (const old of replaced)
      if (published_at < old.published_at)
        await withdraw(old.version, `Replaced with the earlier ${version} by ${by}.`);
      else await storeWithdrawn(trx, name, old.version, at);
    await storeShare(trx, name, version, isShared ? percent : 0);
    if (isShared) return record('SHARED', version, `${percent} %`);
    await makeCurrent(version);
  }

  /** Ends the share without a rollback: every visitor gets the current version. */
  async function endShare(version: string) {
    await storeShare(trx, name, version, 0);
    await storeWithdrawn(trx, name, version, at);
    await record('SHARE_ENDED', version);
  }

  /** Rolls back the share: every visitor gets the current version. */
  async function rollBackShare(version: string, because: string) {
    await storeShare(trx, name, version, 0);
    await withdraw(version, because);
  }

  /** Rolls back the current version to `target`. */
  async function rollBackCurrent(target: string, because: string) {
    if (current !== null) await withdraw(current, because);
    if (target === share) await storeShare(trx, name, target, 0);
    await makeCurrent(target);
  }
  return { record, withdraw, offer, endShare, rollBackShare, rollBackCurrent };
}
