import type { Knex } from 'knex';
import type { Hex } from 'viem';
import { chainUnavailableError } from './agreement.ts';
import {
  findTransfers,
  findUnassignedTransfers,
  lockTransactions,
  markAssigned,
  readCursor,
} from './ledger.store.ts';
import { recheck } from './recheck.ts';
import { filterByBook, recordTransfers } from './record.ts';
import { type FollowDeps, scan } from './scan.ts';
import type { Account, Book } from './stored-transfer.ts';
import type { TokenTransfer } from './transfer.ts';

/** A transaction on the chain, with its transfers to the account. `deep`: it has enough confirmations. */
export type LedgerTransaction =
  | { state: 'missing' }
  | { state: 'reverted' }
  | { state: 'mined'; deep: boolean; transfers: TokenTransfer[] };

/** The token transfers to one account, kept equal to the chain across reorganisations. */
export type Ledger = ReturnType<typeof createLedger>;

export interface LedgerOptions extends Omit<FollowDeps, 'book'> {
  account: Account;
  /** Called at the start of each round with the last block that was read, also while the chain cannot be read. */
  onScanned?: ((block: number) => void) | undefined;
  /** Interval of the checks of confirmed transfers in milliseconds, default 60 s. */
  thoroughEveryMs?: number;
}

export function createLedger({ account, onScanned, thoroughEveryMs = 60_000, ...options }: LedgerOptions) {
  const { db, transfers, confirmations, minAmount, now } = options;
  const book: Book = { ...account, side: 'recipient' };
  const deps = { ...options, book };
  let thoroughAt = Number.NEGATIVE_INFINITY;
  return {
    /**
     * Runs one round: rechecks transfers that are not final, then reads on from the last block. Only one worker may call this.
     * @returns whether more blocks are ready to be read
     * @throws TouchlineError UPSTREAM_UNAVAILABLE; the next round continues where this one ended
     */
    async follow() {
      const scanned = await readCursor(db, book);
      if (scanned !== null) onScanned?.(scanned.block_number);
      const heads = await transfers.heads();
      const thorough = performance.now() - thoroughAt >= thoroughEveryMs;
      await recheck(deps, heads, thorough);
      if (thorough) thoroughAt = performance.now();
      return scan(deps, heads);
    },

    /**
     * Finds the last block up to which every transfer to the account is recorded.
     * @throws TouchlineError UPSTREAM_UNAVAILABLE before the first round
     */
    async findScannedBlock() {
      const scanned = await readCursor(db, book);
      if (scanned === null) throw chainUnavailableError(new Error('incoming transfers are not read yet'));
      return scanned.block_number;
    },

    /** Queries the chain, not the ledger. @throws TouchlineError UPSTREAM_UNAVAILABLE, which never means missing */
    async findTransaction(hash: Hex): Promise<LedgerTransaction> {
      const transaction = await transfers.byHash(hash);
      if (transaction.state !== 'mined') return transaction;
      return {
        state: 'mined',
        deep: transaction.confirmations >= confirmations,
        transfers: filterByBook(book, transaction.transfers),
      };
    },

    /** `expected` if any RPC knows a transfer of at least `amount` from `sender` to the account, mined or not. */
    findPending: (hash: Hex, sender: string, amount: bigint) =>
      transfers.pending(
        hash,
        (transfer) =>
          transfer.sender === sender && transfer.recipient === account.address && transfer.amount >= amount,
      ),

    lock: lockTransactions,
    /** Stores the transfers that `findTransaction` returned, except dust. Only for deep transactions. */
    async record(trx: Knex.Transaction, hash: string, found: readonly TokenTransfer[]) {
      await recordTransfers(trx, book, { hash, found, minAmount: await minAmount(trx), now: now() });
    },
    /** In log order, including orphaned transfers. */
    findTransfers: (on: Knex, hash: string) => findTransfers(on, book, [hash]),
    findUnassigned: () => findUnassignedTransfers(db, account),
    markAssigned,
  };
}
