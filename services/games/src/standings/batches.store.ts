import { type Database, queryOne } from '@touchline/service-kit/database';
import { queryBytes } from '@touchline/service-kit/query-bytes';
import type { PackedTexts } from './entry-texts.ts';

/**
 * Entries and lineups as Postgres packs them, a column of a batch in one value: rows as objects cost ten times as much, in
 * time and in garbage. Small enough batches that unpacking one does not hold up other calls.
 */
const BATCH_SIZE = 10_000;

/** Entries in order of joining; each column one behind the other. */
export interface EntryBatch extends PackedTexts {
  entryPoints: Buffer;
  /** As Postgres sends times: microseconds since 2000. */
  joinedAt: Buffer;
}

/** Lineups in the order in which they were saved; each column one behind the other. */
export interface LineupBatch {
  count: number;
  ordinals: Buffer;
  gameweeks: Buffer;
  savedAt: Buffer;
  /** See the column `packed`. */
  packed: Buffer;
}

const [INT4, TIME] = [4, 8];

const ENTRIES = `select string_agg(uuid_send(id), ''), string_agg(wallet_address, ''), string_agg(team_name, chr(10)),
    string_agg(int4send(entry_points), ''), string_agg(timestamptz_send(joined_at), '')
  from (select id, wallet_address, team_name, entry_points, joined_at
    from entries where game_id = $1 and ordinal > $2 order by ordinal limit ${BATCH_SIZE}) as batch`;

/** The entries after an ordinal. */
export async function* entriesAfter(
  db: Database,
  gameId: string,
  ordinal: number,
): AsyncGenerator<EntryBatch> {
  const read = (after: number) => ahead(readEntries(db, gameId, after));
  let after = ordinal;
  for (let next = read(after); ; ) {
    const batch = await next;
    after += batch.count;
    const full = batch.count === BATCH_SIZE;
    if (full) next = read(after);
    if (batch.count > 0) yield batch;
    if (!full) return;
  }
}

async function readEntries(db: Database, gameId: string, after: number): Promise<EntryBatch> {
  const [ids, wallets, names, entryPoints, joinedAt] = await queryBytes(db, ENTRIES, [gameId, after]);
  return {
    count: entryPoints!.length / INT4,
    ...{ ids: ids!, wallets: wallets!, names: names!, entryPoints: entryPoints!, joinedAt: joinedAt! },
  };
}

const LINEUPS = `select string_agg(int4send(ordinal), ''), string_agg(int4send(effective_gameweek), ''),
    string_agg(timestamptz_send(saved_at), ''), string_agg(packed, '')
  from (select ordinal, effective_gameweek, saved_at, packed
    from lineups where game_id = $1 and game_version > $2 and game_version <= $3 order by game_version) as batch`;

/** The lineups saved after one version of the game and up to another; a version has one lineup at most. */
export async function* lineupBatches(
  db: Database,
  gameId: string,
  from: number,
  to: number,
): AsyncGenerator<LineupBatch> {
  const read = (after: number) => ahead(readLineups(db, gameId, after, Math.min(to, after + BATCH_SIZE)));
  let next = read(from);
  for (let after = from; after < to; after += BATCH_SIZE) {
    const batch = await next;
    if (after + BATCH_SIZE < to) next = read(after + BATCH_SIZE);
    if (batch.count > 0) yield batch;
  }
}

async function readLineups(db: Database, gameId: string, from: number, to: number): Promise<LineupBatch> {
  const [ordinals, gameweeks, savedAt, packed] = await queryBytes(db, LINEUPS, [gameId, from, to]);
  return {
    count: ordinals!.length / INT4,
    ...{ ordinals: ordinals!, gameweeks: gameweeks!, savedAt: savedAt!, packed: packed! },
  };
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

/** The value at a place of a column of integers. */
export const integerAt = (integers: Buffer, place: number): number => integers.readInt32BE(place * INT4);

/** Epoch ms of the time at a place of a column. */
export const timeAt = (times: Buffer, place: number): number =>
  EPOCH_2000_MS +
  Math.floor(
    (times.readInt32BE(place * TIME) * 4_294_967_296 + times.readUInt32BE(place * TIME + 4)) / 1_000,
  );
