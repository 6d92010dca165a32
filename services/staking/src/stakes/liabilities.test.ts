import { createTestDatabase, type TestDatabase } from '@touchline/local-stack/testing';
import { type Database, openDatabase, queryOne } from '@touchline/service-kit/data/database';
import { migrate } from '@touchline/service-kit/data/migrations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrations } from '../migrations.ts';
import { sumLiabilities } from './liabilities.store.ts';

const WALLET = `0x${'1'.repeat(40)}`;
const STAKING_WALLET = `0x${'5'.repeat(40)}`;
let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase('staking');
  db = openDatabase(database.url, 'staking');
  await migrate(db, migrations);
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

/** Inserts a transfer of 100 wei in a block. @returns its id */
async function insertTransfer(table: 'ledger_transfers' | 'ledger_outgoing', block: number): Promise<number> {
  const [sender, recipient] =
    table === 'ledger_outgoing' ? [STAKING_WALLET, WALLET] : [WALLET, STAKING_WALLET];
  const row = await queryOne<{ id: number }>(
    db,
    `insert into ${table} (chain_id, tx_hash, log_index, block_number, block_hash, block_time, sender, recipient, amount, seen_at)
     values (480, ?, 0, ?, '0xb0', now(), ?, ?, 100, now()) returning id`,
    [`0x${String(block).padStart(64, '0')}`, block, sender, recipient],
  );
  return row!.id;
}

/** Inserts a refund of a transfer that is due. */
const insertRefund = (transfer: number) =>
  db.raw(
    `insert into payouts (transfer_id, kind, reason, recipient, amount, from_block, due_at)
     values (?, 'REFUND', 'BELOW_MINIMUM', ?, 100, 5, now())`,
    [transfer, WALLET],
  );

const sumAt = (block: number, funders: readonly string[] = []) =>
  sumLiabilities(db, { block, funders: new Set(funders), now: Date.now() });

it('S2 a received transfer is a debt before its use is decided, and until the block has the transfer that returns it', async () => {
  const sum = async (block: number) => (await sumAt(block)).refunds;
  const transfer = await insertTransfer('ledger_transfers', 5);
  expect(await sum(10)).toBe(100n);
  expect((await sumAt(10, [WALLET])).refunds).toBe(0n); // a top-up
  await db.raw('update ledger_transfers set assigned = true where id = ?', [transfer]);
  await insertRefund(transfer);
  expect(await sum(10)).toBe(100n);
  const returned = await insertTransfer('ledger_outgoing', 8);
  await db.raw(
    `update payouts set state = 'CONFIRMED', begun_at = now(), confirmed_at = now(), tx_hash = ?, outgoing_id = ?`,
    [`0x${'8'.padStart(64, '0')}`, returned],
  );
  expect([await sum(7), await sum(8)]).toEqual([100n, 0n]);
});

it('S2 an orphaned transfer is no debt, neither before nor after its refund became due, until it is mined again', async () => {
  const before = await sumAt(10);
  const transfer = await insertTransfer('ledger_transfers', 6);
  await db.raw("update ledger_transfers set state = 'ORPHANED', log_index = -id where id = ?", [transfer]);
  expect(await sumAt(10)).toEqual(before);
  await db.raw('update ledger_transfers set assigned = true where id = ?', [transfer]);
  await insertRefund(transfer);
  expect(await sumAt(10)).toEqual(before);
  await db.raw("update ledger_transfers set state = 'SEEN', log_index = 0 where id = ?", [transfer]);
  expect((await sumAt(10)).refunds).toBe(before.refunds + 100n);
});

it('S2 stakes and transfers after the block are no debts yet, as their tokens are no assets yet', async () => {
  const transfers = await Promise.all([11, 12, 13].map((block) => insertTransfer('ledger_transfers', block)));
  await db.raw('update ledger_transfers set assigned = true where id = any(?)', [transfers.slice(1)]);
  await db.raw(`insert into seasons values ('2026', now(), now())`);
  await db.raw('insert into wallets (wallet_address) values (?)', [WALLET]);
  await db.raw(
    `insert into stakes (id, transfer_id, wallet_address, season, amount, recorded_at, lock_end, state)
     values (gen_random_uuid(), ?, ?, '2026', 100, now(), now(), 'ACTIVE')`,
    [transfers[1]!, WALLET],
  );
  await insertRefund(transfers[2]!);
  const before = await sumAt(10);
  expect(before.stakes).toBe(0n);
  const added = async (block: number) => {
    const { stakes, refunds } = await sumAt(block);
    return [stakes, refunds - before.refunds];
  };
  expect([await added(11), await added(12), await added(13)]).toEqual([
    [0n, 100n],
    [100n, 100n],
    [100n, 200n],
  ]);
});
