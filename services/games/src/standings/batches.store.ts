import type { CoefficientStep } from '@touchline/rules/stakes';
import { type Database, queryOne } from '@touchline/service-kit/database';
import { queryBytes } from '@touchline/service-kit/query-bytes';
import { WALLET_BYTES } from '../games/wallet-bytes.ts';
import type { PackedTexts } from './entry-texts.ts';
import { doublesOf, integersOf, numbersOf, timesOf } from './sent-columns.ts';

/**
 * Entries and lineups as Postgres packs them, a column of a batch in one value: rows as objects cost ten times as much, in
 * time and in garbage. Small enough batches that unpacking one does not hold up other calls.
 */
const BATCH_SIZE = 5_000;
/** Batches of entries that Postgres packs at the same time. */
const READ_AHEAD = 2;

/** Entries in order of joining; each column one behind the other. */
export interface EntryBatch extends PackedTexts {
  entryPoints: Int32Array;
  /** Epoch ms. */
  joinedAt: Float64Array;
  /** Their first lineups, if they were asked for. */
  lineups: LineupBatch | null;
}

/** Lineups, those of an entry in the order in which they were saved; each column one behind the other. */
export interface LineupBatch {
  count: number;
  ordinals: Int32Array;
  gameweeks: Int32Array;
  /** Epoch ms. */
  savedAt: Float64Array;
  /** See `lineup-bytes.ts`; the numbers of one lineup behind those of the other. */
  numbers: Uint16Array;
}

const COLUMNS = `string_agg(uuid_send(id), ''), string_agg(wallet, ''), string_agg(team_name, chr(10)),
  string_agg(int4send(entry_points), ''), string_agg(timestamptz_send(joined_at), '')`;
const LINEUP_COLUMNS = "string_agg(int4send(first_gameweek), ''), string_agg(first_lineup, '')";

const entries = (columns: string) => `select ${columns}
  from (select id, wallet, team_name, entry_points, joined_at, first_gameweek, first_lineup
    from entries where game_id = $1 and ordinal > $2 order by ordinal limit ${BATCH_SIZE}) as batch`;

const ENTRIES = entries(COLUMNS);
/** Half of the work of reading them one after the other. */
const ENTRIES_AND_LINEUPS = entries(`${COLUMNS}, ${LINEUP_COLUMNS}`);

/** The entries after an ordinal. */
export async function* entriesAfter(
  db: Database,
  gameId: string,
  ordinal: number,
  lineups: boolean,
): AsyncGenerator<EntryBatch> {
  const read = (after: number) => ahead(readEntries(db, gameId, after, lineups));
  const coming = [read(ordinal)];
  for (let after = ordinal; ; ) {
    const batch = await coming.shift()!;
    after += batch.count;
    const full = batch.count === BATCH_SIZE;
    // Ordinals have no gaps: what comes next is known. Where there is more, two connections read it.
    while (full && coming.length < READ_AHEAD) coming.push(read(after + coming.length * BATCH_SIZE));
    if (batch.count > 0) yield batch;
    if (!full) return;
  }
}

async function readEntries(
  db: Database,
  gameId: string,
  after: number,
  withLineups: boolean,
): Promise<EntryBatch> {
  const sql = withLineups ? ENTRIES_AND_LINEUPS : ENTRIES;
  const [ids, wallets, names, entryPoints, joined, gameweeks, lineups] = await queryBytes(db, sql, [
    gameId,
    after,
  ]);
  const points = integersOf(entryPoints!);
  const joinedAt = timesOf(joined!);
  const count = points.length;
  return {
    ...{ count, ids: ids!, wallets: wallets!, names: names!, entryPoints: points, joinedAt },
    lineups: lineups
      ? {
          ...{ count, ordinals: Int32Array.from({ length: count }, (_, place) => after + place + 1) },
          ...{ gameweeks: integersOf(gameweeks!), savedAt: joinedAt, numbers: numbersOf(lineups) },
        }
      : null,
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
  yield* byOrdinal(ordinal, (after) => readLineups(db, FIRST_LINEUPS, [gameId, after, to]));
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
  const [of, gameweeks, savedAt, lineups] = await queryBytes(db, sql, values);
  const ordinals = integersOf(of!);
  return {
    count: ordinals.length,
    ...{
      ordinals,
      gameweeks: integersOf(gameweeks!),
      savedAt: timesOf(savedAt!),
      numbers: numbersOf(lineups!),
    },
  };
}

/** What a settled gameweek brought to entries; each column one behind the other. */
export interface SettledBatch {
  count: number;
  ordinals: Int32Array;
  points: Int32Array;
  /** Thousandths. */
  earned: Int32Array;
}

const SETTLED = `select string_agg(int4send(ordinal), ''), string_agg(int4send(points), ''), string_agg(int4send(earned), '')
  from (select ordinal, points, earned from entry_gameweeks
    where game_id = $1 and gameweek = $2 and ordinal > $3 order by ordinal limit ${BATCH_SIZE}) as batch`;

/** What a settled gameweek brought to every entry. */
export function settledPoints(db: Database, gameId: string, gameweek: number): AsyncGenerator<SettledBatch> {
  return byOrdinal(0, async (after) => {
    const sent = await queryBytes(db, SETTLED, [gameId, gameweek, after]);
    const [ordinals, points, earned] = sent.map(integersOf) as [Int32Array, Int32Array, Int32Array];
    return { count: ordinals.length, ordinals, points, earned };
  });
}

async function* byOrdinal<B extends { count: number; ordinals: Int32Array }>(
  ordinal: number,
  read: (after: number) => Promise<B>,
): AsyncGenerator<B> {
  for (let next = ahead(read(ordinal)); ; ) {
    const batch = await next;
    const full = batch.count === BATCH_SIZE;
    if (full) next = ahead(read(batch.ordinals[batch.count - 1]!));
    if (batch.count > 0) yield batch;
    if (!full) return;
  }
}

/** Coefficient histories of wallets, in any game or none; each column one behind the other. */
export interface StakerBatch {
  count: number;
  /** Their bytes. */
  wallets: Buffer;
  /** Thousandths after the last step. */
  coefficients: Int32Array;
  /** Epoch ms of the last step. */
  since: Float64Array;
  /** Those of several steps, by place. */
  histories: [place: number, steps: CoefficientStep[]][];
}

const STAKERS = `select string_agg(decode(substr(wallet_address, 3), 'hex'), ''),
    string_agg(int4send((steps -> -1 ->> 'coefficient')::int), ''), string_agg(float8send((steps -> -1 ->> 'at')::float8), ''),
    json_agg(json_build_array(place - 1, steps)) filter (where jsonb_array_length(steps) > 1)
  from (select wallet_address, steps, row_number() over (order by wallet_address) as place
    from wallet_coefficients where wallet_address > $1 and jsonb_array_length(steps) > 0
    order by wallet_address limit ${BATCH_SIZE}) as batch`;

/** All wallets that ever staked. */
export async function* stakers(db: Database): AsyncGenerator<StakerBatch> {
  const read = (after: string) => ahead(queryBytes(db, STAKERS, [after]));
  for (let next = read(''); ; ) {
    const [wallets, coefficients, since, histories] = (await next) as [Buffer, Buffer, Buffer, Buffer];
    const count = wallets.length / WALLET_BYTES;
    const full = count === BATCH_SIZE;
    if (full) next = read(`0x${wallets.toString('hex', wallets.length - WALLET_BYTES)}`);
    if (count > 0)
      yield {
        ...{ count, wallets, coefficients: integersOf(coefficients), since: doublesOf(since) },
        histories: histories.length > 0 ? JSON.parse(histories.toString()) : [],
      };
    if (!full) return;
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
