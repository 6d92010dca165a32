import { isDeepStrictEqual } from 'node:util';
import type { Database } from '@touchline/service-kit/data/database';
import { findAdjustmentSums } from '../adjustments/adjustments.store.ts';
import { groupAdjustments } from '../adjustments/adjustments.ts';
import { WALLET_BYTES } from '../games/wallet-bytes.ts';
import { addSpareCapacity, createShared } from '../scoring/columns.ts';
import { addChecked } from '../scoring/kernel.ts';
import { LineupLog } from '../scoring/lineup-log.ts';
import { computeAverage, sumPoints } from './averages.ts';
import {
  type EntryBatch,
  readEntries,
  readFirstLineups,
  readLaterLineups,
  readParticipants,
  readSettledPoints,
  readStakers,
  type SettledBatch,
  type StakerBatch,
} from './batches.store.ts';
import {
  type CoefficientRow,
  type EditedRow,
  readCoefficientChanges,
  readCoefficientsAfter,
  readEditedSince,
  readSettledGameweeks,
  readUnrankedOrdinals,
} from './entry-table.store.ts';
import { type EntryTable, growTable, NOTHING_SETTLED } from './entry-table.ts';
import { collectMinor, collectWhenIdle } from './memory-release.ts';
import { appendFirstLineups, appendLaterLineups } from './packed-lineups.ts';

/** Entries after which the garbage of their batches is collected. */
const COLLECT_EVERY = 20_000;
/** Up to this many new entries, Postgres joins the histories. Beyond it all stakers are read and matched in memory. */
const SMALL_BATCH = 10_000;

/**
 * Reads the rows that the table lacks, up to a committed version of the game. Raising the version locks the game's row, so
 * every row up to that version is readable. After an error the table is incomplete and must be discarded.
 * @param scores true while lineups are still scored; may depend on the entries. Otherwise lineups are neither read nor kept.
 */
export async function catchUp(
  db: Database,
  table: EntryTable,
  gameId: string,
  version: number,
  scores: true | ((table: EntryTable) => boolean) = true,
): Promise<void> {
  if (table.count === 0) await reserveCapacity(db, table, gameId, scores === true);
  // First lineups are read with their entries only if those of all known entries are in memory.
  const lineups = scores === true && table.lineups.firsts.length === table.count;
  if (table.version < version) await catchUpEntries(db, table, gameId, version, lineups);
  if (scores === true || scores(table)) await catchUpLineups(db, table, gameId, version);
  else dropLineups(table);
}

async function reserveCapacity(
  db: Database,
  table: EntryTable,
  gameId: string,
  lineups: boolean,
): Promise<void> {
  const entries = await readParticipants(db, gameId);
  growTable(table, addSpareCapacity(entries));
  if (lineups) table.lineups.firsts.reserve(entries);
}

async function catchUpLineups(db: Database, table: EntryTable, gameId: string, version: number) {
  if (table.lineupsVersion >= version) return;
  const { firsts } = table.lineups;
  firsts.reserve(table.count);
  if (firsts.length < table.count)
    for await (const batch of readFirstLineups(db, gameId, firsts.length, version))
      appendFirstLineups(table.lineups, batch);
  for await (const batch of readLaterLineups(db, gameId, table.lineupsVersion, version)) {
    appendLaterLineups(table.lineups, batch);
    table.moves += batch.count;
  }
  table.lineupsVersion = version;
}

async function catchUpEntries(
  db: Database,
  table: EntryTable,
  gameId: string,
  version: number,
  lineups: boolean,
): Promise<void> {
  const known = table.count;
  for await (const batch of readEntries(db, gameId, known, lineups)) {
    addEntries(table, batch);
    if (batch.lineups) appendFirstLineups(table.lineups, batch.lineups);
    if (table.count % COLLECT_EVERY < batch.count) collectMinor();
  }
  if (known > 0) {
    const edited = await readEditedSince(db, gameId, known, table.version);
    const staked = await readCoefficientChanges(db, gameId, table.version, version);
    for (const row of edited) changeEntry(table, row);
    setCoefficients(table, staked);
    table.moves += edited.length + staked.length;
  }
  await readCoefficients(db, table, gameId, known);
  await readSettled(db, table, gameId, version);
  await readUnrankedAndAdjustments(db, table, gameId);
  table.version = version;
}

/** Reads the coefficients of the entries after the first `known`. */
async function readCoefficients(
  db: Database,
  table: EntryTable,
  gameId: string,
  known: number,
): Promise<void> {
  if (table.count - known <= SMALL_BATCH)
    return setCoefficients(table, await readCoefficientsAfter(db, gameId, known));
  for await (const batch of readStakers(db)) addStakers(table, batch, known);
}

/** Skips the first `known` entries and wallets that are not in the game. */
function addStakers(table: EntryTable, batch: StakerBatch, known: number): void {
  const { count, wallets, coefficients, since, histories } = batch;
  const indexOf = (place: number) => table.texts.findIndexByBytes(wallets, place * WALLET_BYTES) ?? -1;
  for (let place = 0; place < count; place += 1) {
    const index = indexOf(place);
    if (index >= known) table.coefficients.setSingleStep(index, coefficients[place]!, since[place]!);
  }
  for (const [place, steps] of histories) {
    const index = indexOf(place);
    if (index >= known) table.coefficients.set(index, steps);
  }
}

async function readUnrankedAndAdjustments(db: Database, table: EntryTable, gameId: string): Promise<void> {
  const unranked = new Set(
    (await readUnrankedOrdinals(db, gameId, table.count)).map((ordinal) => ordinal - 1),
  );
  const adjustments = groupAdjustments(await findAdjustmentSums(db, gameId, table.count));
  if (isDeepStrictEqual([unranked, adjustments], [table.unranked, table.adjustments])) return;
  table.moves += 1;
  table.unranked = unranked;
  table.adjustments = adjustments;
}

function dropLineups(table: EntryTable) {
  if (table.lineups.length > 0) table.lineups = new LineupLog();
  table.lineupsVersion = -1;
}

function addEntries(table: EntryTable, batch: EntryBatch) {
  const capacity = table.count + batch.count;
  if (capacity > table.entryPoints.length) {
    growTable(table, addSpareCapacity(capacity));
    collectWhenIdle(table.count);
  }
  table.texts.appendAll(batch);
  // Most batches have none, and unwritten zeros take no memory.
  if (batch.entryPoints.some(Boolean)) table.entryPoints.set(batch.entryPoints, table.count);
  table.joinedAt.set(batch.joinedAt, table.count);
  table.count = capacity;
}

function changeEntry(table: EntryTable, row: EditedRow) {
  table.texts.rename(row.ordinal - 1, row.team_name);
  table.entryPoints[row.ordinal - 1] = row.entry_points;
}

/** Skips entries that joined after the table was read: their coefficient is read with them. */
function setCoefficients(table: EntryTable, rows: readonly CoefficientRow[]) {
  for (const { ordinal, steps } of rows)
    if (ordinal <= table.count) table.coefficients.set(ordinal - 1, steps);
}

/** Adds the gameweeks settled since the table's version. A gameweek that was settled again rebuilds all sums. */
async function readSettled(db: Database, table: EntryTable, gameId: string, version: number): Promise<void> {
  let gameweeks = await readSettledGameweeks(db, gameId, table.version, version);
  if (gameweeks.some((gameweek) => table.settled.has(gameweek))) {
    resetSettled(table);
    gameweeks = await readSettledGameweeks(db, gameId, -1, version);
  }
  if (gameweeks.length > 0) table.settledVersion = version;
  table.moves += gameweeks.length;
  for (const gameweek of gameweeks) {
    const own = {
      gameweek,
      points: createShared(Int32Array, table.count),
      earned: createShared(Int32Array, table.count),
    };
    let entries = 0;
    for await (const batch of readSettledPoints(db, gameId, gameweek)) {
      addSettled(table, own, batch);
      entries += batch.count;
    }
    table.settled.add(gameweek);
    table.settledAverages.set(gameweek, computeAverage(sumPoints(own.points), entries));
    if (gameweek >= table.lastSettled.gameweek) table.lastSettled = own;
  }
}

function resetSettled(table: EntryTable) {
  table.settled.clear();
  table.settledAverages.clear();
  table.settledPoints.fill(0);
  table.settledEarned.fill(0);
  table.lastSettled = NOTHING_SETTLED;
}

function addSettled(
  table: EntryTable,
  own: Pick<EntryTable['lastSettled'], 'points' | 'earned'>,
  { count, ordinals, points, earned }: SettledBatch,
) {
  for (let place = 0; place < count; place += 1) {
    const index = ordinals[place]! - 1;
    own.points[index] = points[place]!;
    own.earned[index] = earned[place]!;
    table.settledPoints[index]! += points[place]!;
    addChecked(table.settledEarned, index, earned[place]!);
  }
}
