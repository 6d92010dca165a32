import { query, queryOne, walletBytesSql } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';
import type { StoredGame } from '../games/game.ts';
import { HOLD_MS, HOLD_PAUSE_MS } from './reservation.ts';

/**
 * Condition for an expired hold: unpaid, or with a hash that no RPC has known and the latest check did not find. While no RPC is
 * reachable, a hash keeps its seat. Named parameter :now.
 */
const EXPIRED_HOLD = `(state = 'HELD' or state = 'SUBMITTED' and known_at is null and missing_at is not null)
  and expires_at <= :now`;

/** Condition for a taken seat. A seat with an expired hold is free, even before the worker removes it. */
const HOLD_IS_LIVE = `not exists (
  select from reservations as r where r.game_id = seats.game_id and r.wallet_address = seats.wallet_address
    and ${EXPIRED_HOLD})`;

/** Returns true when any player has joined or reserved; unpaid reservations count for at least a week. */
export async function hasReservationsOrEntries(db: Knex, { id, participants }: StoredGame): Promise<boolean> {
  if (participants > 0) return true;
  const reserved = 'select from reservations where game_id = ? and entry_id is null limit 1';
  return (await queryOne(db, reserved, [id])) !== undefined;
}

/** True when all seats of the game are taken or held by other wallets. A game without a limit is never full. */
export async function isFull(db: Knex, game: StoredGame, wallet: string, now: number): Promise<boolean> {
  if (game.max_participants === null) return false;
  const seats = await queryOne<{ taken: number; mine: boolean }>(
    db,
    `select count(*) as taken, coalesce(bool_or(wallet_address = :wallet), false) as mine
     from seats where game_id = :game and ${HOLD_IS_LIVE}`,
    { game: game.id, wallet, now: new Date(now) },
  );
  return !seats!.mine && seats!.taken >= game.max_participants;
}

/**
 * Gives the wallet a seat, or keeps the one it has. The caller must have locked the game's row, so that one transaction counts
 * seats at a time. Unique keys also keep two wallets from sharing a seat.
 * @returns false when the game is full
 */
export async function takeSeat(
  trx: Knex.Transaction,
  game: StoredGame,
  wallet: string,
  now: number,
): Promise<boolean> {
  if (game.max_participants === null) return true;
  await expireHolds(trx, now, { game: game.id, except: wallet });
  const seats = await query(
    trx,
    `with own as (select number from seats where game_id = :game and wallet_address = :wallet), free as (
       insert into seats (game_id, number, wallet_address)
       select :game, min(number), :wallet from generate_series(1, :max) as number
       where not exists (select from seats where game_id = :game and seats.number = number.number)
         and not exists (select from own)
       having min(number) is not null returning number)
     select number from own union all select number from free`,
    { game: game.id, wallet, max: game.max_participants },
  );
  return seats.length > 0;
}

/** The seat of an entry stays taken when other reservations of its wallet end. */
const WITHOUT_ENTRY = `not exists (
  select from entries as e where e.game_id = seats.game_id and e.wallet = ${walletBytesSql('seats.wallet_address')})`;

/** Frees the wallet's seat after a reservation has ended, unless the wallet has joined the game or has another live reservation. */
export async function releaseSeat(trx: Knex.Transaction, gameId: string, wallet: string): Promise<void> {
  await trx.raw(
    `delete from seats where game_id = ? and wallet_address = ? and ${WITHOUT_ENTRY} and not exists (
       select from reservations as r where r.game_id = seats.game_id and r.wallet_address = seats.wallet_address
         and r.state in ('HELD', 'SUBMITTED'))`,
    [gameId, wallet],
  );
}

/** Finds the games with an expired hold. */
export async function findGamesWithExpiredHolds(db: Knex, now: number): Promise<string[]> {
  const rows = await query<{ game_id: string }>(
    db,
    `select distinct game_id from reservations where ${EXPIRED_HOLD}`,
    { now: new Date(now) },
  );
  return rows.map(({ game_id }) => game_id);
}

/**
 * Ends the expired holds of a game, except one wallet's holds, and frees their seats. The caller must have locked the game's
 * row, so that no seat disappears while another transaction relies on it.
 */
export async function expireHolds(
  trx: Knex.Transaction,
  now: number,
  { game, except = null }: { game: string; except?: string | null },
): Promise<void> {
  await trx.raw(
    `with expired as (
       update reservations set state = 'EXPIRED'
       where game_id = :game and ${EXPIRED_HOLD} and wallet_address is distinct from :except
       returning wallet_address)
     delete from seats using expired
     where seats.game_id = :game and seats.wallet_address = expired.wallet_address and ${WITHOUT_ENTRY}`,
    { now: new Date(now), game, except },
  );
}

/**
 * Finds when the wallet's hold in this game ends or ended. Null when the wallet may start another hold: after a pause since the end.
 */
export async function findPreviousHoldEnd(
  db: Knex,
  game: StoredGame,
  wallet: string,
  now: number,
): Promise<number | null> {
  if (game.max_participants === null) return null;
  const first = await queryOne<{ at: number | null }>(
    db,
    `select min(created_at) as at from reservations
     where game_id = ? and wallet_address = ? and created_at > ?
       and (state in ('EXPIRED', 'FAILED') or failure = 'UNDERPAID')`,
    [game.id, wallet, new Date(now - HOLD_MS - HOLD_PAUSE_MS)],
  );
  return first?.at == null ? null : first.at + HOLD_MS;
}
