import type { Database } from '@touchline/service-kit/database';
import type { Log } from '@touchline/service-kit/log';
import type { Knex } from 'knex';
import type { Hex } from 'viem';
import { chainUnavailable } from '../agreement.ts';
import { recheck } from '../recheck.ts';
import { scan } from '../scan.ts';
import type { Account, Book } from '../stored-transfer.ts';
import type { TransferReader } from '../transfer-reader.ts';
import type { Begun, Due, Payout } from './payout.ts';
import {
  begunFor,
  countOpen,
  findPayout,
  hasPayoutFor,
  listPayouts,
  lockFor,
  type PayoutFilter,
  type Place,
  payoutTotals,
  upsertPayouts,
} from './payouts.store.ts';
import { settle } from './settle.ts';
import { countUnexplained } from './states.store.ts';
import { begin, giveUp, type OnStep, report } from './steps.ts';

/** Money that one of our wallets owes and sends, and what the chain has of it. */
export interface Payouts {
  /** Makes what is due for some transfers what is owed for them in all, in the transaction that decides it. */
  owe(trx: Knex.Transaction, dues: readonly Due[]): Promise<void>;
  /** Holds what is owed for transfers of these transactions until `trx` ends; for all of them at once. */
  lock(trx: Knex.Transaction, hashes: readonly string[]): Promise<void>;
  /** The transfers that money may have been sent back for; until `trx` ends, nobody begins to pay for the others. */
  begunFor(trx: Knex.Transaction, transferIds: readonly number[]): Promise<ReadonlySet<number>>;
  /** Whether something is owed for a transfer of this transaction that nobody is known to pay. */
  isOwedFor(hash: string): Promise<boolean>;
  /**
   * One round: checks the outgoing transfers that are not final, reads on, and updates the payouts.
   * @returns whether there is more to read at once
   * @throws TouchlineError UPSTREAM_UNAVAILABLE; the next round continues where this one ended
   */
  follow(): Promise<boolean>;
  /** Afterwards everything that we sent up to the chain's last block is known. @throws TouchlineError UPSTREAM_UNAVAILABLE */
  catchUp(): Promise<void>;
  begin(id: string, admin: string, onStep?: OnStep): Promise<Begun>;
  report(id: string, hash: Hex, onStep?: OnStep): Promise<Payout>;
  giveUp(id: string, onStep?: OnStep): Promise<Payout>;
  find(id: string): Promise<Payout | null>;
  /** The latest due first. */
  list(filter: PayoutFilter, page: { limit: number; after: Place | null }): Promise<Payout[]>;
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
const MOST_READS = 10;
/** We send it ourselves. */
const NOTHING_IS_DUST = async () => 1n;

export function createPayouts({ account, ...options }: PayoutsOptions): Payouts {
  const { db, transfers, now } = options;
  const book: Book = { ...account, side: 'sender' };
  const reading = { ...options, book, confirmations: CONFIRMATIONS, floor: NOTHING_IS_DUST };
  const catchUp = async () => {
    const heads = await transfers.heads();
    let more = true;
    for (let read = 0; more && read < MOST_READS; read++) more = (await scan(reading, heads)).more;
    if (more) throw chainUnavailable(new Error('what was sent is still being read'));
    await settle(reading);
  };
  const steps = { ...reading, catchUp };
  return {
    owe: (trx, dues) => upsertPayouts(trx, dues, now()),
    lock: (trx, hashes) => lockFor(trx, book, hashes),
    begunFor,
    isOwedFor: (hash) => hasPayoutFor(db, book, hash),
    async follow() {
      const heads = await transfers.heads();
      await recheck(reading, heads, true);
      const { more } = await scan(reading, heads);
      await settle(reading);
      return more;
    },
    catchUp,
    begin: (id, admin, onStep) => begin(steps, id, admin, onStep),
    report: (id, hash, onStep) => report(steps, id, hash, onStep),
    giveUp: (id, onStep) => giveUp(steps, id, onStep),
    find: (id) => findPayout(db, id),
    list: (filter, page) => listPayouts(db, filter, page),
    totals: (filter) => payoutTotals(db, filter),
    countOpen: () => countOpen(db),
    countUnexplained: () => countUnexplained(db, book),
  };
}
