import type { CoefficientStep } from '@touchline/rules/stakes';
import { type Database, queryOne } from '@touchline/service-kit/data/database';
import { queryBytes } from '@touchline/service-kit/data/query-bytes';
import { WALLET_BYTES } from '../games/wallet-bytes.ts';
import { parseDoubles, parseIntegers, parseShorts, parseTimes } from './binary-columns.ts';
import type { PackedTexts } from './entry-texts.ts';

/**
 * Entries per batch. Postgres packs each column of a batch into one value, because rows as objects cost far more time and
 * garbage. Batches are small enough not to delay other requests while one is unpacked.
 */
const BATCH_SIZE = 5_000;
/** Entries with their lineups per result row: up to 64 kB. */
const ROW_SIZE = 500;
/** Batches of entries that Postgres packs concurrently. */
const MAX_PARALLEL_READS = 2;

/** Entries in order of joining, as concatenated columns. */
export interface EntryBatch extends PackedTexts {
  entryPoints: Int32Array;
  /** Epoch ms. */
  joinedAt: Float64Array;
  /** First lineups of the entries, if requested. */
  lineups: LineupBatch | null;
}

/** Lineups as concatenated columns. */
export interface LineupBatch {
  count: number;
  gameweeks: Int32Array;
  /** Numbers of all lineups, concatenated (see `lineup-bytes.ts`). */
  numbers: Uint16Array;
}

/** Later lineups, in the order of saving. */
export interface LaterLineupBatch extends LineupBatch {
  /** Ordinals of the entries. */
  ordinals: Int32Array;
  /** Epoch ms. */
  savedAt: Float64Array;
}

const COLUMNS = `string_agg(uuid_send(id), ''), string_agg(wallet, ''), string_agg(team_name, chr(10)),
  string_agg(int4send(entry_points), ''), string_agg(timestamptz_send(joined_at), '')`;
const LINEUP_COLUMNS = "string_agg(int4send(first_gameweek), ''), string_agg(first_lineup, '')";

const entryBatchQuery = (columns: string) => `select batch.*
  from generate_series($2::int, $2::int + ${BATCH_SIZE - ROW_SIZE}, ${ROW_SIZE}) as start cross join lateral (select ${columns}
    from (select id, wallet, team_name, entry_points, joined_at, first_gameweek, first_lineup from entries
      where game_id = $1 and ordinal > start and ordinal <= start + ${ROW_SIZE} order by ordinal) as entry) as batch
  order by start`;

const ENTRIES = entryBatchQuery(COLUMNS);
/** Reads both in one pass. */
const ENTRIES_AND_LINEUPS = entryBatchQuery(`${COLUMNS}, ${LINEUP_COLUMNS}`);

/** Reads the entries after an ordinal, in batches. */
export async function* readEntries(
  db: Database,
  gameId: string,
  ordinal: number,
  lineups: boolean,
): AsyncGenerator<EntryBatch> {
  const sql = lineups ? ENTRIES_AND_LINEUPS : ENTRIES;
  const read = (after: number) => startAhead(queryBytes(db, sql, [gameId, after]));
  const coming = [read(ordinal)];
  for (let after = ordinal; ; ) {
    const batches = (await coming.shift()!).map(toEntryBatch);
    const count = batches.reduce((sum, batch) => sum + batch.count, 0);
    after += count;
    const full = count === BATCH_SIZE;
    // Ordinals have no gaps, so the next batches can be requested before this one is consumed.
    while (full && coming.length < MAX_PARALLEL_READS) coming.push(read(after + coming.length * BATCH_SIZE));
    for (const batch of batches) if (batch.count > 0) yield batch;
    if (!full) return;
  }
}

function toEntryBatch(row: Buffer[]): EntryBatch {
  const [ids, wallets, names, points, joined, gameweeks, lineups] = row as [
    ...[ids: Buffer, wallets: Buffer, names: Buffer, points: Buffer, joined: Buffer],
    ...[gameweeks?: Buffer, lineups?: Buffer],
  ];
  const entryPoints = parseIntegers(points);
  const count = entryPoints.length;
  return {
    count,
    ids,
    wallets,
    names,
    entryPoints,
    joinedAt: parseTimes(joined),
    lineups: gameweeks && lineups ? toLineupBatch([gameweeks, lineups]) : null,
  };
}

const FIRST_LINEUPS = `select ${LINEUP_COLUMNS} from (select first_gameweek, first_lineup from entries
  where game_id = $1 and ordinal > $2 and first_version <= $3 order by ordinal limit ${BATCH_SIZE}) as batch`;

/** Reads the first lineups of the entries after an ordinal, up to a version of the game. Ordinals and versions rise together. */
export async function* readFirstLineups(
  db: Database,
  gameId: string,
  ordinal: number,
  to: number,
): AsyncGenerator<LineupBatch> {
  for (let after = ordinal; ; after += BATCH_SIZE) {
    const [row] = await queryBytes(db, FIRST_LINEUPS, [gameId, after, to]);
    const batch = toLineupBatch(row as [Buffer, Buffer]);
    if (batch.count > 0) yield batch;
    if (batch.count < BATCH_SIZE) return;
  }
}

const toLineupBatch = ([gameweeks, lineups]: [gameweeks: Buffer, lineups: Buffer]): LineupBatch => ({
  count: gameweeks.length / Int32Array.BYTES_PER_ELEMENT,
  gameweeks: parseIntegers(gameweeks),
  numbers: parseShorts(lineups),
});

const LATER_LINEUPS = `select string_agg(int4send(effective_gameweek), ''), string_agg(lineup, ''),
    string_agg(int4send(ordinal), ''), string_agg(timestamptz_send(saved_at), '')
  from (select ordinal, effective_gameweek, saved_at, lineup from later_lineups
    where game_id = $1 and game_version > $2 and game_version <= $3 order by game_version) as batch`;

/** Reads the later lineups saved after one version of the game and up to another. A version has at most one lineup. */
export async function* readLaterLineups(
  db: Database,
  gameId: string,
  from: number,
  to: number,
): AsyncGenerator<LaterLineupBatch> {
  const read = (after: number) =>
    startAhead(queryBytes(db, LATER_LINEUPS, [gameId, after, Math.min(to, after + BATCH_SIZE)]));
  let next = read(from);
  for (let after = from; after < to; after += BATCH_SIZE) {
    const [row] = await next;
    if (after + BATCH_SIZE < to) next = read(after + BATCH_SIZE);
    const [gameweeks, lineups, ordinals, savedAt] = row as [Buffer, Buffer, Buffer, Buffer];
    if (ordinals.length > 0)
      yield {
        ...toLineupBatch([gameweeks, lineups]),
        ordinals: parseIntegers(ordinals),
        savedAt: parseTimes(savedAt),
      };
  }
}

/** Points of entries in a settled gameweek, as concatenated columns. */
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

/** Reads the points of every entry in a settled gameweek. */
export async function* readSettledPoints(
  db: Database,
  gameId: string,
  gameweek: number,
): AsyncGenerator<SettledBatch> {
  const read = (after: number) => startAhead(queryBytes(db, SETTLED, [gameId, gameweek, after]));
  for (let next = read(0); ; ) {
    const [row] = await next;
    const [ordinals, points, earned] = row!.map(parseIntegers) as [Int32Array, Int32Array, Int32Array];
    const count = ordinals.length;
    const full = count === BATCH_SIZE;
    if (full) next = read(ordinals[count - 1]!);
    if (count > 0) yield { count, ordinals, points, earned };
    if (!full) return;
  }
}

/** Coefficient histories of wallets, whether in a game or not, as concatenated columns. */
export interface StakerBatch {
  count: number;
  /** Bytes of the wallets. */
  wallets: Buffer;
  /** Thousandths after the last step. */
  coefficients: Int32Array;
  /** Epoch ms of the last step. */
  since: Float64Array;
  /** Histories of more than one step, by place. */
  histories: [place: number, steps: CoefficientStep[]][];
}

const STAKERS = `select string_agg(decode(substr(wallet_address, 3), 'hex'), ''),
    string_agg(int4send((steps -> -1 ->> 'coefficient')::int), ''), string_agg(float8send((steps -> -1 ->> 'at')::float8), ''),
    json_agg(json_build_array(place - 1, steps)) filter (where jsonb_array_length(steps) > 1)
  from (select wallet_address, steps, row_number() over (order by wallet_address) as place
    from wallet_coefficients where wallet_address > $1 and jsonb_array_length(steps) > 0
    order by wallet_address limit ${BATCH_SIZE}) as batch`;

/** Reads the histories of all wallets that have ever staked. */
export async function* readStakers(db: Database): AsyncGenerator<StakerBatch> {
  const read = (after: string) => startAhead(queryBytes(db, STAKERS, [after]));
  for (let next = read(''); ; ) {
    const [row] = await next;
    const [wallets, coefficients, since, histories] = row as [Buffer, Buffer, Buffer, Buffer];
    const count = wallets.length / WALLET_BYTES;
    const full = count === BATCH_SIZE;
    if (full) next = read(`0x${wallets.toString('hex', wallets.length - WALLET_BYTES)}`);
    if (count > 0)
      yield {
        count,
        wallets,
        coefficients: parseIntegers(coefficients),
        since: parseDoubles(since),
        histories: histories.length > 0 ? JSON.parse(histories.toString()) : [],
      };
    if (!full) return;
  }
}

/** Lets a query run ahead of its consumer. A failure surfaces when the promise is awaited. */
function startAhead<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/** Reads the number of entries of a game; more may join at any time. */
export async function readParticipants(db: Database, gameId: string): Promise<number> {
  const row = await queryOne<{ participants: number }>(db, 'select participants from games where id = ?', [
    gameId,
  ]);
  return row?.participants ?? 0;
}
