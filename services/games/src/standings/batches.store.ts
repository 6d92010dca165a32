import { type Database, queryOne } from '@touchline/service-kit/database';

/**
 * Entries and lineups as Postgres packs them, a column of a batch in one value: rows as objects cost five times as much,
 * in time and in garbage. Small enough batches that reading one does not hold up other calls.
 */
const BATCH_SIZE = 5_000;

/** Entries in order of joining; each column one behind the other. */
export interface EntryBatch {
  count: number;
  ids: Buffer;
  wallets: string;
  /** Lines. */
  names: string;
  entry_points: Buffer;
  /** As Postgres sends times: microseconds since 2000. */
  joined_at: Buffer;
}

/** Lineups in the order in which they were saved. */
export interface LineupBatch {
  count: number;
  /**
   * Of each lineup: ordinal, gameweek, captain, vice-captain, three of the formation, the eleven, the bench and its
   * positions; in decimal, with anything between them. Digits are read three times as fast as packed bytes.
   */
  numbers: string;
  saved_at: Buffer;
}

const ENTRIES = `select count(*)::int as count, string_agg(uuid_send(id), ''::bytea) as ids,
    string_agg(wallet_address, '') as wallets, string_agg(team_name, chr(10)) as names,
    string_agg(int4send(entry_points), ''::bytea) as entry_points,
    string_agg(timestamptz_send(joined_at), ''::bytea) as joined_at
  from (select id, wallet_address, team_name, entry_points, joined_at
    from entries where game_id = ? and ordinal > ? order by ordinal limit ${BATCH_SIZE}) as batch`;

/** The entries after an ordinal. */
export async function* entriesAfter(
  db: Database,
  gameId: string,
  ordinal: number,
): AsyncGenerator<EntryBatch> {
  const read = (after: number) => ahead(queryOne<EntryBatch>(db, ENTRIES, [gameId, after]));
  let after = ordinal;
  for (let next = read(after); ; ) {
    const batch = (await next)!;
    after += batch.count;
    const full = batch.count === BATCH_SIZE;
    if (full) next = read(after);
    if (batch.count > 0) yield batch;
    if (!full) return;
  }
}

const LINEUPS = `select count(*)::int as count, string_agg(timestamptz_send(saved_at), ''::bytea) as saved_at,
    string_agg(concat_ws(' ', ordinal, effective_gameweek, captain_id, vice_captain_id, formation, field, bench,
      bench_positions), ' ') as numbers
  from (select ordinal, effective_gameweek, saved_at, formation, field, bench, bench_positions, captain_id,
      vice_captain_id
    from lineups where game_id = ? and game_version > ? and game_version <= ? order by game_version) as batch`;

/** The lineups saved after one version of the game and up to another; a version has one lineup at most. */
export async function* lineupBatches(
  db: Database,
  gameId: string,
  from: number,
  to: number,
): AsyncGenerator<LineupBatch> {
  const read = (after: number) =>
    ahead(queryOne<LineupBatch>(db, LINEUPS, [gameId, after, Math.min(to, after + BATCH_SIZE)]));
  let next = read(from);
  for (let after = from; after < to; after += BATCH_SIZE) {
    const batch = (await next)!;
    if (after + BATCH_SIZE < to) next = read(after + BATCH_SIZE);
    if (batch.count > 0) yield batch;
  }
}

/** Runs while the batch before is being taken over; its failure is seen when it is awaited. */
function ahead<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/** How many entries a game has, at least. */
export async function participantsOf(db: Database, gameId: string): Promise<number> {
  const row = await queryOne<{ participants: number }>(db, 'select participants from games where id = ?', [
    gameId,
  ]);
  return row?.participants ?? 0;
}

const EPOCH_2000_MS = Date.UTC(2000, 0, 1);

/** Epoch ms of the time at a place of a column. */
export const timeAt = (times: Buffer, place: number): number =>
  EPOCH_2000_MS +
  Math.floor((times.readInt32BE(place * 8) * 4_294_967_296 + times.readUInt32BE(place * 8 + 4)) / 1_000);
