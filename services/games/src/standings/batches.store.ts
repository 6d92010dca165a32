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

/** Lineups, those of an entry in the order in which they were saved; each column one behind the other. */
export interface LineupBatch {
  count: number;
  ordinals: Buffer;
  gameweeks: Buffer;
  savedAt: Buffer;
  /** See `lineup-bytes.ts`. */
  lineups: Buffer;
}

const [INT4, TIME] = [4, 8];

const ENTRIES = `select string_agg(uuid_send(id), ''), string_agg(wallet, ''), string_agg(team_name, chr(10)),
    string_agg(int4send(entry_points), ''), string_agg(timestamptz_send(joined_at), '')
  from (select id, wallet, team_name, entry_points, joined_at
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

const lineups = (gameweek: string, savedAt: string, lineup: string, from: string) =>
  `select string_agg(int4send(ordinal), ''), string_agg(int4send(${gameweek}), ''),
    string_agg(timestamptz_send(${savedAt}), ''), string_agg(${lineup}, '') from (${from}) as batch`;

const FIRST_LINEUPS = lineups(
  'first_gameweek',
  'joined_at',
  'first_lineup',
  `select ordinal, first_gameweek, joined_at, first_lineup from entries
   where game_id = $1 and ordinal > $2 and first_version <= $3 order by ordinal limit ${BATCH_SIZE}`,
);

/** The first lineups of the entries after an ordinal, up to a version of the game: ordinals and versions rise together. */
export async function* firstLineups(
  db: Database,
  gameId: string,
  ordinal: number,
  to: number,
): AsyncGenerator<LineupBatch> {
  const read = (after: number) => ahead(readLineups(db, FIRST_LINEUPS, [gameId, after, to]));
  for (let next = read(ordinal); ; ) {
    const batch = await next;
    const full = batch.count === BATCH_SIZE;
    if (full) next = read(integerAt(batch.ordinals, batch.count - 1));
    if (batch.count > 0) yield batch;
    if (!full) return;
  }
}

const LATER_LINEUPS = lineups(
  'effective_gameweek',
  'saved_at',
  'lineup',
  `select ordinal, effective_gameweek, saved_at, lineup from later_lineups
   where game_id = $1 and game_version > $2 and game_version <= $3 order by game_version`,
);

/** The other lineups saved after one version of the game and up to another; a version has one lineup at most. */
export async function* laterLineups(
  db: Database,
  gameId: string,
  from: number,
  to: number,
): AsyncGenerator<LineupBatch> {
  const read = (after: number) =>
    ahead(readLineups(db, LATER_LINEUPS, [gameId, after, Math.min(to, after + BATCH_SIZE)]));
  let next = read(from);
  for (let after = from; after < to; after += BATCH_SIZE) {
    const batch = await next;
    if (after + BATCH_SIZE < to) next = read(after + BATCH_SIZE);
    if (batch.count > 0) yield batch;
  }
}

async function readLineups(
  db: Database,
  sql: string,
  values: readonly (string | number)[],
): Promise<LineupBatch> {
  const [ordinals, gameweeks, savedAt, lineups] = await queryBytes(db, sql, values);
  return {
    count: ordinals!.length / INT4,
    ...{ ordinals: ordinals!, gameweeks: gameweeks!, savedAt: savedAt!, lineups: lineups! },
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
