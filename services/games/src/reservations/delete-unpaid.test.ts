import { randomUUID } from 'node:crypto';
import { explainStatement } from '@touchline/service-kit/testing/explain-statement';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sumPaidFees } from '../awards/settlements.store.ts';
import { setUpFinalGames, wallet } from '../testing/final-games.ts';
import { deleteUnpaidReservations, KEEP_UNPAID_MS } from './delete-unpaid.ts';
import { hasReservationsOrEntries } from './seats.store.ts';

const games = setUpFinalGames();
const ME = wallet(9);
const HASH = `0x${'ab'.repeat(32)}`;
const SCANNED_BLOCK = 100;
/** Time of the latest payment that was read. */
const READ_UNTIL = Date.parse('2031-08-16T12:00:00Z');
let game: string;

beforeAll(async () => {
  game = await games.createGame([2, 1]);
});
afterEach(async () => {
  await games.db('payments').delete();
  await games.db('ledger_transfers').delete();
  await games.db('reservations').delete();
});

/** Inserts a reservation that is just old enough to be deleted. */
async function insert(changes: Record<string, unknown> = {}): Promise<string> {
  const at = new Date(READ_UNTIL - KEEP_UNPAID_MS - 1);
  const row = {
    id: randomUUID(),
    game_id: game,
    wallet_address: ME,
    team: '{}',
    fixed_at: at,
    fee: '5',
    state: 'EXPIRED',
    not_before: at,
    expires_at: at,
    created_at: at,
    ...changes,
  };
  await games.db('reservations').insert(row);
  return row.id;
}

let hashes = 0;
/** Inserts a transfer of another wallet, by default the latest that was read. @returns its id */
async function insertTransfer(changes: Record<string, unknown> = {}): Promise<number> {
  hashes += 1;
  const [row] = await games
    .db('ledger_transfers')
    .insert({
      chain_id: 1,
      tx_hash: `0x${String(hashes).padStart(64, '0')}`,
      log_index: 0,
      block_number: SCANNED_BLOCK,
      block_hash: '0x1',
      block_time: new Date(READ_UNTIL),
      sender: wallet(8),
      recipient: wallet(7),
      amount: '5',
      state: 'FINAL',
      seen_at: new Date(READ_UNTIL),
      assigned: true,
      ...changes,
    })
    .returning('id');
  return row.id;
}

const writes = {
  run: (id: string, work: (trx: never, locked: never) => Promise<unknown>) =>
    games.db.transaction(async (trx) => {
      await trx('games').where({ id }).forUpdate();
      return work(trx as never, undefined as never);
    }),
} as unknown as Parameters<typeof deleteUnpaidReservations>[0]['writes'];
const ledger = { findScannedBlock: async () => SCANNED_BLOCK };

async function listRemaining(): Promise<string[]> {
  await deleteUnpaidReservations({ db: games.db, writes, ledger });
  return games.db('reservations').pluck('id');
}

describe('deletion of unpaid reservations', () => {
  it.each<[string, Record<string, unknown>]>([
    [
      'younger than a week when the latest payment was made',
      { created_at: new Date(READ_UNTIL - KEEP_UNPAID_MS) },
    ],
    ['held', { state: 'HELD' }],
    ['with a submitted hash', { state: 'SUBMITTED', tx_hash: HASH }],
    [
      'whose last hash was submitted less than a week before',
      { tx_hash: HASH, submitted_at: new Date(READ_UNTIL - KEEP_UNPAID_MS) },
    ],
    ['with a refund due', { state: 'REFUND_DUE', tx_hash: HASH }],
  ])('a reservation %s is kept', async (_which, changes) => {
    await insertTransfer();
    const id = await insert(changes);
    expect(await listRemaining()).toEqual([id]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['without a hash', {}],
    ['with an invented hash', { tx_hash: HASH, submitted_at: new Date(READ_UNTIL - KEEP_UNPAID_MS - 1) }],
    ['with the hash of another transaction', { state: 'FAILED', tx_hash: HASH, failure: 'TX_NOT_PAYMENT' }],
  ])('an old reservation %s is deleted, and its game counts as unused again', async (_which, changes) => {
    await insertTransfer();
    await insert(changes);
    const find = async () => (await games.db('games').where({ id: game }).first())!;
    const isUsed = async () => hasReservationsOrEntries(games.db, { ...(await find()), participants: 0 });
    expect(await isUsed()).toBe(true);
    expect(await listRemaining()).toEqual([]);
    expect(await isUsed()).toBe(false);
  });

  it('failures in two games are thrown after the reservations of other games are deleted', async () => {
    await insertTransfer();
    const others = [await games.createGame([2, 1]), await games.createGame([2, 1])];
    for (const game_id of [game, ...others]) await insert({ game_id });
    const failing: string[] = [];
    const run: typeof writes.run = (id, work) => {
      if (failing.length === 2) return writes.run(id, work);
      failing.push(id);
      return Promise.reject(new Error(`${id} locked`));
    };
    const deletion = deleteUnpaidReservations({ db: games.db, writes: { run }, ledger });
    const error: unknown = await deletion.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      message: `deletion failed in games ${failing.join(', ')}`,
      errors: failing.map((id) => new Error(`${id} locked`)),
    });
    expect((await games.db('reservations').pluck('game_id')).sort()).toEqual(failing.sort());
  });

  it('nothing is deleted before a payment was read that is a week younger', async () => {
    const id = await insert();
    expect(await listRemaining()).toEqual([id]);
    // Its hash was submitted, so it is recorded before the blocks up to it were read.
    await insertTransfer({ block_number: SCANNED_BLOCK + 1 });
    expect(await listRemaining()).toEqual([id]);
    await insertTransfer();
    expect(await listRemaining()).toEqual([]);
  });

  it('PAY-08 a reservation is kept while a payment of its wallet has no decision, and while a refund names it', async () => {
    await insertTransfer();
    const id = await insert();
    const transfer = await insertTransfer({ sender: ME, assigned: false });
    expect(await listRemaining()).toEqual([id]);
    await games.db('ledger_transfers').where({ id: transfer }).update({ assigned: true });
    await games.db('payments').insert({ transfer_id: transfer, refund_reason: 'UNDERPAID', refund_for: id });
    expect(await listRemaining()).toEqual([id]);
  });
});

it('the sum of paid fees is read by an index of paid reservations', async () => {
  await games.pay(game, 1, 5);
  await games.db.raw(
    `insert into reservations (id, game_id, wallet_address, team, fixed_at, fee, state, not_before, expires_at, created_at)
     select gen_random_uuid(), game_id, '0x' || n, team, fixed_at, fee, 'EXPIRED', not_before, expires_at, created_at
     from reservations, generate_series(1, 5000) as n`,
  );
  await games.db.raw('vacuum analyze reservations');
  const plan = await explainStatement(games.db, /from reservations/, async () =>
    expect(await sumPaidFees(games.db, game)).toBe(5n),
  );
  // Which of the indexes of paid reservations is cheaper depends on their number.
  expect(plan).toMatch(/ using reservations_(paid|by_entry) on reservations/);
});
