import type { FormationName } from '@touchline/rules/formations';
import type { StoredLineupVersion } from '@touchline/rules/lineup-versions';
import { type Database, preparedQuery, query } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';
import { type ChosenLineup, packLineup, unpackLineup } from './lineup-bytes.ts';

/** Stored lineup version. */
export interface StoredLineup extends StoredLineupVersion {
  formation: FormationName;
}

/** Lineup version to append. */
export interface NewLineup extends ChosenLineup, Pick<StoredLineup, 'saved_at' | 'effective_gameweek'> {
  game_id: string;
  /** Version of the game, raised by the same transaction. */
  game_version: number;
  entry_id: string;
  /** Ordinal of the entry. */
  ordinal: number;
}

/** Builds column arrays for statements that insert many lineups. */
export const buildLineupColumns = (
  lineups: readonly Omit<NewLineup, 'ordinal' | 'entry_id' | 'game_id' | 'game_version'>[],
) => ({
  gameweeks: lineups.map(({ effective_gameweek }) => effective_gameweek),
  lineups: lineups.map(packLineup),
});

/** Appends later versions of entries. Versions are never changed or deleted. */
export async function insertLineups(trx: Knex.Transaction, lineups: readonly NewLineup[]): Promise<void> {
  await trx.raw(
    `insert into later_lineups (game_id, game_version, entry_id, ordinal, effective_gameweek, saved_at, lineup)
     select * from unnest(cast(:games as uuid[]), cast(:versions as integer[]), cast(:entries as uuid[]),
       cast(:ordinals as integer[]), cast(:gameweeks as smallint[]), cast(:saved as timestamptz[]), cast(:lineups as bytea[]))`,
    {
      games: lineups.map(({ game_id }) => game_id),
      versions: lineups.map(({ game_version }) => game_version),
      entries: lineups.map(({ entry_id }) => entry_id),
      ordinals: lineups.map(({ ordinal }) => ordinal),
      saved: lineups.map(({ saved_at }) => new Date(saved_at).toISOString()),
      ...buildLineupColumns(lineups),
    },
  );
}

/** Last version for a gameweek, with the number of versions saved for it. */
export interface LatestLineup extends StoredLineup {
  versions: number;
}

/** Reads the last version of some entries for each gameweek, in the order of gameweeks, by entry id. */
export async function readLatestLineups(
  db: Database,
  entryIds: readonly string[],
): Promise<Map<string, LatestLineup[]>> {
  const rows = await query<LineupRow & { versions: number }>(
    db,
    `select distinct on (entry_id, effective_gameweek) entry_id, effective_gameweek, saved_at, lineup,
       (count(*) over (partition by entry_id, effective_gameweek))::int as versions
     from lineup_versions where entry_id = any(?) order by entry_id, effective_gameweek, game_version desc`,
    [[...entryIds]],
  );
  return groupByEntry(entryIds, rows);
}

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
  return groupByEntry(entryIds, rows);
}

/** Lineup for scoring, with the positions of its bench from the roster. */
export type LineupInForce = StoredLineup & { bench_positions: number[] };

/** Reads the version of some entries that counts in a gameweek, by entry id. */
export async function readLineupsInForce(
  db: Database,
  entryIds: readonly string[],
  gameweek: number,
): Promise<Map<string, LineupInForce>> {
  const rows = await query<LineupRow>(
    db,
    `select distinct on (entry_id) entry_id, effective_gameweek, saved_at, lineup
     from lineup_versions where entry_id = any(?) and effective_gameweek <= ?
     order by entry_id, effective_gameweek desc, game_version desc`,
    [[...entryIds], gameweek],
  );
  return new Map(rows.map((row) => [row.entry_id, toLineup(row)]));
}

interface LineupRow {
  entry_id: string;
  effective_gameweek: number;
  saved_at: number;
  lineup: Buffer;
}

function toLineup<R extends LineupRow>({ entry_id, lineup, ...row }: R) {
  return { ...row, ...unpackLineup(lineup) };
}

function groupByEntry<R extends LineupRow>(entryIds: readonly string[], rows: readonly R[]) {
  const found = new Map(entryIds.map((id) => [id, [] as ReturnType<typeof toLineup<R>>[]]));
  for (const row of rows) found.get(row.entry_id)?.push(toLineup(row));
  return found;
}
