import { randomUUID } from 'node:crypto';
import { query, queryOne, walletBytesSql } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';
import {
  type Failure,
  REVIVAL_MS,
  type Reservation,
  type ReservationState,
  SUBMITTED_HOLD_MS,
  UNKNOWN_HASH_MS,
} from './reservation.ts';
import { releaseSeat } from './seats.store.ts';

const COLUMNS = `id, game_id, wallet_address, team, fixed_at, fee, state, not_before, expires_at,
  held_until, reported_at, revived_at, tx_hash, failure`;

type Row = Omit<Reservation, 'fee'> & { fee: string };
const toReservation = (row: Row): Reservation => ({ ...row, fee: BigInt(row.fee) });

/** Finds a wallet's reservation in a game that still waits for its payment, and locks it until the transaction ends. */
export async function findLiveReservation(
  trx: Knex.Transaction,
  gameId: string,
  wallet: string,
): Promise<Reservation | null> {
  const row = await queryOne<Row>(
    trx,
    `select ${COLUMNS} from reservations
     where game_id = ? and wallet_address = ? and state in ('HELD', 'SUBMITTED') for update`,
    [gameId, wallet],
  );
  return row ? toReservation(row) : null;
}

/** Finds all reservations of a wallet in a game, latest first. */
export async function findReservations(db: Knex, gameId: string, wallet: string): Promise<Reservation[]> {
  const rows = await query<Row>(
    db,
    `select ${COLUMNS} from reservations where game_id = ? and wallet_address = ? order by created_at desc`,
    [gameId, wallet],
  );
  return rows.map(toReservation);
}

/** Reads a reservation and locks it until the transaction ends; null if it was deleted. */
export async function lockReservation(trx: Knex.Transaction, id: string): Promise<Reservation | null> {
  const row = await queryOne<Row>(trx, `select ${COLUMNS} from reservations where id = ? for update`, [id]);
  return row ? toReservation(row) : null;
}

/** Inserts a reservation in state HELD. */
export async function insertReservation(
  trx: Knex.Transaction,
  input: Pick<
    Reservation,
    'game_id' | 'wallet_address' | 'team' | 'fee' | 'not_before' | 'expires_at' | 'held_until'
  >,
  now: number,
): Promise<Reservation> {
  const reservation: Reservation = {
    ...input,
    id: randomUUID(),
    state: 'HELD',
    fixed_at: now,
    reported_at: null,
    revived_at: null,
    tx_hash: null,
    failure: null,
  };
  await trx.raw(
    `insert into reservations (id, game_id, wallet_address, team, fixed_at, fee, state, not_before, expires_at,
       held_until, created_at)
     values (:id, :game_id, :wallet_address, :team, :now, :fee, 'HELD', :not_before, :expires_at, :held_until, :now)`,
    {
      ...reservation,
      team: JSON.stringify(reservation.team),
      fee: reservation.fee.toString(),
      not_before: new Date(reservation.not_before),
      expires_at: new Date(reservation.expires_at),
      held_until: reservation.held_until === null ? null : new Date(reservation.held_until),
      now: new Date(now),
    },
  );
  return reservation;
}

/** Changes the team of an unpaid hold; its end does not change. */
export async function changeHold(trx: Knex.Transaction, { id, team, fixed_at }: Reservation): Promise<void> {
  await trx.raw('update reservations set team = :team, fixed_at = :fixed_at where id = :id', {
    id,
    team: JSON.stringify(team),
    fixed_at: new Date(fixed_at),
  });
}

/** Counts a wallet's reservations without a sufficient payment in a game since `since`, with the time of the oldest. */
export async function countUnpaidSince(
  db: Knex,
  gameId: string,
  wallet: string,
  since: number,
): Promise<{ count: number; oldest: number }> {
  const row = await queryOne<{ count: number; oldest: number | null }>(
    db,
    `select count(*) as count, min(created_at) as oldest from reservations
     where game_id = ? and wallet_address = ? and created_at > ?
       and (state not in ('JOINED', 'REFUND_DUE') or failure = 'UNDERPAID')`,
    [gameId, wallet, new Date(since)],
  );
  return { count: row!.count, oldest: row!.oldest ?? since };
}

/**
 * Records a submitted hash. The first hash extends the hold to at least `UNKNOWN_HASH_MS` from now; further hashes do not. The wallet's
 * other reservations of the game that share the replaced hash count as submitted now: the replacement chose between their teams.
 */
export async function submitHash(
  trx: Knex.Transaction,
  id: string,
  tx_hash: string,
  now: number,
): Promise<void> {
  await trx.raw(
    `with others as (
       update reservations as other set reported_at = :now from reservations as this
       where this.id = :id and other.id <> this.id and other.game_id = this.game_id
         and other.wallet_address = this.wallet_address and other.tx_hash = this.tx_hash and this.tx_hash <> :tx_hash)
     update reservations set state = 'SUBMITTED', tx_hash = :tx_hash, failure = null,
       reported_at = case when tx_hash = :tx_hash then reported_at else :now end,
       revived_at = case when state in ('EXPIRED', 'FAILED') then :now else revived_at end,
       submitted_at = case when state = 'SUBMITTED' then submitted_at else :now end,
       expires_at = case when state = 'SUBMITTED' then expires_at else greatest(expires_at, :until) end,
       missing_at = case when state = 'SUBMITTED' then missing_at end,
       checks = case when state = 'SUBMITTED' then checks else 0 end,
       next_check_at = case when state = 'SUBMITTED' then next_check_at else :now end
     where id = :id`,
    { id, tx_hash, now: new Date(now), until: new Date(now + UNKNOWN_HASH_MS) },
  );
}

/** Ends a reservation and frees its seat, unless the wallet has joined the game or has another live reservation. */
export async function endReservation(
  trx: Knex.Transaction,
  { id, game_id, wallet_address }: Reservation,
  end: { state: ReservationState; at: number; failure?: Failure; entry_id?: string; tx_hash?: string },
): Promise<void> {
  await trx.raw(
    `update reservations set state = :state, failure = :failure, entry_id = :entry_id, tx_hash = coalesce(:tx_hash, tx_hash),
       held_until = case when held_until > :at then :at else held_until end where id = :id`,
    {
      id,
      at: new Date(end.at),
      state: end.state,
      failure: end.failure ?? null,
      entry_id: end.entry_id ?? null,
      tx_hash: end.tx_hash ?? null,
    },
  );
  await releaseSeat(trx, game_id, wallet_address);
}

/** Ends a wallet's other reservations in a game that it has joined. */
export async function endOtherReservations(
  trx: Knex.Transaction,
  { id, game_id, wallet_address }: Reservation,
): Promise<void> {
  await trx.raw(
    `update reservations set state = 'EXPIRED'
     where game_id = ? and wallet_address = ? and id <> ? and state in ('HELD', 'SUBMITTED')`,
    [game_id, wallet_address, id],
  );
}

/**
 * Records that an RPC knows the payment, or knows it again, which holds the seat for `SUBMITTED_HOLD_MS` after submission. Once per wallet, game
 * and week, after which the reservation is deleted: a payment that is sent but never mined costs nothing.
 */
export async function markKnown(db: Knex, { id, tx_hash }: Reservation, now: number): Promise<void> {
  await db.raw(
    `update reservations as r set known_at = :now, expires_at = case when exists (
         select from reservations as held where held.game_id = r.game_id and held.wallet_address = r.wallet_address
           and held.id <> r.id and held.known_at is not null)
       then expires_at else submitted_at + cast(:hold as interval) end
     where id = :id and state = 'SUBMITTED' and tx_hash = :tx_hash
       and (known_at is null or expires_at < submitted_at + cast(:hold as interval))`,
    { id, tx_hash, now: new Date(now), hold: `${SUBMITTED_HOLD_MS} milliseconds` },
  );
}

/**
 * Records when the latest check did not find the payment; null if it could not reach the chain. A payment that an RPC knew was
 * dropped or replaced, so its hold ends after at most `UNKNOWN_HASH_MS`.
 */
export async function markMissing(db: Knex, { id, tx_hash }: Reservation, at: number | null): Promise<void> {
  await db.raw(
    `update reservations set missing_at = :at,
       expires_at = case when known_at is null then expires_at else least(expires_at, :until) end
     where id = :id and state = 'SUBMITTED' and tx_hash = :tx_hash and missing_at is distinct from :at`,
    {
      id,
      tx_hash,
      at: at === null ? null : new Date(at),
      until: at === null ? null : new Date(at + UNKNOWN_HASH_MS),
    },
  );
}

/** Finds reservations whose hash is due for a check on the chain, most overdue first. */
export async function findReservationsToVerify(db: Knex, limit: number, now: number): Promise<Reservation[]> {
  const rows = await query<Row>(
    db,
    `select ${COLUMNS} from reservations where state = 'SUBMITTED' and (next_check_at is null or next_check_at <= ?)
     order by next_check_at nulls first, id limit ?`,
    [new Date(now), limit],
  );
  return rows.map(toReservation);
}

/** Schedules the next check on the chain, after 2, 4, 8 and up to 60 seconds. */
export async function markChecked(db: Knex, id: string, now: number): Promise<void> {
  await db.raw(
    `update reservations set checks = checks + 1,
       next_check_at = cast(:now as timestamptz) + least(60, power(2, least(checks, 6) + 1)) * interval '1 second'
     where id = :id`,
    { id, now: new Date(now) },
  );
}

/**
 * Finds the reservations that a payment of the wallet may belong to, latest first: those made up to `REVIVAL_MS` before it. Skips games
 * that the wallet has joined.
 * @param paidAt when the payment was mined, epoch ms
 */
export async function findUnpaidReservations(
  db: Knex,
  wallet: string,
  paidAt: number,
): Promise<Reservation[]> {
  const rows = await query<Row>(
    db,
    `select ${COLUMNS} from reservations as r
     where wallet_address = :wallet and state in ('HELD', 'SUBMITTED', 'EXPIRED', 'FAILED')
       and not_before <= :paid and created_at >= :oldest
       and not exists (select from entries as e where e.game_id = r.game_id 
         and e.wallet = ${walletBytesSql('r.wallet_address')})
     order by created_at desc, id`,
    { wallet, paid: new Date(paidAt), oldest: new Date(paidAt - REVIVAL_MS) },
  );
  return rows.map(toReservation);
}
