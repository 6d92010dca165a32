import { isDeepStrictEqual } from 'node:util';
import type { Database } from '@touchline/service-kit/database';
import { adjustmentSums } from '../adjustments/adjustments.store.ts';
import {
  type Adjustments,
  adjustCoefficients,
  adjustedCoefficient,
  adjustmentsByIndex,
  NO_ADJUSTMENTS,
} from '../adjustments/adjustments.ts';
import { addChecked } from '../scoring/kernel.ts';
import { LineupLog, type SavedLineup } from '../scoring/lineup-log.ts';
import type { Pass } from '../scoring/pass.ts';
import { grown, Workspace } from '../scoring/workspace.ts';
import { averageOf, totalOf } from './averages.ts';
import { CoefficientColumns } from './coefficient-columns.ts';
import {
  type CoefficientRow,
  coefficientsAfter,
  coefficientsBetween,
  type EntryRow,
  editedSince,
  entriesAfter,
  lineupsBetween,
  type SettledRow,
  settledBetween,
  settledPoints,
  unrankedOrdinals,
} from './entry-table.store.ts';
import { EntryTexts } from './entry-texts.ts';

/** The entries of one game as columns by index (ordinal minus 1), with their lineups and settled points. */
export interface EntryTable {
  /** Version of the game up to which the table is complete, but for the lineups. */
  version: number;
  count: number;
  /** Raised by everything that can move an entry, or rename it; not by entries that join. */
  moves: number;
  texts: EntryTexts;
  entryPoints: Int32Array;
  joinedAt: Float64Array;
  lineups: LineupLog;
  /** Version of the game up to which they are complete; -1 while they are not here, because nothing scores them. */
  lineupsVersion: number;
  /** Entries whose first lineup is here: the first ones, as they come in order of joining. */
  entered: number;
  coefficients: CoefficientColumns;
  /** Entries outside the standings: suspended, or excluded by an administrator. */
  unranked: ReadonlySet<number>;
  adjustments: Adjustments;
  /** Gameweeks whose points are in the sums below. */
  settled: Set<number>;
  /** Average points by settled gameweek. */
  settledAverages: Map<number, number>;
  settledPoints: Int32Array;
  /** Thousandths. */
  settledEarned: Int32Array;
  /** Points of the last settled gameweek; `earned` in thousandths. */
  lastSettled: { gameweek: number; points: Int32Array; earned: Int32Array };
  /** Ranks to compare with, kept until another gameweek is settled, or unranked entries or adjustments change. */
  previousRanks: KnownRanks | null;
  /** Shared by tables of a process. */
  workspace: Workspace;
}

interface KnownRanks {
  key: string;
  lastSettled: EntryTable['lastSettled'];
  ranks: Int32Array | null;
}

export function emptyTable(workspace = new Workspace()): EntryTable {
  return {
    version: -1,
    count: 0,
    moves: 0,
    texts: new EntryTexts(),
    entryPoints: new Int32Array(0),
    joinedAt: new Float64Array(0),
    lineups: new LineupLog(),
    lineupsVersion: -1,
    entered: 0,
    coefficients: new CoefficientColumns(),
    unranked: new Set(),
    adjustments: NO_ADJUSTMENTS,
    settled: new Set(),
    settledAverages: new Map(),
    settledPoints: new Int32Array(0),
    settledEarned: new Int32Array(0),
    lastSettled: NOTHING_SETTLED,
    previousRanks: null,
    workspace,
  };
}

const NOTHING_SETTLED = { gameweek: 0, points: new Int32Array(0), earned: new Int32Array(0) };

/**
 * Reads what the table lacks up to a version of the game that the caller has seen committed. Raising the version locks the
 * game's row, so everything up to it is readable. After an error the table is incomplete: discard it.
 * @param scores whether lineups are still scored; else they, the largest part, are neither read nor kept
 */
export async function catchUp(
  db: Database,
  table: EntryTable,
  gameId: string,
  version: number,
  scores: (table: EntryTable) => boolean = () => true,
): Promise<void> {
  if (table.version < version) await catchUpEntries(db, table, gameId, version);
  if (!scores(table)) forgetLineups(table);
  else if (table.lineupsVersion < version) {
    for await (const rows of lineupsBetween(db, gameId, table.lineupsVersion, version))
      for (const row of rows) addLineup(table, row);
    table.lineupsVersion = version;
  }
}

function addLineup(table: EntryTable, row: SavedLineup) {
  table.lineups.append(row);
  if (row.ordinal === table.entered + 1) table.entered += 1;
  else table.moves += 1;
}

async function catchUpEntries(
  db: Database,
  table: EntryTable,
  gameId: string,
  version: number,
): Promise<void> {
  const known = table.count;
  for await (const rows of entriesAfter(db, gameId, known)) for (const row of rows) addEntry(table, row);
  if (known > 0) {
    const edited = await editedSince(db, gameId, known, table.version);
    const staked = await coefficientsBetween(db, gameId, table.version, version);
    for (const row of edited) changeEntry(table, row);
    setCoefficients(table, staked);
    table.moves += edited.length + staked.length;
  }
  for await (const rows of coefficientsAfter(db, gameId, known)) setCoefficients(table, rows);
  await readSettled(db, table, gameId, version);
  await readExceptions(db, table, gameId);
  table.version = version;
}

async function readExceptions(db: Database, table: EntryTable, gameId: string): Promise<void> {
  const unranked = new Set((await unrankedOrdinals(db, gameId, table.count)).map((ordinal) => ordinal - 1));
  const adjustments = adjustmentsByIndex(await adjustmentSums(db, gameId, table.count));
  if (isDeepStrictEqual([unranked, adjustments], [table.unranked, table.adjustments])) return;
  table.moves += 1;
  table.unranked = unranked;
  table.adjustments = adjustments;
}

function forgetLineups(table: EntryTable) {
  if (table.lineups.length > 0) table.lineups = new LineupLog();
  table.lineupsVersion = -1;
  table.entered = 0;
}

function addEntry(table: EntryTable, row: EntryRow) {
  const index = table.count;
  if (index === table.entryPoints.length) grow(table, Math.max(64, index * 2));
  table.texts.append(row.id, row.wallet_address, row.team_name);
  table.entryPoints[index] = row.entry_points;
  table.joinedAt[index] = row.joined_at;
  table.count += 1;
}

function changeEntry(table: EntryTable, row: Pick<EntryRow, 'ordinal' | 'team_name' | 'entry_points'>) {
  table.texts.rename(row.ordinal - 1, row.team_name);
  table.entryPoints[row.ordinal - 1] = row.entry_points;
}

/** Thousandths of every entry in a gameweek, by the stakes recorded before `cutOff` (epoch ms) and what was adjusted. */
export function* coefficientsIn(
  table: EntryTable,
  gameweek: number,
  cutOff: number,
  capacity = table.count,
): Pass<Int32Array> {
  const byStakes = yield* table.coefficients.before(cutOff, table.count, capacity);
  return adjustCoefficients(byStakes, table.adjustments, gameweek);
}

/** The same of one entry. */
export function coefficientOf(table: EntryTable, index: number, gameweek: number, cutOff: number): number {
  const byStakes = table.coefficients.of(index, cutOff);
  return adjustedCoefficient(byStakes, table.adjustments.get(index), gameweek);
}

/** Skips entries that joined since the table was read: they bring their coefficient when they are added. */
function setCoefficients(table: EntryTable, rows: readonly CoefficientRow[]) {
  for (const { ordinal, steps } of rows)
    if (ordinal <= table.count) table.coefficients.set(ordinal - 1, steps);
}

/** Adds the gameweeks settled since the table's version; a gameweek settled again rebuilds all sums. */
async function readSettled(db: Database, table: EntryTable, gameId: string, version: number): Promise<void> {
  let gameweeks = await settledBetween(db, gameId, table.version, version);
  if (gameweeks.some((gameweek) => table.settled.has(gameweek))) {
    forgetSettled(table);
    gameweeks = await settledBetween(db, gameId, -1, version);
  }
  table.moves += gameweeks.length;
  for (const gameweek of gameweeks) {
    const own = { gameweek, points: new Int32Array(table.count), earned: new Int32Array(table.count) };
    let entries = 0;
    for await (const rows of settledPoints(db, gameId, gameweek)) {
      addSettled(table, own, rows);
      entries += rows.length;
    }
    table.settled.add(gameweek);
    table.settledAverages.set(gameweek, averageOf(totalOf(own.points), entries));
    if (gameweek >= table.lastSettled.gameweek) table.lastSettled = own;
  }
}

function forgetSettled(table: EntryTable) {
  table.settled.clear();
  table.settledAverages.clear();
  table.settledPoints.fill(0);
  table.settledEarned.fill(0);
  table.lastSettled = NOTHING_SETTLED;
}

function addSettled(
  table: EntryTable,
  own: Pick<EntryTable['lastSettled'], 'points' | 'earned'>,
  rows: readonly SettledRow[],
) {
  for (const row of rows) {
    const index = row.ordinal - 1;
    own.points[index] = row.points;
    own.earned[index] = row.earned;
    table.settledPoints[index]! += row.points;
    addChecked(table.settledEarned, index, row.earned);
  }
}

function grow(table: EntryTable, capacity: number) {
  table.entryPoints = grown(table.entryPoints, new Int32Array(capacity));
  table.joinedAt = grown(table.joinedAt, new Float64Array(capacity));
  table.settledPoints = grown(table.settledPoints, new Int32Array(capacity));
  table.settledEarned = grown(table.settledEarned, new Int32Array(capacity));
}
