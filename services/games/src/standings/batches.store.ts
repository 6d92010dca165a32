import type { CoefficientStep } from '@touchline/rules/stakes';
import { type Database, queryOne } from '@touchline/service-kit/database';
import { queryBytes } from '@touchline/service-kit/query-bytes';
import { WALLET_BYTES } from '../games/wallet-bytes.ts';
import type { PackedTexts } from './entry-texts.ts';
import { integersOf, numbersOf, timesOf } from './sent-columns.ts';

/**
 * Entries and lineups as Postgres packs them, a column of a batch in one value: rows as objects cost ten times as much, in
 * time and in garbage. Small enough batches that unpacking one does not hold up other calls.
 */
const BATCH_SIZE = 10_000;

/** Entries in order of joining; each column one behind the other. */
export interface EntryBatch extends PackedTexts {
  entryPoints: Int32Array;
  /** Epoch ms. */
  joinedAt: Float64Array;
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
  const points = integersOf(entryPoints!);
  return {
    count: points.length,
    ...{ ids: ids!, wallets: wallets!, names: names!, entryPoints: points, joinedAt: timesOf(joinedAt!) },
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

/** Coefficient histories of wallets, in any game or none. */
export interface StakerBatch {
  /** Their bytes, one behind the other. */
  wallets: Buffer;
  steps: CoefficientStep[][];
}

const STAKERS = `select string_agg(decode(substr(wallet_address, 3), 'hex'), ''), json_agg(steps)
  from (select wallet_address, steps from wallet_coefficients
    where wallet_address > $1 order by wallet_address limit ${BATCH_SIZE}) as batch`;

/** All wallets that ever staked. */
export async function* stakers(db: Database): AsyncGenerator<StakerBatch> {
  for (let after = ''; ; ) {
    const [wallets, json] = await queryBytes(db, STAKERS, [after]);
    if (wallets!.length === 0) return;
    const steps: CoefficientStep[][] = JSON.parse(json!.toString());
    yield { wallets: wallets!, steps };
    if (steps.length < BATCH_SIZE) return;
    after = `0x${wallets!.toString('hex', wallets!.length - WALLET_BYTES)}`;
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
