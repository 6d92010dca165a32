import type { Database } from '@touchline/service-kit/database';
import type { Log } from '@touchline/service-kit/log';
import type { Knex } from 'knex';
import type { Hex } from 'viem';
import { chainUnavailableError } from '../agreement.ts';
import { recheck } from '../recheck.ts';
import { scan } from '../scan.ts';
import type { Account, Book } from '../stored-transfer.ts';
import type { TransferReader } from '../transfer-reader.ts';
import type { BeginResult, PayoutDue, Payout } from './payout.ts';
import {
  lockAndFindStarted,
  countOpen,
  findPayout,
  hasUnstartedPayout,
  listPayouts,
  lockPayoutsFor,
  type PayoutFilter,
  type PayoutCursor,
  computeTotals,
  upsertPayouts,
} from './payouts.store.ts';
import { reconcile } from './reconcile.ts';
import { countUnexplained } from './states.store.ts';
import { begin, giveUp, type OnStep, report } from './steps.ts';

/** Money that one of our wallets owes and sends, and what the chain has of it. */
export interface Payouts {
  /** Makes what is due for some transfers what is owed for them in all, in the transaction that decides it. */
  upsert(trx: Knex.Transaction, dues: readonly PayoutDue[]): Promise<void>;
  /** Holds what is owed for transfers of these transactions until `trx` ends; for all of them at once. */
  lock(trx: Knex.Transaction, hashes: readonly string[]): Promise<void>;
  /** The transfers that money may have been sent back for; until `trx` ends, nobody begins to pay for the others. */
  lockAndFindStarted(trx: Knex.Transaction, transferIds: readonly number[]): Promise<ReadonlySet<number>>;
  /** Whether something is owed for a transfer of this transaction that nobody is known to pay. */
  hasUnstartedPayout(hash: string): Promise<boolean>;
  /**
   * One round: checks the outgoing transfers that are not final, reads on, and updates the payouts.
   * @returns whether there is more to read at once
   * @throws TouchlineError UPSTREAM_UNAVAILABLE; the next round continues where this one ended
   */
  follow(): Promise<boolean>;
  /** Afterwards everything that we sent up to the chain's last block is known. @throws TouchlineError UPSTREAM_UNAVAILABLE */
  catchUp(): Promise<void>;
  begin(id: string, admin: string, onStep?: OnStep): Promise<BeginResult>;
  report(id: string, hash: Hex, onStep?: OnStep): Promise<Payout>;
  giveUp(id: string, onStep?: OnStep): Promise<Payout>;
  find(id: string): Promise<Payout | null>;
  /** The latest due first. */
  list(filter: PayoutFilter, page: { limit: number; after: PayoutCursor | null }): Promise<Payout[]>;
  totals(filter: PayoutFilter): Promise<{ total: number; owed: bigint }>;
  /** How many the chain does not have yet. */
  countOpen(): Promise<number>;
  /** How many transfers we sent that pay nothing that is known. */
  countUnexplained(): Promise<number>;
}

export interface PayoutsOptions {
  db: Database;
  transfers: TransferReader;
  /** Pays, and nothing else does. */
  account: Account;
  /** Epoch ms. */
  now: () => number;
  log: Log;
}

/**
 * A transfer counts from its first block: what may have been sent back must not pay for anything, and a reorganisation is
 * followed anyway.
 */
const CONFIRMATIONS = 1;

/** Reads at once when somebody waits: a day of blocks. A longer way, as after a long outage, is left to `follow`. */
const MAX_READS = 10;
/** We send it ourselves. */
const recordAll = async () => 1n;

export function createPayouts({ account, ...options }: PayoutsOptions): Payouts {
  const { db, transfers, now } = options;
  const book: Book = { ...account, side: 'sender' };
  const reading = { ...options, book, confirmations: CONFIRMATIONS, floor: recordAll };
  const catchUp = async () => {
    const heads = await transfers.heads();
    let more = true;
    for (let read = 0; more && read < MAX_READS; read++) more = (await scan(reading, heads)).more;
    if (more) throw chainUnavailableError(new Error('what was sent is still being read'));
    await reconcile(reading);
  };
  const steps = { ...reading, catchUp };
  return {
    upsert: (trx, dues) => upsertPayouts(trx, dues, now()),
    lock: (trx, hashes) => lockPayoutsFor(trx, book, hashes),
    lockAndFindStarted: lockAndFindStarted,
    hasUnstartedPayout: (hash) => hasUnstartedPayout(db, book, hash),
    async follow() {
      const heads = await transfers.heads();
      await recheck(reading, heads, true);
      const { more } = await scan(reading, heads);
      await reconcile(reading);
      return more;
    },
    catchUp,
    begin: (id, admin, onStep) => begin(steps, id, admin, onStep),
    report: (id, hash, onStep) => report(steps, id, hash, onStep),
    giveUp: (id, onStep) => giveUp(steps, id, onStep),
    find: (id) => findPayout(db, id),
    list: (filter, page) => listPayouts(db, filter, page),
    totals: (filter) => computeTotals(db, filter),
    countOpen: () => countOpen(db),
    countUnexplained: () => countUnexplained(db, book),
  };
}
