import type { Knex } from 'knex';
import type { Hex } from 'viem';
import { chainUnavailableError } from '../agreement.ts';
import { recheck } from '../recheck.ts';
import { type FollowDeps, scan } from '../scan.ts';
import type { Account, Book } from '../stored-transfer.ts';
import { releaseExpiredLocks } from './locks.ts';
import type { Payout, PayoutDue } from './payout.ts';
import {
  computeTotals,
  countOpen,
  findPayout,
  hasUnstartedPayout,
  listPayouts,
  lockAndFindStarted,
  lockPayoutsFor,
  type PayoutFilter,
  upsertPayouts,
} from './payouts.store.ts';
import { reconcile } from './reconcile.ts';
import { countUnexplained } from './states.store.ts';
import { begin, giveUp, type OnStep, type ReleasedClaim, report } from './steps.ts';

/** Payouts of one of our wallets, reconciled with its outgoing transfers on the chain. */
export type Payouts = ReturnType<typeof createPayouts>;

interface PayoutsOptions extends Pick<FollowDeps, 'db' | 'transfers' | 'log' | 'now'> {
  /** The only wallet that pays. */
  account: Account;
}

/**
 * Outgoing transfers count from depth 1: money that may already have been sent back must not pay for an entry. Reorganisations
 * are followed.
 */
const CONFIRMATIONS = 1;

/** Reads per request of an admin: about a day of blocks. After a longer outage `follow` catches up in the background. */
const MAX_READS = 10;
/** Outgoing transfers have no minimum, because they are our own. */
const recordAll = async () => 1n;

const EVERYTHING: PayoutFilter = { kind: null, state: null, search: '', about: [] };

export function createPayouts({ account, ...options }: PayoutsOptions) {
  const { db, transfers, now } = options;
  const book: Book = { ...account, side: 'sender' };
  const readDeps = { ...options, book, confirmations: CONFIRMATIONS, minAmount: recordAll };
  const catchUp = async () => {
    const heads = await transfers.heads();
    let more = true;
    for (let read = 0; more && read < MAX_READS; read++) more = await scan(readDeps, heads);
    if (more) throw chainUnavailableError(new Error('outgoing transfers are still being read'));
    await reconcile(readDeps);
    await releaseExpiredLocks(readDeps, heads);
    return heads;
  };
  const steps = { ...readDeps, catchUp };
  return {
    /** Sets the total due per incoming transfer, in the transaction that decides it. */
    upsert: (trx: Knex.Transaction, due: readonly PayoutDue[]) => upsertPayouts(trx, book, due, now()),
    lock: (trx: Knex.Transaction, hashes: readonly string[]) => lockPayoutsFor(trx, book, hashes),
    lockAndFindStarted,
    hasUnstartedPayout: (hash: string) => hasUnstartedPayout(db, book, hash),
    /**
     * Runs one round: rechecks outgoing transfers that are not final, reads on, and updates the payouts.
     * @returns whether more blocks are ready to be read
     * @throws TouchlineError UPSTREAM_UNAVAILABLE; the next round continues where this one ended
     */
    async follow() {
      const heads = await transfers.heads();
      await recheck(readDeps, heads, true);
      const more = await scan(readDeps, heads);
      await reconcile(readDeps);
      if (!more) await releaseExpiredLocks(readDeps, heads);
      return more;
    },
    /** Reads all outgoing transfers up to the latest block. @throws TouchlineError UPSTREAM_UNAVAILABLE */
    catchUp: async () => void (await catchUp()),
    begin: (id: string, admin: string, onStep?: OnStep) => begin(steps, id, admin, onStep),
    report: (id: string, hash: Hex, onStep?: OnStep) => report(steps, id, hash, onStep),
    giveUp: (id: string, claim: ReleasedClaim, onStep?: OnStep) => giveUp(steps, id, claim, onStep),
    find: (id: string): Promise<Payout | null> => findPayout(db, id),
    list: (filter: PayoutFilter, page: Parameters<typeof listPayouts>[2]) => listPayouts(db, filter, page),
    totals: (filter: PayoutFilter) => computeTotals(db, filter),
    /** Sum in wei of the payouts that are not confirmed on the chain. */
    sumUnpaid: async () => (await computeTotals(db, EVERYTHING)).unpaid,
    countOpen: () => countOpen(db),
    countUnexplained: () => countUnexplained(db, book),
  };
}
