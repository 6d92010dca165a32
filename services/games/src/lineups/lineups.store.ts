import { toInstant } from '@touchline/api/values';
import type { LegalLineup, StoredLineupVersion } from '@touchline/rules/lineup';
import { type Database, preparedQuery, query } from '@touchline/service-kit/data/database';
import { packLineup, unpackLineup } from '@touchline/standings/lineup-bytes';
import type { Knex } from 'knex';
import type { Seals } from '../seals.ts';

/** Stored lineup version. */
export type StoredLineup = LegalLineup & StoredLineupVersion;

/** Lineup version to append. */
export interface NewLineup extends LegalLineup, Pick<StoredLineup, 'saved_at' | 'effective_gameweek'> {
  game_id: string;
  /** Version of the game, raised by the same transaction. */
  game_version: number;
  entry_id: string;
  /** Ordinal of the entry. */
  ordinal: number;
  /** Number of this version among those of its entry and gameweek, from 1. */
  number: number;
  commitment: Uint8Array;
}

/** Builds the version that follows the latest ones of an entry. */
export function buildNextVersion(
  seals: Seals,
  { id: entry_id, game_id, ordinal }: { id: string; game_id: string; ordinal: number },
  latest: readonly LatestLineup[],
  saved: LegalLineup & Pick<StoredLineup, 'saved_at' | 'effective_gameweek'>,
) {
  const { effective_gameweek: gameweek, saved_at } = saved;
  const number = countVersions(latest, gameweek) + 1;
  const version = { participation_id: entry_id, ordinal, gameweek, number, saved_at };
  const { commitment } = seals.commit(version, saved);
  return { ...saved, game_id, entry_id, ordinal, number, commitment };
}

/** Builds column arrays for statements that insert many lineups. */
export const buildLineupColumns = (
  lineups: readonly (LegalLineup & Pick<NewLineup, 'effective_gameweek' | 'commitment'>)[],
) => ({
  gameweeks: lineups.map(({ effective_gameweek }) => effective_gameweek),
  lineups: lineups.map(packLineup),
  commitments: lineups.map(({ commitment }) => commitment),
});

/** Appends later versions of entries, one batch with one signature. Versions are never changed or deleted. */
export async function insertLineups(trx: Knex.Transaction, lineups: readonly NewLineup[]): Promise<void> {
  await trx.raw(
    `insert into later_lineups (game_id, game_version, entry_id, ordinal, number, batch_index, effective_gameweek, saved_at, lineup,
       commitment, batch_size)
     select *, :size from unnest(cast(:games as uuid[]), cast(:versions as integer[]), cast(:entries as uuid[]),
       cast(:ordinals as integer[]), cast(:numbers as smallint[]), cast(:indexes as smallint[]), cast(:gameweeks as smallint[]), cast(:saved as timestamptz[]), cast(:lineups as bytea[]),
       cast(:commitments as bytea[]))`,
    {
      games: lineups.map(({ game_id }) => game_id),
      versions: lineups.map(({ game_version }) => game_version),
      entries: lineups.map(({ entry_id }) => entry_id),
      ordinals: lineups.map(({ ordinal }) => ordinal),
      numbers: lineups.map(({ number }) => number),
      indexes: lineups.map((_, index) => index),
      size: lineups.length,
      saved: lineups.map(({ saved_at }) => toInstant(saved_at)),
      ...buildLineupColumns(lineups),
    },
  );
}

/** Last version for a gameweek. */
export interface LatestLineup extends StoredLineup {
  /** Number of versions that were saved for this gameweek, including this one. */
  number: number;
  commitment: Uint8Array;
  /** Absent for a version that is still to be stored. */
  batch?: StoredBatch;
}

/** Place of a stored version among those that were stored with it. */
export interface StoredBatch {
  index: number;
  size: number;
  /** Whether these are the first lineups of entries. */
  joined: boolean;
  /** Ordinal of the first of these entries, or version of the game of the first later version. */
  from: number;
}

/** Counts the versions that an entry has for a gameweek, from its latest versions. */
export const countVersions = (latest: readonly LatestLineup[], gameweek: number): number =>
  latest.find((lineup) => lineup.effective_gameweek === gameweek)?.number ?? 0;

/**
 * Reads the last version of some entries for each gameweek, in the order of gameweeks, by entry id. It finds them from the
 * latest gameweek backwards, so that earlier versions of a gameweek are not read.
 */
export async function readLatestLineups(
  db: Database,
  entryIds: readonly string[],
): Promise<Map<string, LatestLineup[]>> {
  const rows = await query<LatestRow>(
    db,
    `select latest.* from unnest(cast(? as uuid[])) as wanted (id) cross join lateral (
       with recursive latest as (
         (select ${LATEST_COLUMNS} from lineup_versions
          where entry_id = wanted.id order by effective_gameweek desc, game_version desc limit 1)
         union all
         select earlier.* from latest cross join lateral (
           select ${LATEST_COLUMNS} from lineup_versions
           where entry_id = wanted.id and effective_gameweek < latest.effective_gameweek
           order by effective_gameweek desc, game_version desc limit 1) as earlier)
       select * from latest) as latest
     order by entry_id, effective_gameweek`,
    [[...entryIds]],
  );
  return groupByEntry(entryIds, rows, toLatest);
}

/** Reads the versions of an entry that apply to a gameweek or an earlier one, in the order in which they take effect. */
export async function readVersions(db: Database, entryId: string, gameweek: number): Promise<LatestLineup[]> {
  const rows = await preparedQuery<LatestRow>(
    db,
    'versions-of-entry',
    `select ${LATEST_COLUMNS} from lineup_versions
     where entry_id = ? and effective_gameweek <= ? order by effective_gameweek, game_version`,
    [entryId, gameweek],
  );
  return rows.map(toLatest);
}

/** Reads the commitments of a batch, in their order. */
export async function readBatch(
  db: Database,
  gameId: string,
  { joined, from, size }: StoredBatch,
): Promise<Uint8Array[]> {
  const [name, sql] = joined ? BATCH_OF_ENTRIES : BATCH_OF_LINEUPS;
  const rows = await preparedQuery<{ commitment: Buffer }>(db, name, sql, [gameId, from, from + size]);
  return rows.map(({ commitment }) => commitment);
}

const BATCH_OF_ENTRIES = [
  'batch-of-entries',
  `select first_commitment as commitment from entries where game_id = ? and ordinal >= ? and ordinal < ? order by ordinal`,
] as const;

const BATCH_OF_LINEUPS = [
  'batch-of-lineups',
  `select commitment from later_lineups where game_id = ? and game_version >= ? and game_version < ? order by game_version`,
] as const;

/** Reads every version of some entries, oldest first, by entry id. */
export async function readLineups(
  db: Database,
  entryIds: readonly string[],
): Promise<Map<string, StoredLineup[]>> {
  const rows = await preparedQuery<LineupRow>(
    db,
    'lineups-of-entries',
    `select entry_id, effective_gameweek, saved_at, lineup from lineup_versions where entry_id = any(?) order by game_version`,
    [[...entryIds]],
  );
  return groupByEntry(entryIds, rows, toLineup);
}

const LATEST_COLUMNS =
  'entry_id, effective_gameweek, saved_at, number, lineup, commitment, game_version, ordinal, joined, batch_index, batch_size';

type LatestRow = LineupRow & {
  number: number;
  commitment: Buffer;
  game_version: number;
  ordinal: number;
  joined: boolean;
  batch_index: number;
  batch_size: number;
};

interface LineupRow {
  entry_id: string;
  effective_gameweek: number;
  saved_at: number;
  lineup: Buffer;
}

function toLineup<R extends LineupRow>({ entry_id, lineup, ...row }: R) {
  return { ...row, ...unpackLineup(lineup) };
}

function toLatest(stored: LatestRow): LatestLineup {
  const { game_version, ordinal, joined, batch_index: index, batch_size: size, ...row } = stored;
  return {
    ...toLineup(row),
    batch: { index, size, joined, from: (joined ? ordinal : game_version) - index },
  };
}

function groupByEntry<R extends LineupRow, L>(
  entryIds: readonly string[],
  rows: readonly R[],
  convert: (row: R) => L,
): Map<string, L[]> {
  const found = new Map(entryIds.map((id) => [id, [] as L[]]));
  for (const row of rows) found.get(row.entry_id)?.push(convert(row));
  return found;
}
