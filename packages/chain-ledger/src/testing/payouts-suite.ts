import { type Database, query } from '@touchline/service-kit/data/database';
import { createLog } from '@touchline/service-kit/process/log';
import { beforeEach } from 'vitest';
import type { Payout } from '../payouts/payout.ts';
import { createPayouts, type Payouts } from '../payouts/payouts.ts';
import { combineRpcs } from '../transfer-reader.ts';
import { ledgerDatabase } from './ledger-database.ts';
import { type Payment, ScriptedChain, ScriptedRpc, type ScriptedTransaction } from './scripted-chain.ts';

export const TREASURY = `0x${'a'.repeat(40)}`;
export const WALLET = `0x${'1'.repeat(40)}`;
export const OTHER = `0x${'2'.repeat(40)}`;

/** Payouts of the treasury on a scripted chain, created for every test. */
export interface PayoutsSuite {
  chain: ScriptedChain;
  rpc: ScriptedRpc;
  payouts: Payouts;
  readonly db: Database;
  /** Recreates the payouts, as a process start does. */
  restart(): void;
  mine(blocks: number): void;
  /** Sends transfers in a new block, by default from TREASURY to WALLET. */
  send(...payments: (Partial<Payment> & Pick<Payment, 'amount'>)[]): ScriptedTransaction;
  /** Inserts an incoming transfer from WALLET and a payout of its whole amount. */
  createDuePayout(
    amount: bigint,
    options?: { state?: string; kind?: Payout['kind'] },
  ): Promise<{ id: string; transfer: number }>;
  /** Sets the amount due for the transfer. */
  setDue(transfer: number, amount: bigint, kind?: Payout['kind'], fromBlock?: number): Promise<void>;
}

export function payoutsSuite(): PayoutsSuite {
  const database = ledgerDatabase();
  let received = 0;
  const suite: PayoutsSuite = {
    // Replaced before each test.
    chain: new ScriptedChain({ finalDepth: 10 }),
    rpc: undefined as never,
    payouts: undefined as never,
    get db() {
      return database.db;
    },
    restart() {
      suite.payouts = createPayouts({
        db: database.db,
        transfers: combineRpcs([suite.rpc]),
        account: { chainId: 480, address: TREASURY },
        now: Date.now,
        log: createLog('ledger', 'silent'),
      });
    },
    mine(blocks) {
      for (let n = 0; n < blocks; n++) suite.chain.mine();
    },
    send(...payments) {
      const transaction = suite.chain.transaction(
        payments.map((payment) => ({ sender: TREASURY, recipient: WALLET, ...payment })),
      );
      suite.chain.mine(transaction);
      return transaction;
    },
    async createDuePayout(amount, { state = 'FINAL', kind = 'REFUND' } = {}) {
      received += 1;
      const [row] = await query<{ id: number }>(
        database.db,
        `insert into ledger_transfers (chain_id, tx_hash, log_index, block_number, block_hash, block_time, sender, recipient,
           amount, seen_at, state) values (480, ?, 0, ?, '0xb0', now(), ?, ?, ?, now(), ?) returning id`,
        [
          `0x${String(received).padStart(64, 'c')}`,
          suite.chain.height,
          WALLET,
          TREASURY,
          amount.toString(),
          state,
        ],
      );
      await suite.setDue(row!.id, amount, kind);
      const [payout] = await query<{ id: string }>(
        database.db,
        'select id from payouts where transfer_id = ?',
        [row!.id],
      );
      return { id: payout!.id, transfer: row!.id };
    },
    async setDue(transfer_id, amount, kind = 'REFUND', from_block = suite.chain.height) {
      const due = { transfer_id, kind, reason: 'X', about: null, recipient: WALLET, amount, from_block };
      await database.db.transaction((trx) => suite.payouts.upsert(trx, [due]));
    },
  };
  beforeEach(async () => {
    await database.empty();
    suite.chain = new ScriptedChain({ finalDepth: 10 });
    suite.rpc = new ScriptedRpc(suite.chain);
    suite.mine(10);
    suite.restart();
  });
  return suite;
}
