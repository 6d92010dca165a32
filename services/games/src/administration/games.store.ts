import { type Database, queryOne } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';
import type { StoredGame } from '../games/game.ts';

/** Counts the verified payments of a game's entries and sums them in wei. */
export async function sumPaidEntries(
  db: Database,
  gameId: string,
): Promise<{ entries: number; total: bigint }> {
  const row = await queryOne<{ entries: number; total: string }>(
    db,
    `select count(*) as entries, coalesce(sum(t.amount), 0) as total
     from reservations as r join payments as p on p.reservation_id = r.id
     join ledger_transfers as t on t.id = p.transfer_id
     where r.game_id = ? and r.entry_id is not null and t.state <> 'ORPHANED'`,
    [gameId],
  );
  return { entries: row!.entries, total: BigInt(row!.total) };
}

/** Finds a game's first gameweek with stored points; null without one. */
export async function findFirstSettledGameweek(db: Database, gameId: string): Promise<number | null> {
  const row = await queryOne<{ gameweek: number | null }>(
    db,
    'select min(gameweek) as gameweek from settled_gameweeks where game_id = ?',
    [gameId],
  );
  return row!.gameweek;
}

/** Columns that an administrator may change. */
export type GameEdit = Pick<
  StoredGame,
  | 'name'
  | 'game_type'
  | 'status'
  | 'held_status'
  | 'entry_fee'
  | 'start'
  | 'end'
  | 'join_deadline'
  | 'held_start'
  | 'held_end'
>;

/** Stores an edit; raises the game's version and its number of edits. */
export async function updateGame(trx: Knex.Transaction, id: string, edit: GameEdit): Promise<void> {
  await trx.raw(
    `update games set name = :name, game_type = :game_type, status = :status, held_status = :held_status,
       entry_fee = :entry_fee, start_time = :start, end_time = :end, join_deadline = :join_deadline, held_start = :held_start, held_end = :held_end,
       edits = edits + 1, version = version + 1 where id = :id`,
    {
      ...edit,
      id,
      start: new Date(edit.start),
      end: new Date(edit.end),
      join_deadline: edit.join_deadline === null ? null : new Date(edit.join_deadline),
    },
  );
}
