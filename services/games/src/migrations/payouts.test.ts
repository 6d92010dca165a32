import { createTestDatabase, type TestDatabase } from '@touchline/local-stack/testing';
import { type Database, openDatabase, query } from '@touchline/service-kit/database';
import { migrate } from '@touchline/service-kit/migrations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrations } from '../migrations.ts';

const TREASURY = `0x${'9'.repeat(40)}`;
const WALLET = `0x${'a'.repeat(40)}`;
const ADMIN = `0x${'e'.repeat(40)}`;
const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const hash = (n: number) => `0x${String(n).repeat(64)}`;
const [VALID, CANCELLED, WITHOUT_FIXTURES] = [id(1), id(2), id(3)];

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase('games');
  db = openDatabase(database.url, 'games');
  await migrate(
    db,
    migrations.slice(
      0,
      migrations.findIndex(({ name }) => name === '013-payouts'),
    ),
  );
  await db.raw(OLD_ROWS);
  await migrate(db, migrations);
});

afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

/**
 * Payments of 7 tokens. 1 and 2 are entries with a surplus of 2, in a valid game and in one that an administrator cancelled. 3 is an
 * entry in a game without fixtures; the others match no reservation. The refund of 2's surplus was sent, that for 5 confirmed,
 * for 6 aborted, for 7 started; those for 1, 4 and 8 were not started. A reorganisation removed 8.
 */
const OLD_ROWS = `
  insert into seasons (season, seen_at) values ('2031', now());
  insert into games (id, season, game_type, name, description, entry_fee, first_gameweek, last_gameweek, start_time,
    end_time, status, created_at, cancelled_by)
  select game::uuid, '2031', 'TOURNAMENT', 'Cup', '', 5, 1, 1, now(), now(), status, now(), cancelled_by from (values
    ('${VALID}', 'UPCOMING', null), ('${CANCELLED}', 'CANCELLED', '${ADMIN}'), ('${WITHOUT_FIXTURES}', 'CANCELLED', null)
  ) as g (game, status, cancelled_by);
  insert into reservations (id, game_id, wallet_address, team, fixed_at, fee, state, not_before, expires_at, created_at)
  select id, id, '${WALLET}', '{}', now(), 5, 'EXPIRED', now(), now(), now() from games;
  insert into ledger_transfers (chain_id, tx_hash, log_index, block_number, block_hash, block_time, sender, recipient, amount,
    seen_at, state, assigned)
  select 480, '0x' || repeat(n::text, 64), 0, 100 + n, '0xb', '2026-09-01Z', '${WALLET}', '${TREASURY}', 7,
    '2026-09-02T10:00:00.123456Z', case n when 8 then 'ORPHANED' else 'FINAL' end, true from generate_series(1, 8) as n;
  insert into payments (transfer_id, reservation_id, surplus, refund_reason)
  select n, (array['${VALID}', '${CANCELLED}', '${WITHOUT_FIXTURES}']::uuid[])[n], case when n < 3 then 2 else 0 end,
    case when n > 3 then 'NO_RESERVATION' end from generate_series(1, 8) as n;
  insert into refunds (transfer_id, reason, recipient, amount, state, refund_hash, admin, begun_at, sent_at, confirmed_at)
  select n, reason, '${WALLET}', amount, state, refund_hash, '${ADMIN}', '2026-09-03Z', sent_at::timestamptz,
    confirmed_at::timestamptz
  from (values
    (2, 'OVERPAID', 2, 'SENT', '${hash(22).slice(0, 66)}', '2026-09-04Z', null),
    (5, 'NO_RESERVATION', 7, 'CONFIRMED', '${hash(55).slice(0, 66)}', '2026-09-04Z', '2026-09-05Z'),
    (6, 'NO_RESERVATION', 7, 'DUE', null, null, null),
    (7, 'NO_RESERVATION', 7, 'SENDING', null, null, null)
  ) as r (n, reason, amount, state, refund_hash, sent_at, confirmed_at);
`;

it('S2 the migration keeps due, started and sent refunds', async () => {
  const rows = await query<{ due_at: number; begun_at: number | null }>(
    db,
    `select transfer_id, about, reason, amount::int, from_block, state, begun_by, tx_hash, reported, begun_at, due_at
     from payouts order by transfer_id, begun_at`,
  );
  const row = (transfer_id: number, reason: string, amount: number, changes: object = {}) => ({
    transfer_id,
    about: null,
    reason,
    amount,
    from_block: 100 + transfer_id,
    state: 'DUE',
    begun_by: null,
    tx_hash: null,
    reported: false,
    begun_at: null,
    due_at: Date.parse('2026-09-02T10:00:00.123Z'),
    ...changes,
  });
  const on = Date.UTC(2026, 8, 3);
  const begun = { begun_at: on, due_at: on };
  expect(rows).toEqual([
    row(1, 'OVERPAID', 2, { about: VALID }),
    row(2, 'OVERPAID', 2, {
      ...begun,
      about: CANCELLED,
      state: 'SENT',
      begun_by: ADMIN,
      tx_hash: `0x${'2'.repeat(64)}`,
      reported: true,
    }),
    row(2, 'GAME_CANCELLED', 5, { about: CANCELLED }),
    row(4, 'NO_RESERVATION', 7),
    row(5, 'NO_RESERVATION', 7, {
      ...begun,
      state: 'CONFIRMED',
      begun_by: ADMIN,
      tx_hash: `0x${'5'.repeat(64)}`,
      reported: true,
    }),
    row(6, 'NO_RESERVATION', 7, begun),
    row(7, 'NO_RESERVATION', 7, { ...begun, state: 'SENDING', begun_by: ADMIN }),
    row(8, 'NO_RESERVATION', 7),
  ]);
});

it('S2 the scan of sent transfers starts at the oldest payment with a due refund', async () => {
  expect(await query(db, 'select address, side, block_number from ledger_cursors')).toEqual([
    { address: TREASURY, side: 'sender', block_number: 100 },
  ]);
});
