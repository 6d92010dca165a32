import { type Database, query, queryOne } from '@touchline/service-kit/database';
import type { Knex } from 'knex';
import type { StoredGame } from '../games/game.ts';

/** What only administrators see of a game. */
export interface GameInfo {
  created_at: number;
  /** Raised by every change of an administrator. */
  edits: number;
}

export async function readGameInfo(db: Database, id: string): Promise<GameInfo> {
  return (await queryOne<GameInfo>(db, 'select created_at, edits from games where id = ?', [id]))!;
}

/** All games with their status as stored and the clock's times; a season has a few dozen and its tournaments. */
export function readAllGames(
  db: Database,
): Promise<
  (Pick<
    StoredGame,
    'id' | 'name' | 'game_type' | 'status' | 'held_status' | 'entry_fee' | 'start' | 'end' | 'participants'
  > & { created_at: number })[]
> {
  return query(
    db,
    `select id, name, game_type, status, held_status, trim_scale(entry_fee)::text as entry_fee, start_time as start,
       end_time as "end", participants, created_at from games`,
  );
}

/** Verified payments of a game's entries, and their sum in wei. */
export async function sumPaidEntries(db: Database, gameId: string): Promise<{ entries: number; total: bigint }> {
  const row = await queryOne<{ entries: number; total: string }>(
    db,
    `select count(*) as entries, coalesce(sum(t.amount), 0) as total
     from reservations as r join payments as p on p.reservation_id = r.id
     join ledger_transfers as t on t.id = p.transfer_id
     where r.game_id = ? and t.state <> 'ORPHANED'`,
    [gameId],
  );
  return { entries: row!.entries, total: BigInt(row!.total) };
}

/** Whether somebody has reserved and can still pay. */
export async function hasActiveReservation(db: Database, gameId: string): Promise<boolean> {
  const row = await queryOne(
    db,
    "select from reservations where game_id = ? and state in ('HELD', 'SUBMITTED') limit 1",
    [gameId],
  );
  return row !== undefined;
}

/** Whether anybody ever reserved a place or joined. */
export async function hasReservationsOrEntries(db: Database, { id, participants }: StoredGame): Promise<boolean> {
  if (participants > 0) return true;
  return (await queryOne(db, 'select from reservations where game_id = ? limit 1', [id])) !== undefined;
}

/** The first gameweek of a game whose points are stored; null without one. */
export async function findFirstSettledGameweek(db: Database, gameId: string): Promise<number | null> {
  const row = await queryOne<{ gameweek: number | null }>(
    db,
    'select min(gameweek) as gameweek from settled_gameweeks where game_id = ?',
    [gameId],
  );
  return row!.gameweek;
}

/** What an administrator may change of a game. */
export type GameEdit = Pick<
  StoredGame,
  'name' | 'game_type' | 'status' | 'held_status' | 'entry_fee' | 'start' | 'end' | 'held_start' | 'held_end'
>;

/** Raises the game's version and its count of edits. */
export async function updateGame(trx: Knex.Transaction, id: string, edit: GameEdit): Promise<void> {
  await trx.raw(
    `update games set name = :name, game_type = :game_type, status = :status, held_status = :held_status,
       entry_fee = :entry_fee, start_time = :start, end_time = :end, held_start = :held_start, held_end = :held_end,
       edits = edits + 1, version = version + 1 where id = :id`,
    { ...edit, id, start: new Date(edit.start), end: new Date(edit.end) },
  );
}
