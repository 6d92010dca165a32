import { gameChanged } from '@touchline/api/events/games';
import { tokensToWei } from '@touchline/rules/tokens';
import { query, queryOne } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';
import { afterEach, describe, expect, it } from 'vitest';
import type { TeamDraft } from '../entries/team.ts';
import { findGame, lockGame, markCancelled } from '../games/games.store.ts';
import { recordReservationPayment } from '../payments/payments.store.ts';
import { upsertGameRefunds } from '../payments/refunds-due.ts';
import { HOLD_MS } from '../reservations/reservation.ts';
import { insertReservation, submitHash } from '../reservations/reservations.store.ts';
import { expireHolds } from '../reservations/seats.store.ts';
import { DAY, MINUTE } from '../testing/feed-builders.ts';
import { NOW, setUpFinalGames, TREASURY, wallet } from '../testing/final-games.ts';
import { cancelSmallGames, TOO_FEW_ENTRIES } from './cancel-small-games.ts';

const games = setUpFinalGames();
const DEADLINE = NOW;
const END = NOW + DAY;
const ADMIN = wallet(0xad);

/** Creates a tournament with one of two required entries, which closes at `DEADLINE` and ends at `END`. */
async function createTournament(): Promise<string> {
  const id = await games.createGame([3], { min_entries: 2 });
  await games.db.raw(
    `update games set game_type = 'TOURNAMENT', status = 'ACTIVE', settlement = 'PENDING', entry_fee = 5, join_deadline = ?,
       end_time = ? where id = ?`,
    [new Date(DEADLINE), new Date(END), id],
  );
  return id;
}

/** Runs as the payment requests do, at a time. */
function at<T>(time: number, run: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  games.clock.now = time;
  return games.db.transaction(run);
}

/** Reserves for another wallet, by default one minute before the deadline. @returns the id of the reservation */
async function reserve(game: string, until = DEADLINE - MINUTE + HOLD_MS): Promise<string> {
  const now = until - HOLD_MS;
  const { id } = await at(now, (trx) =>
    insertReservation(
      trx,
      {
        game_id: game,
        wallet_address: wallet(2),
        team: {} as TeamDraft,
        fee: tokensToWei('5'),
        not_before: now,
        expires_at: until,
        held_until: until,
      },
      now,
    ),
  );
  return id;
}

let hashes = 0;
/** Submits the hash of a payment that no RPC knows. */
function submit(reservation: string, time: number): Promise<void> {
  hashes += 1;
  const hash = `0x${hashes.toString(16).padStart(64, '0')}`;
  return at(time, (trx) => submitHash(trx, reservation, hash, time));
}

/** Reserves for another wallet with a hold that ends at a time, and ends it. */
async function reserveUntil(game: string, until: number) {
  await reserve(game, until);
  await at(until, (trx) => expireHolds(trx, until, { game }));
}

/** Records a transfer to the treasury whose use is not decided, by default of the other wallet. @returns its id */
async function insertTransfer(time: number, sender = wallet(2)): Promise<number> {
  const row = await queryOne<{ id: number }>(
    games.db,
    `insert into ledger_transfers (chain_id, tx_hash, log_index, block_number, block_hash, block_time, sender, recipient, amount,
       seen_at) values (?, ?, 0, 5, '0xb0', ?, ?, ?, 5, now()) returning id`,
    [TREASURY.chainId, `0x${time.toString(16).padStart(64, '0')}`, new Date(time), sender, TREASURY.address],
  );
  return row!.id;
}

/** Records that the entry of a tournament has paid its fee. */
async function pay(game: string) {
  await games.pay(game, 1, 5);
  const reservation = await queryOne<{ id: string }>(
    games.db,
    'select id from reservations where game_id = ?',
    [game],
  );
  const transfer = await insertTransfer(DEADLINE - MINUTE, wallet(1));
  await games.db('ledger_transfers').update({ assigned: true });
  await games.db.transaction((trx) =>
    recordReservationPayment(trx, games.replica.payouts, transfer, { id: reservation!.id, surplus: 0n }),
  );
}

async function readStatusAt(game: string, time: number) {
  games.clock.now = time;
  await cancelSmallGames(games.replica);
  return readStatus(game);
}

async function readStatus(id: string) {
  const { status, cancelled_by } = (await findGame(games.db, id))!;
  return { status, cancelled_by };
}

const CANCELLED = { status: 'CANCELLED', cancelled_by: TOO_FEW_ENTRIES };
const RUNNING = { status: 'ACTIVE', cancelled_by: null };

afterEach(async () => {
  for (const table of ['payouts', 'payments', 'ledger_transfers']) await games.db(table).del();
});

describe('game rule 8.1: a game with too few entries', () => {
  it('a small game waits after the deadline for a payment that was submitted before it', async () => {
    const game = await createTournament();
    const reservation = await reserve(game);
    await submit(reservation, DEADLINE - 1);
    games.clock.now = DEADLINE;
    await cancelSmallGames(games.replica);
    expect(await readStatus(game)).toEqual(RUNNING);
  });

  it('a small game waits for a hold that has not ended', async () => {
    const game = await createTournament();
    await reserve(game);
    games.clock.now = DEADLINE;
    await cancelSmallGames(games.replica);
    expect(await readStatus(game)).toEqual(RUNNING);
  });

  it('a small game waits for a payment of a hold that ended before the deadline until its use is decided', async () => {
    const game = await createTournament();
    await reserveUntil(game, DEADLINE - 1);
    await insertTransfer(DEADLINE - 2);
    expect(await readStatusAt(game, DEADLINE + HOLD_MS)).toEqual(RUNNING);
    await games.db('ledger_transfers').update({ assigned: true });
    expect(await readStatusAt(game, DEADLINE + HOLD_MS)).toEqual(CANCELLED);
  });

  it('a small game waits until a payment of a hold that ended shortly before the deadline has been read', async () => {
    const game = await createTournament();
    await reserveUntil(game, DEADLINE - 1);
    expect(await readStatusAt(game, DEADLINE + MINUTE)).toEqual(RUNNING);
    expect(await readStatusAt(game, DEADLINE + HOLD_MS)).toEqual(CANCELLED);
  });

  it('a small game waits neither for holds that ended long before the deadline nor for later payments', async () => {
    const game = await createTournament();
    await reserveUntil(game, DEADLINE - HOLD_MS);
    await insertTransfer(DEADLINE - HOLD_MS + 1);
    expect(await readStatusAt(game, DEADLINE)).toEqual(CANCELLED);
  });

  it('a small game is cancelled although a wallet revives its expired reservation after the deadline', async () => {
    const game = await createTournament();
    const reservation = await reserve(game);
    await at(DEADLINE + HOLD_MS, (trx) => expireHolds(trx, DEADLINE + HOLD_MS, { game }));
    await submit(reservation, DEADLINE + HOLD_MS);
    await cancelSmallGames(games.replica);
    expect(await readStatus(game)).toEqual(CANCELLED);
  });

  it('a small game waits for no payment once it is over, because none can become an entry', async () => {
    const game = await createTournament();
    const reservation = await reserve(game);
    await submit(reservation, DEADLINE - 1);
    games.clock.now = END;
    await cancelSmallGames(games.replica);
    expect(await readStatus(game)).toEqual(CANCELLED);
  });

  it('a small game gets no proposal when its results are final, so that it can still be cancelled', async () => {
    const game = await games.createGame([3], { min_entries: 2 });
    await games.settle(game);
    expect((await findGame(games.db, game))!.prizes.state).toBeNull();
    expect(await games.findSettlement(game)).toBeNull();
    await cancelSmallGames(games.replica);
    expect(await readStatus(game)).toEqual(CANCELLED);
  });

  it('a small game that an administrator cancels first keeps that administrator, and is refunded once', async () => {
    const game = await createTournament();
    await pay(game);
    games.clock.now = DEADLINE + HOLD_MS;
    const readWaiting = () =>
      query(
        games.db,
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and query like '%for update%'`,
      );
    let job = Promise.resolve();
    await games.db.transaction(async (trx) => {
      await lockGame(trx, game);
      job = cancelSmallGames(games.replica);
      await expect.poll(readWaiting).toHaveLength(1);
      await markCancelled(trx, game, ADMIN);
      await upsertGameRefunds(trx, games.replica.payouts, game);
    });
    await job;
    expect(await readStatus(game)).toEqual({ status: 'CANCELLED', cancelled_by: ADMIN });
    const refunds = await games.db('payouts').where({ about: game }).select('reason', 'amount');
    expect(refunds).toEqual([{ reason: 'GAME_CANCELLED', amount: '5' }]);
    const events = "select from outbox where subject = ? and payload ->> 'game_id' = ?";
    expect(await query(games.db, events, [gameChanged.subject, game])).toEqual([]);
  });
});
