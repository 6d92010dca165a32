import type { Knex } from 'knex';
import type { StoredGame } from '../games/game.ts';

/** A seat whose hold has run out is free, whether or not the worker has noticed. */
const HELD = `not exists (
  select from reservations as r where r.game_id = seats.game_id and r.wallet_address = seats.wallet_address
    and r.state = 'HELD' and r.expires_at <= :now)`;

/** Are all seats of the game taken or held by others? A game without a number of seats never is full. */
export async function isFull(db: Knex, game: StoredGame, wallet: string, now: number): Promise<boolean> {
  if (game.max_participants === null) return false;
  const { rows } = await db.raw(
    `select count(*)::int as taken, coalesce(bool_or(wallet_address = :wallet), false) as mine
     from seats where game_id = :game and ${HELD}`,
    { game: game.id, wallet, now: new Date(now) },
  );
  return !rows[0].mine && rows[0].taken >= game.max_participants;
}

/**
 * Gives the wallet a seat, its own when it has one. The caller holds the game's row, so that nobody counts at the same
 * time; the keys of the table keep two wallets from one seat whatever happens. False when the game is full.
 */
export async function takeSeat(
  trx: Knex.Transaction,
  game: StoredGame,
  wallet: string,
  now: number,
): Promise<boolean> {
  if (game.max_participants === null) return true;
  await expireHolds(trx, now, { game: game.id, but: wallet });
  const { rows } = await trx.raw(
    `with own as (select number from seats where game_id = :game and wallet_address = :wallet), free as (
       insert into seats (game_id, number, wallet_address)
       select :game, min(number), :wallet from generate_series(1, :max) as number
       where not exists (select from seats where game_id = :game and seats.number = number.number)
         and not exists (select from own)
       having min(number) is not null returning number)
     select number from own union all select number from free`,
    { game: game.id, wallet, max: game.max_participants },
  );
  return rows.length > 0;
}

/** The seat of an entry stays taken, whatever becomes of other reservations of its wallet. */
const WITHOUT_ENTRY = `not exists (
  select from entries as e where e.game_id = seats.game_id and e.wallet_address = seats.wallet_address)`;

/** The seat is free for others, unless its wallet is in the game. */
export async function releaseSeat(trx: Knex.Transaction, gameId: string, wallet: string): Promise<void> {
  await trx.raw(`delete from seats where game_id = ? and wallet_address = ? and ${WITHOUT_ENTRY}`, [
    gameId,
    wallet,
  ]);
}

/** The games in which a hold has run out that nobody paid for. */
export async function gamesWithExpiredHolds(db: Knex, now: number): Promise<string[]> {
  const { rows } = await db.raw(
    "select distinct game_id from reservations where state = 'HELD' and expires_at <= ?",
    [new Date(now)],
  );
  return rows.map((row: { game_id: string }) => row.game_id);
}

/**
 * Ends the holds of a game that nobody paid for in time, but one wallet's; their seats are free. The caller holds the game's
 * row: a seat that somebody counts on does not go away under him.
 */
export async function expireHolds(
  trx: Knex.Transaction,
  now: number,
  { game, but = null }: { game: string; but?: string | null },
): Promise<void> {
  await trx.raw(
    `with expired as (
       update reservations set state = 'EXPIRED'
       where game_id = :game and state = 'HELD' and expires_at <= :now and wallet_address is distinct from :but
       returning wallet_address)
     delete from seats using expired
     where seats.game_id = :game and seats.wallet_address = expired.wallet_address and ${WITHOUT_ENTRY}`,
    { now: new Date(now), game, but },
  );
}
