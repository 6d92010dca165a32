import { randomUUID } from 'node:crypto';
import { query, queryOne } from '@touchline/service-kit/database';
import type { Knex } from 'knex';
import { walletBytesOf } from '../games/wallet-bytes.ts';
import type { Failure, Reservation, ReservationState } from './reservation.ts';

const COLUMNS = `id, game_id, wallet_address, team, fixed_at, fee, state, not_before, expires_at,
  held_until, told_at, revived_at, tx_hash, entry_id, failure`;

type Row = Omit<Reservation, 'fee'> & { fee: string };
const toReservation = (row: Row): Reservation => ({ ...row, fee: BigInt(row.fee) });

/** A wallet's reservation in a game that still waits for its payment, locked until the transaction ends. */
export async function liveReservation(
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

/** All reservations of a wallet in a game, the latest first. */
export async function reservationsIn(db: Knex, gameId: string, wallet: string): Promise<Reservation[]> {
  const rows = await query<Row>(
    db,
    `select ${COLUMNS} from reservations where game_id = ? and wallet_address = ? order by created_at desc`,
    [gameId, wallet],
  );
  return rows.map(toReservation);
}

/** A reservation, locked until the transaction ends. */
export async function lockReservation(trx: Knex.Transaction, id: string): Promise<Reservation> {
  const row = await queryOne<Row>(trx, `select ${COLUMNS} from reservations where id = ? for update`, [id]);
  return toReservation(row!);
}

/** Adds a reservation that is HELD. */
export async function insertReservation(
  trx: Knex.Transaction,
  given: Pick<
    Reservation,
    'game_id' | 'wallet_address' | 'team' | 'fee' | 'not_before' | 'expires_at' | 'held_until'
  >,
  now: number,
): Promise<Reservation> {
  const reservation: Reservation = {
    ...given,
    id: randomUUID(),
    state: 'HELD',
    fixed_at: now,
    told_at: null,
    revived_at: null,
    tx_hash: null,
    entry_id: null,
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

/** Gives an unpaid hold another team and fee; its end stays. */
export async function changeHold(
  trx: Knex.Transaction,
  { id, team, fixed_at, fee }: Reservation,
): Promise<void> {
  await trx.raw('update reservations set team = :team, fixed_at = :fixed_at, fee = :fee where id = :id', {
    id,
    team: JSON.stringify(team),
    fee: fee.toString(),
    fixed_at: new Date(fixed_at),
  });
}

/** How many reservations a wallet made in a game since `since` that have no payment, and when the first of them. */
export async function unpaidSince(
  db: Knex,
  gameId: string,
  wallet: string,
  since: number,
): Promise<{ count: number; oldest: number }> {
  const counted = await queryOne<{ count: number; oldest: number | null }>(
    db,
    `select count(*) as count, min(created_at) as oldest from reservations
     where game_id = ? and wallet_address = ? and created_at > ? and state not in ('JOINED', 'REFUND_DUE')`,
    [gameId, wallet, new Date(since)],
  );
  return { count: counted!.count, oldest: counted!.oldest ?? since };
}

/** A hash was named: the hold lasts at least `grace` from the first one on. Further hashes do not extend it. */
export async function submitHash(
  trx: Knex.Transaction,
  id: string,
  tx_hash: string,
  now: number,
  grace: number,
): Promise<void> {
  await trx.raw(
    `update reservations set state = 'SUBMITTED', tx_hash = :tx_hash, failure = null,
       told_at = case when tx_hash = :tx_hash then told_at else :now end,
       revived_at = case when state in ('EXPIRED', 'FAILED') then :now else revived_at end,
       submitted_at = case when state = 'SUBMITTED' then submitted_at else :now end,
       expires_at = case when state = 'SUBMITTED' then expires_at else greatest(expires_at, :until) end,
       known_at = case when state = 'SUBMITTED' then known_at end, missing_at = case when state = 'SUBMITTED' then missing_at end,
       checks = case when state = 'SUBMITTED' then checks else 0 end,
       next_check_at = case when state = 'SUBMITTED' then next_check_at else :now end
     where id = :id`,
    { id, tx_hash, now: new Date(now), until: new Date(now + grace) },
  );
}

export async function endReservation(
  trx: Knex.Transaction,
  id: string,
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
}

/** Ends the other reservations in the game of a wallet that has joined it. */
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

/** An RPC knows the payment: the seat is held until `until`. */
export async function markKnown(db: Knex, id: string, now: number, hold: number): Promise<void> {
  await db.raw(
    `update reservations set known_at = :now, expires_at = submitted_at + cast(:hold as interval)
     where id = :id and state = 'SUBMITTED' and known_at is null`,
    { id, now: new Date(now), hold: `${hold} milliseconds` },
  );
}

/** The chain answered, and does not know the payment. */
export async function markMissing(db: Knex, id: string, now: number): Promise<void> {
  await db.raw("update reservations set missing_at = ? where id = ? and state = 'SUBMITTED'", [
    new Date(now),
    id,
  ]);
}

/** Reservations whose hash it is time to ask the chain about, the most overdue first. */
export async function submittedReservations(db: Knex, limit: number, now: number): Promise<Reservation[]> {
  const rows = await query<Row>(
    db,
    `select ${COLUMNS} from reservations where state = 'SUBMITTED' and (next_check_at is null or next_check_at <= ?)
     order by next_check_at nulls first, id limit ?`,
    [new Date(now), limit],
  );
  return rows.map(toReservation);
}

/** The chain is asked about the reservation; the next time after 2, 4, 8 and at most 60 seconds. */
export async function markChecked(db: Knex, id: string, now: number): Promise<void> {
  await db.raw(
    `update reservations set checks = checks + 1,
       next_check_at = cast(:now as timestamptz) + least(60, power(2, least(checks, 6) + 1)) * interval '1 second'
     where id = :id`,
    { id, now: new Date(now) },
  );
}

/**
 * What a payment of this wallet may be for: its reservations in games that it has not joined, the latest first.
 * @param paidAt when the payment was mined
 * @param maxAgeMs how much older than the payment a reservation may be
 */
export async function unpaidReservations(
  db: Knex,
  wallet: string,
  paidAt: number,
  maxAgeMs: number,
): Promise<Reservation[]> {
  const rows = await query<Row>(
    db,
    `select ${COLUMNS} from reservations as r
     where wallet_address = :wallet and state in ('HELD', 'SUBMITTED', 'EXPIRED', 'FAILED')
       and not_before <= :paid and created_at >= :oldest
       and not exists (select from entries as e where e.game_id = r.game_id 
         and e.wallet = ${walletBytesOf('r.wallet_address')})
     order by created_at desc, id`,
    { wallet, paid: new Date(paidAt), oldest: new Date(paidAt - maxAgeMs) },
  );
  return rows.map(toReservation);
}
