import { type Database, query, queryOne } from '@touchline/service-kit/database';
import type { Knex } from 'knex';
import { insertLineup, type NewLineup } from '../lineups/lineups.store.ts';
import type { Entry } from './entry.ts';

const COLUMNS = `id, game_id, ordinal, wallet_address, team_name, entry_points, joined_at, roster, join_digest,
  suspended_at is not null as suspended, edits, case when excluded_at is not null then json_build_object(
    'at', floor(extract(epoch from excluded_at) * 1000), 'admin', excluded_by, 'reason', excluded_reason) end as excluded`;

/** The entry of a wallet in a game. */
export async function findEntryOf(db: Database, gameId: string, wallet: string): Promise<Entry | null> {
  const sql = `select ${COLUMNS} from entries where game_id = ? and wallet_address = ?`;
  return (await queryOne<Entry>(db, sql, [gameId, wallet])) ?? null;
}

/** An entry by its id. */
export async function findEntry(db: Database, id: string): Promise<Entry | null> {
  const sql = `select ${COLUMNS} from entries where id = ?`;
  return (await queryOne<Entry>(db, sql, [id])) ?? null;
}

/** An entry by its id, if it belongs to this wallet. */
export async function findOwnEntry(db: Database, id: string, wallet: string): Promise<Entry | null> {
  const sql = `select ${COLUMNS} from entries where id = ? and wallet_address = ?`;
  return (await queryOne<Entry>(db, sql, [id, wallet])) ?? null;
}

/** An entry of a game by its id, of any wallet. */
export async function findEntryIn(db: Database, gameId: string, id: string): Promise<Entry | null> {
  const sql = `select ${COLUMNS} from entries where game_id = ? and id = ?`;
  return (await queryOne<Entry>(db, sql, [gameId, id])) ?? null;
}

/** All entries of a wallet, latest first. */
export function entriesOf(db: Database, wallet: string): Promise<Entry[]> {
  return query(db, `select ${COLUMNS} from entries where wallet_address = ? order by joined_at desc, id`, [
    wallet,
  ]);
}

/** Inserts an entry with its first lineup and gives it the next ordinal; the caller has locked the game's row. */
export async function insertEntry(
  trx: Knex.Transaction,
  entry: Omit<Entry, 'ordinal'>,
  lineup: Omit<NewLineup, 'ordinal' | 'entry_id' | 'game_id'>,
): Promise<Entry> {
  const row = await queryOne<{ ordinal: number }>(
    trx,
    `with joined as (update games set participants = participants + 1 where id = :game_id returning participants)
     insert into entries (id, game_id, ordinal, wallet_address, team_name, entry_points, joined_at, roster, join_digest)
     select :id, :game_id, participants, :wallet_address, :team_name, :entry_points, :joined_at, :roster, :join_digest
     from joined returning ordinal`,
    { ...entry, joined_at: new Date(entry.joined_at), roster: JSON.stringify(entry.roster) },
  );
  const { ordinal } = row!;
  await insertLineup(trx, { ...lineup, game_id: entry.game_id, entry_id: entry.id, ordinal });
  return { ...entry, ordinal };
}

/** What a settled gameweek brought to an entry. */
export interface SettledGameweek {
  gameweek: number;
  raw_points: number;
  points: number;
  /** Thousandths. */
  coefficient: number;
  /** Thousandths. */
  earned: number;
  /** Shared, when the gameweek became final; null when suspended or not known. */
  rank: number | null;
}

/** The settled gameweeks of an entry by number. */
export async function settledGameweeks(
  db: Database,
  gameId: string,
  ordinal: number,
  gameweeks: readonly number[],
): Promise<Map<number, SettledGameweek>> {
  const rows = await query<SettledGameweek>(
    db,
    `select gameweek, raw_points, points, coefficient, earned, rank from entry_gameweeks
     where game_id = ? and ordinal = ? and gameweek = any(?)`,
    [gameId, ordinal, [...gameweeks]],
  );
  return new Map(rows.map((row) => [row.gameweek, row]));
}
