import { createTestDatabase, type TestDatabase } from '@touchline/local-stack/testing';
import { type Database, openDatabase, query, queryOne } from '@touchline/service-kit/data/database';
import { migrate } from '@touchline/service-kit/data/migrations';
import { createLog } from '@touchline/service-kit/process/log';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrations } from '../migrations.ts';
import { updateSuspensions } from './suspensions.ts';

const STAKES = 2_000;
const ORPHANED = 7;
const MINED_AGAIN = 8;
const WALLET = `0x${'a'.repeat(40)}`;

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase('staking');
  // One connection, so that the flushed statistics are those of the tested statements.
  db = openDatabase(database.url, 'staking', { connections: 1, log: createLog('staking', 'silent') });
  await migrate(db, migrations);
  await db.raw(`insert into seasons values ('2026', now(), now())`);
  await db.raw('insert into wallets (wallet_address) values (?)', [WALLET]);
  await db.raw(
    `insert into ledger_transfers (chain_id, tx_hash, log_index, block_number, block_hash, block_time, sender, recipient,
       amount, state, seen_at, assigned)
     select 480, '0x' || lpad(to_hex(n), 64, '0'), 0, n, '0x', now(), :wallet, '0x', 1000,
       case n when :orphaned then 'ORPHANED' else 'FINAL' end, now(), true
     from generate_series(1, :stakes) as n`,
    { wallet: WALLET, orphaned: ORPHANED, stakes: STAKES },
  );
  await db.raw(
    `insert into stakes (id, transfer_id, wallet_address, season, amount, recorded_at, lock_end, state)
     select gen_random_uuid(), id, sender, '2026', amount, now(), now(),
       case block_number when :minedAgain then 'SUSPENDED' else 'ACTIVE' end
     from ledger_transfers`,
    { minedAgain: MINED_AGAIN },
  );
  await db.raw('analyze stakes, ledger_transfers');
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

/** Counts the rows of both tables that have been read without an index. */
async function countScanned(): Promise<number> {
  await db.raw('select pg_stat_force_next_flush()');
  const row = await queryOne<{ rows: string }>(
    db,
    `select sum(seq_tup_read) as rows from pg_stat_user_tables where relname in ('stakes', 'ledger_transfers')`,
  );
  return Number(row!.rows);
}

it('suspensions are found by index among many stakes', async () => {
  const before = await countScanned();
  await updateSuspensions(db);
  expect(await countScanned()).toBe(before);
  const suspended = await query(
    db,
    `select block_number from stakes join ledger_transfers on ledger_transfers.id = transfer_id
     where stakes.state = 'SUSPENDED'`,
  );
  expect(suspended).toEqual([{ block_number: ORPHANED }]);
});
