import type { TestDatabase } from '@touchline/local-stack/testing';
import { type Database, openDatabase, queryOne } from '@touchline/service-kit/data/database';
import { createLog } from '@touchline/service-kit/process/log';
import { createMetrics } from '@touchline/service-kit/process/metrics';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGamesDatabase } from '../testing/games-database.ts';
import { createPaymentMetrics } from './payment-metrics.ts';
import { runPayments } from './worker.ts';

const GAME = '00000000-0000-4000-8000-000000000001';
const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const hashOf = (n: number) => `0x${String(n).padStart(64, '0')}`;
let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createGamesDatabase();
  db = openDatabase(database.url, 'games');
  await db.raw(
    `insert into seasons (season, version, seen_at) values ('2031', 1, now());
     insert into games (id, season, game_type, name, description, entry_fee, first_gameweek, last_gameweek, start_time,
       end_time, status, participants, version, created_at)
     values ('${GAME}', '2031', 'SEASON', '', '', 1, 1, 38, now(), now() + interval '1 day', 'ACTIVE', 0, 0, now())`,
  );
  for (let n = 1; n <= 11; n++)
    await db.raw(
      `insert into reservations (id, game_id, wallet_address, team, fixed_at, fee, state, not_before, expires_at, tx_hash,
         created_at)
       values (?, ?, ?, '{}', now(), 1, 'SUBMITTED', now(), now() + interval '1 day', ?, now())`,
      [idOf(n), GAME, `0x${String(n).padStart(40, '0')}`, hashOf(n)],
    );
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

it('a verification that waits does not delay the eleventh payment', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // The first transaction has reverted, and the game is busy until the test ends.
  const ledger = {
    follow: async () => false,
    findUnassigned: async () => [],
    findTransaction: async (hash: string) => ({ state: hash === hashOf(1) ? 'reverted' : 'missing' }),
    findPending: async () => 'missing',
  };
  const payouts = { follow: async () => true, hasUnstartedPayout: async () => false };
  const writes = { run: () => held };
  const log = createLog('games', 'silent');
  const metrics = createPaymentMetrics(createMetrics('games'));
  const deps = { db, log, now: Date.now, ledger, payouts, writes, metrics };
  const stopping = new AbortController();
  const running = runPayments(deps as unknown as Parameters<typeof runPayments>[0], 10, stopping.signal);
  try {
    await eventually(async () => {
      const sql = 'select checks from reservations where id = ?';
      expect(await queryOne(db, sql, [idOf(11)])).toEqual({ checks: 1 });
    });
  } finally {
    stopping.abort();
    release();
    await running;
  }
});
