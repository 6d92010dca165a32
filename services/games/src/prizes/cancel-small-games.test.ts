import { tokensToWei } from '@touchline/rules/tokens';
import type { Knex } from 'knex';
import { afterEach, describe, expect, it } from 'vitest';
import type { TeamDraft } from '../entries/team.ts';
import { findGame } from '../games/games.store.ts';
import { HOLD_MS, UNKNOWN_HASH_MS } from '../reservations/reservation.ts';
import { insertReservation, submitHash } from '../reservations/reservations.store.ts';
import { expireHolds } from '../reservations/seats.store.ts';
import { DAY, MINUTE } from '../testing/feed-builders.ts';
import { NOW, setUpFinalGames, TREASURY, wallet } from '../testing/final-games.ts';
import { cancelSmallGames, TOO_FEW_ENTRIES } from './cancel-small-games.ts';

const games = setUpFinalGames();
const DEADLINE = NOW;
const END = NOW + DAY;

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
  return at(time, (trx) => submitHash(trx, reservation, hash, time, UNKNOWN_HASH_MS));
}

/** Reserves for another wallet with a hold that ends at a time, and ends it. */
async function reserveUntil(game: string, until: number) {
  await reserve(game, until);
  await at(until, (trx) => expireHolds(trx, until, { game }));
}

/** Records a transfer of the other wallet to the treasury whose use is not decided. */
async function insertTransfer(time: number) {
  await games.db.raw(
    `insert into ledger_transfers (chain_id, tx_hash, log_index, block_number, block_hash, block_time, sender, recipient, amount,
       seen_at) values (?, ?, 0, 5, '0xb0', ?, ?, ?, 5, now())`,
    [
      TREASURY.chainId,
      `0x${time.toString(16).padStart(64, '0')}`,
      new Date(time),
      wallet(2),
      TREASURY.address,
    ],
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

afterEach(() => games.db('ledger_transfers').del());

describe('game rule 8.1: a game with too few entries', () => {
  it('waits after the deadline for a payment that was submitted before it', async () => {
    const game = await createTournament();
    const reservation = await reserve(game);
    await submit(reservation, DEADLINE - 1);
    games.clock.now = DEADLINE;
    await cancelSmallGames(games.replica);
    expect(await readStatus(game)).toEqual(RUNNING);
  });

  it('waits for a hold that has not ended', async () => {
    const game = await createTournament();
    await reserve(game);
    games.clock.now = DEADLINE;
    await cancelSmallGames(games.replica);
    expect(await readStatus(game)).toEqual(RUNNING);
  });

  it('waits for a payment of a hold that ended before the deadline until its use is decided', async () => {
    const game = await createTournament();
    await reserveUntil(game, DEADLINE - 1);
    await insertTransfer(DEADLINE - 2);
    expect(await readStatusAt(game, DEADLINE + HOLD_MS)).toEqual(RUNNING);
    await games.db('ledger_transfers').update({ assigned: true });
    expect(await readStatusAt(game, DEADLINE + HOLD_MS)).toEqual(CANCELLED);
  });

  it('waits until a payment of a hold that ended shortly before the deadline has been read', async () => {
    const game = await createTournament();
    await reserveUntil(game, DEADLINE - 1);
    expect(await readStatusAt(game, DEADLINE + MINUTE)).toEqual(RUNNING);
    expect(await readStatusAt(game, DEADLINE + HOLD_MS)).toEqual(CANCELLED);
  });

  it('waits neither for holds that ended long before the deadline nor for later payments', async () => {
    const game = await createTournament();
    await reserveUntil(game, DEADLINE - HOLD_MS);
    await insertTransfer(DEADLINE - HOLD_MS + 1);
    expect(await readStatusAt(game, DEADLINE)).toEqual(CANCELLED);
  });

  it('is cancelled although a wallet revives its expired reservation after the deadline', async () => {
    const game = await createTournament();
    const reservation = await reserve(game);
    await at(DEADLINE + HOLD_MS, (trx) => expireHolds(trx, DEADLINE + HOLD_MS, { game }));
    await submit(reservation, DEADLINE + HOLD_MS);
    await cancelSmallGames(games.replica);
    expect(await readStatus(game)).toEqual(CANCELLED);
  });

  it('waits for no payment once it is over, because none can become an entry', async () => {
    const game = await createTournament();
    const reservation = await reserve(game);
    await submit(reservation, DEADLINE - 1);
    games.clock.now = END;
    await cancelSmallGames(games.replica);
    expect(await readStatus(game)).toEqual(CANCELLED);
  });

  it('gets no proposal when its results are final, so that it can still be cancelled', async () => {
    const game = await games.createGame([3], { min_entries: 2 });
    await games.settle(game);
    expect((await findGame(games.db, game))!.prizes.state).toBeNull();
    expect(await games.findSettlement(game)).toBeNull();
    await cancelSmallGames(games.replica);
    expect(await readStatus(game)).toEqual(CANCELLED);
  });
});
