import { createTestDatabase, type TestDatabase } from '@touchline/local-stack/testing';
import { type Database, openDatabase, query } from '@touchline/service-kit/database';
import { migrate } from '@touchline/service-kit/migrations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrations } from '../migrations.ts';

const TREASURY = `0x${'9'.repeat(40)}`;
const WALLET = `0x${'a'.repeat(40)}`;
const ID = '00000000-0000-4000-8000-000000000001';
const HASH = `0x${'1'.repeat(64)}`;
const OTHER_HASH = `0x${'2'.repeat(64)}`;

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase('games');
  db = openDatabase(database.url, 'games');
  const at = migrations.findIndex(({ name }) => name === '006-chain-ledger');
  await migrate(db, migrations.slice(0, at));
  await db.raw(OLD_ROWS);
  await migrate(db, migrations);
});

afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

/** Transfers in every state: 1 pays for a reservation, 2 and 3 are due for refund, 4 and 5 orphaned, 6 not matched yet. */
const OLD_ROWS = `
  insert into seasons (season, seen_at) values ('2031', now());
  insert into games (id, season, game_type, name, description, entry_fee, first_gameweek, last_gameweek, start_time,
    end_time, status, created_at)
  values ('${ID}', '2031', 'SEASON', 'Season', '', 5, 1, 38, now(), now(), 'UPCOMING', now());
  insert into reservations (id, game_id, wallet_address, team, fixed_at, fee, state, not_before, expires_at, created_at)
  values ('${ID}', '${ID}', '${WALLET}', '{}', now(), 5, 'EXPIRED', now(), now(), now());
  insert into chain_transfers (chain_id, tx_hash, log_index, block_number, block_hash, block_time, sender, recipient, amount,
    finality, seen_at, reservation_id, surplus, refund_reason, refund_for)
  select 480, tx_hash, log_index, 100, '0xb1', '2026-09-01Z', '${WALLET}', '${TREASURY}', 7, finality, '2026-09-02Z',
    reservation_id::uuid, surplus, refund_reason, refund_for::uuid
  from (values
    ('${HASH}', 0, 'finalized', '${ID}', 2, null, null),
    ('${HASH}', 1, 'safe', null, 0, 'UNDERPAID', '${ID}'),
    ('${HASH}', 2, 'latest', null, 0, 'NO_RESERVATION', null),
    ('${OTHER_HASH}', 0, 'orphaned', null, 0, null, null),
    ('${OTHER_HASH}', -5, 'orphaned', null, 0, 'NO_RESERVATION', null),
    ('${OTHER_HASH}', 3, 'latest', null, 0, null, null)
  ) as t (tx_hash, log_index, finality, reservation_id, surplus, refund_reason, refund_for);
  insert into chain_cursors values (480, '${TREASURY}', 12345);
`;

it('the migration moves transfers in every state to the ledger and keeps their ids', async () => {
  const rows = await query(db, 'select * from ledger_transfers order by id');
  const common = {
    chain_id: 480,
    block_number: 100,
    block_hash: '0xb1',
    block_time: Date.UTC(2026, 8, 1),
    sender: WALLET,
    recipient: TREASURY,
    amount: '7',
    seen_at: Date.UTC(2026, 8, 2),
  };
  expect(rows).toEqual([
    { ...common, id: 1, tx_hash: HASH, log_index: 0, state: 'FINAL', assigned: true },
    { ...common, id: 2, tx_hash: HASH, log_index: 1, state: 'CONFIRMED', assigned: true },
    { ...common, id: 3, tx_hash: HASH, log_index: 2, state: 'SEEN', assigned: true },
    { ...common, id: 4, tx_hash: OTHER_HASH, log_index: -4, state: 'ORPHANED', assigned: false },
    { ...common, id: 5, tx_hash: OTHER_HASH, log_index: -5, state: 'ORPHANED', assigned: true },
    { ...common, id: 6, tx_hash: OTHER_HASH, log_index: 3, state: 'SEEN', assigned: false },
  ]);
  expect(
    await query(db, 'select chain_id, address, side, block_number from ledger_cursors order by side'),
  ).toEqual([
    { chain_id: 480, address: TREASURY, side: 'recipient', block_number: 12345 },
    { chain_id: 480, address: TREASURY, side: 'sender', block_number: 99 },
  ]);
});

it('the migration keeps the reservation or refund reason of every transfer', async () => {
  const refundable = { reservation_id: null, surplus: '0' };
  expect(await query(db, 'select * from payments order by transfer_id')).toEqual([
    { transfer_id: 1, reservation_id: ID, surplus: '2', refund_reason: null, refund_for: null },
    { ...refundable, transfer_id: 2, refund_reason: 'UNDERPAID', refund_for: ID },
    { ...refundable, transfer_id: 3, refund_reason: 'NO_RESERVATION', refund_for: null },
    { ...refundable, transfer_id: 5, refund_reason: 'NO_RESERVATION', refund_for: null },
  ]);
});
