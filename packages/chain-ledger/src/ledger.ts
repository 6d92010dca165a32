import type { Log } from '@touchline/service-kit/log';
import type { Knex } from 'knex';
import type { Hex } from 'viem';
import { lockTransactions, markAssigned, findTransfers, findUnassignedTransfers } from './ledger.store.ts';
import { recheck } from './recheck.ts';
import { filterByBook, recordTransfers } from './record.ts';
import { type FollowDeps, scan } from './scan.ts';
import type { Account, Book, StoredTransfer } from './stored-transfer.ts';
import type { TokenTransfer } from './transfer.ts';

/** What the chain says of a transaction, as far as it concerns the account. `deep`: it has enough confirmations. */
export type LedgerTransaction =
  | { state: 'missing' }
  | { state: 'reverted' }
  | { state: 'mined'; deep: boolean; transfers: TokenTransfer[] };

/** The transfers of the token to one account, as the chain has them after every reorganisation. */
export interface Ledger {
  /**
   * One round, for the one worker that follows the chain: checks what is not final, then reads on from the last block.
   * @returns whether there is more to read at once
   * @throws TouchlineError UPSTREAM_UNAVAILABLE; the next round continues where this one ended
   */
  follow(): Promise<boolean>;
  /** Asks the chain, not the ledger. @throws TouchlineError UPSTREAM_UNAVAILABLE, which never means missing */
  findTransaction(hash: Hex): Promise<LedgerTransaction>;
  /** Whether an RPC knows a transfer of at least `amount` from `sender` to the account, mined or not. */
  isPending(hash: Hex, sender: string, amount: bigint): Promise<boolean>;
  /** Holds the transfers of these transactions until `trx` ends; taken before every other lock, for all of them at once. */
  lock(trx: Knex.Transaction, hashes: readonly string[]): Promise<void>;
  /** Stores what `find` found, once it is deep; dust excepted. */
  record(trx: Knex.Transaction, hash: string, found: readonly TokenTransfer[]): Promise<void>;
  /** In the order of the logs, orphaned transfers included. */
  findTransfers(db: Knex, hash: string): Promise<StoredTransfer[]>;
  /**
   * Transfers that nothing was decided about yet: the oldest of every sender, then the next of every sender, so that
   * however many one sends, the others do not wait. A page of them.
   */
  findUnassigned(): Promise<StoredTransfer[]>;
  /** Takes a transfer out of `unassigned`, in the transaction that decides what it is for. */
  markAssigned(db: Knex, id: number): Promise<void>;
}

export interface LedgerOptions extends Omit<FollowDeps, 'book'> {
  account: Account;
  log: Log;
  /** Called with the last block that was read. */
  onScanned?: ((block: number) => void) | undefined;
  /** Milliseconds between two checks of confirmed transfers, default 60 s. */
  thoroughEveryMs?: number;
}

export function createLedger({
  account,
  onScanned,
  thoroughEveryMs = 60_000,
  ...options
}: LedgerOptions): Ledger {
  const { db, transfers, confirmations, floor, now } = options;
  const book: Book = { ...account, side: 'recipient' };
  const deps = { ...options, book };
  let thoroughAt = Number.NEGATIVE_INFINITY;
  return {
    async follow() {
      const heads = await transfers.heads();
      const thorough = performance.now() - thoroughAt >= thoroughEveryMs;
      await recheck(deps, heads, thorough);
      if (thorough) thoroughAt = performance.now();
      const { block, more } = await scan(deps, heads);
      if (block !== null) onScanned?.(block);
      return more;
    },

    async findTransaction(hash) {
      const transaction = await transfers.byHash(hash);
      if (transaction.state !== 'mined') return transaction;
      return {
        state: 'mined',
        deep: transaction.confirmations >= confirmations,
        transfers: filterByBook(book, transaction.transfers),
      };
    },

    async isPending(hash, sender, amount) {
      const pending = await transfers.pending(hash);
      return pending?.sender === sender && pending.recipient === account.address && pending.amount >= amount;
    },

    lock: lockTransactions,
    async record(trx, hash, found) {
      await recordTransfers(trx, book, { hash, found, floor: await floor(trx), now: now() });
    },
    findTransfers: (on, hash) => findTransfers(on, book, [hash]),
    findUnassigned: () => findUnassignedTransfers(db, account),
    markAssigned,
  };
}
