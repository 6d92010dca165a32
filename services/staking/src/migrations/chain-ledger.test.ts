import { createTestDatabase, type TestDatabase } from '@touchline/local-stack/testing';
import { type Database, openDatabase, query } from '@touchline/service-kit/database';
import { migrate } from '@touchline/service-kit/migrations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrations } from '../migrations.ts';

const STAKING_WALLET = `0x${'5'.repeat(40)}`;
const WALLET = `0x${'a'.repeat(40)}`;
const HASH = `0x${'1'.repeat(64)}`;
const OTHER_HASH = `0x${'2'.repeat(64)}`;
const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase('staking');
  db = openDatabase(database.url, 'staking');
  const steps = migrations(STAKING_WALLET);
  await migrate(
    db,
    steps.filter(({ name }) => name < '002'),
  );
  await db.raw(OLD_ROWS);
  await migrate(db, steps);
});

afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

/** Transfers in every state: 1 stake, 2 unlocked stake, 3 suspended stake, 4 refund due, 5 no longer in its transaction. */
const OLD_ROWS = `
  insert into seasons values ('2026', '2027-05-23T17:30Z', '2026-08-01Z');
  insert into wallets values ('${WALLET}', 3);
  insert into transfers (chain_id, tx_hash, log_index, block_number, block_hash, sender, amount, finality) values
    (480, '${HASH}', 0, 100, '0xb1', '${WALLET}', 1000e18, 'LATEST'),
    (480, '${HASH}', 1, 100, '0xb1', '${WALLET}', 2000e18, 'FINAL'),
    (480, '${OTHER_HASH}', 0, 101, '0xb2', '${WALLET}', 3000e18, 'ORPHANED'),
    (480, '${OTHER_HASH}', 2, 101, '0xb2', '${WALLET}', 4e18, 'LATEST'),
    (480, '${OTHER_HASH}', -6, 101, '0xb2', '${WALLET}', 5000e18, 'ORPHANED');
  insert into stakes (id, transfer_id, wallet_address, season, amount, recorded_at, lock_end, state, unlocked_at) values
    ('${id(1)}', 1, '${WALLET}', '2026', 1000e18, '2026-09-01Z', '2027-05-23Z', 'ACTIVE', null),
    ('${id(2)}', 2, '${WALLET}', '2026', 2000e18, '2026-09-02Z', '2027-05-23Z', 'UNLOCKED', '2027-05-23Z'),
    ('${id(3)}', 3, '${WALLET}', '2026', 3000e18, '2026-09-03Z', '2027-05-23Z', 'SUSPENDED', null),
    ('${id(5)}', 5, '${WALLET}', '2026', 5000e18, '2026-09-05Z', '2027-05-23Z', 'SUSPENDED', null);
  insert into owed values
    (2, '${id(2)}', '${WALLET}', 'UNLOCKED', 2000e18, 60e18, '2027-05-23Z'),
    (4, null, '${WALLET}', 'BELOW_MINIMUM', 4e18, 0, '2026-09-04Z');
  insert into scan_cursors values (480, 12345);
`;

it('migration copies transfers in every state to the ledger and keeps their ids', async () => {
  const rows = await query(
    db,
    'select id, tx_hash, log_index, block_number, block_hash, recipient, amount, state, block_time, assigned from ledger_transfers order by id',
  );
  const common = { recipient: STAKING_WALLET, assigned: true };
  const first = { ...common, tx_hash: HASH, block_number: 100, block_hash: '0xb1' };
  const second = { ...common, tx_hash: OTHER_HASH, block_number: 101, block_hash: '0xb2' };
  const tokens = (whole: number) => `${whole}${'0'.repeat(18)}`;
  const on = (day: number) => Date.UTC(2026, 8, day);
  expect(rows).toEqual([
    { ...first, id: 1, log_index: 0, amount: tokens(1000), state: 'SEEN', block_time: on(1) },
    { ...first, id: 2, log_index: 1, amount: tokens(2000), state: 'FINAL', block_time: on(2) },
    { ...second, id: 3, log_index: -3, amount: tokens(3000), state: 'ORPHANED', block_time: on(3) },
    { ...second, id: 4, log_index: 2, amount: tokens(4), state: 'SEEN', block_time: on(4) },
    { ...second, id: 5, log_index: -5, amount: tokens(5000), state: 'ORPHANED', block_time: on(5) },
  ]);
});

it('migration keeps the position of the cursor', async () => {
  expect(
    await query(db, 'select chain_id, address, side, block_number from ledger_cursors order by side'),
  ).toEqual([
    { chain_id: 480, address: STAKING_WALLET, side: 'recipient', block_number: 12345 },
    { chain_id: 480, address: STAKING_WALLET, side: 'sender', block_number: 99 },
  ]);
});

it('migration keeps references to transfers and continues their ids', async () => {
  const [inserted] = await query<{ id: number }>(
    db,
    `insert into ledger_transfers (chain_id, tx_hash, log_index, block_number, block_hash, block_time, sender, recipient,
       amount, seen_at)
     select chain_id, tx_hash, 7, block_number, block_hash, block_time, sender, recipient, amount, seen_at
     from ledger_transfers where id = 1 returning id`,
  );
  expect(inserted).toEqual({ id: 6 });
  await expect(db.raw('delete from ledger_transfers where id = 1')).rejects.toThrow(
    'stakes_transfer_id_fkey',
  );
  await expect(db.raw('delete from ledger_transfers where id = 4')).rejects.toThrow(
    'payouts_transfer_id_fkey',
  );
  const old = await query(
    db,
    "select table_name from information_schema.tables where table_name in ('transfers', 'scan_cursors', 'owed')",
  );
  expect(old).toEqual([]);
});

it('migration converts owed amounts to due payouts', async () => {
  const rows = await query(
    db,
    'select transfer_id, kind, reason, about, amount, from_block, state, due_at, begun_at from payouts order by transfer_id, kind',
  );
  const tokens = (whole: number) => `${whole}${'0'.repeat(18)}`;
  const common = { state: 'DUE', begun_at: null };
  const unlocked = { ...common, transfer_id: 2, reason: 'UNLOCKED', about: id(2), from_block: 100 };
  expect(rows).toEqual([
    { ...unlocked, kind: 'INTEREST', amount: tokens(60), due_at: Date.UTC(2027, 4, 23) },
    { ...unlocked, kind: 'STAKE_RETURN', amount: tokens(2000), due_at: Date.UTC(2027, 4, 23) },
    {
      ...common,
      transfer_id: 4,
      kind: 'REFUND',
      reason: 'BELOW_MINIMUM',
      about: null,
      amount: tokens(4),
      from_block: 101,
      due_at: Date.UTC(2026, 8, 4),
    },
  ]);
});
