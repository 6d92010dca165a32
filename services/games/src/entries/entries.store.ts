import type { Knex } from 'knex';
import { insertLineup, type NewLineup } from '../lineups/lineups.store.ts';
import type { Entry } from './entry.ts';

const COLUMNS = `id, game_id, ordinal, wallet_address, team_name, entry_points,
  joined_at, roster, join_digest,
  suspended_at is not null as suspended`;

/** The entry of a wallet in a game. */
export async function findEntryOf(db: Knex, gameId: string, wallet: string): Promise<Entry | null> {
  const { rows } = await db.raw(`select ${COLUMNS} from entries where game_id = ? and wallet_address = ?`, [
    gameId,
    wallet,
  ]);
  return rows[0] ?? null;
}

/** An entry by its id, if it is this wallet's. */
export async function findOwnEntry(db: Knex, id: string, wallet: string): Promise<Entry | null> {
  const { rows } = await db.raw(`select ${COLUMNS} from entries where id = ? and wallet_address = ?`, [
    id,
    wallet,
  ]);
  return rows[0] ?? null;
}

/** An entry of a game by its id, whoever asks. */
export async function findEntryIn(db: Knex, gameId: string, id: string): Promise<Entry | null> {
  const { rows } = await db.raw(`select ${COLUMNS} from entries where game_id = ? and id = ?`, [gameId, id]);
  return rows[0] ?? null;
}

/** Everything a wallet takes part in, the latest first. */
export async function entriesOf(db: Knex, wallet: string): Promise<Entry[]> {
  const { rows } = await db.raw(
    `select ${COLUMNS} from entries where wallet_address = ? order by joined_at desc, id`,
    [wallet],
  );
  return rows;
}

/** Gives an entry the next ordinal of its game, together with its first line-up; the game's row is held by the caller. */
export async function insertEntry(
  trx: Knex.Transaction,
  entry: Omit<Entry, 'ordinal'>,
  lineup: Omit<NewLineup, 'ordinal' | 'entry_id' | 'game_id'>,
): Promise<Entry> {
  const { rows } = await trx.raw(
    `with joined as (update games set participants = participants + 1 where id = :game_id returning participants)
     insert into entries (id, game_id, ordinal, wallet_address, team_name, entry_points, joined_at, roster, join_digest)
     select :id, :game_id, participants, :wallet_address, :team_name, :entry_points, :joined_at, :roster, :join_digest
     from joined returning ordinal`,
    { ...entry, joined_at: new Date(entry.joined_at), roster: JSON.stringify(entry.roster) },
  );
  const { ordinal } = rows[0];
  await insertLineup(trx, { ...lineup, game_id: entry.game_id, entry_id: entry.id, ordinal });
  return { ...entry, ordinal };
}

/** Points of settled gameweeks of an entry. */
export interface SettledGameweek {
  gameweek: number;
  raw_points: number;
  points: number;
  /** Thousandths, both. */
  coefficient: number;
  earned: number;
  /** Shared, when the gameweek became final; null when he was suspended or it is not known. */
  rank: number | null;
}

/** What the settled gameweeks brought to a ordinal. */
export async function settledGameweeks(
  db: Knex,
  gameId: string,
  ordinal: number,
  gameweeks: readonly number[],
): Promise<Map<number, SettledGameweek>> {
  const { rows } = await db.raw(
    `select gameweek, raw_points, points, coefficient, earned, rank from entry_gameweeks
     where game_id = ? and ordinal = ? and gameweek = any(?)`,
    [gameId, ordinal, [...gameweeks]],
  );
  return new Map(rows.map((row: SettledGameweek) => [row.gameweek, row]));
}
