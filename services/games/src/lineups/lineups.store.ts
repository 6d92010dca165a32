import type { FormationName } from '@touchline/rules/formations';
import type { StoredLineupVersion } from '@touchline/rules/lineup-versions';
import { type Database, query } from '@touchline/service-kit/database';
import type { Knex } from 'knex';

/** A lineup version as stored. */
export interface StoredLineup extends StoredLineupVersion {
  formation: FormationName;
}

/** A lineup version to append. */
export interface NewLineup extends StoredLineup {
  game_id: string;
  /** Of the game, raised by the same transaction. */
  game_version: number;
  entry_id: string;
  /** Of the entry. */
  ordinal: number;
  /** By the roster; lets the standings be read without it. */
  bench_positions: readonly number[];
}

const array = (values: readonly number[]) => `{${values.join()}}`;

/** What a team chose, a column each: for statements that insert many lineups. */
export const lineupColumns = (
  lineups: readonly Omit<NewLineup, 'ordinal' | 'entry_id' | 'game_id' | 'game_version'>[],
) => ({
  gameweeks: lineups.map(({ effective_gameweek }) => effective_gameweek),
  formations: lineups.map(({ formation }) => formation),
  fields: lineups.map(({ field }) => array(field)),
  benches: lineups.map(({ bench }) => array(bench)),
  positions: lineups.map(({ bench_positions }) => array(bench_positions)),
  captains: lineups.map(({ captain_id }) => captain_id),
  vices: lineups.map(({ vice_captain_id }) => vice_captain_id),
});

/** Appends versions; they are never changed or deleted. */
export async function insertLineups(trx: Knex.Transaction, lineups: readonly NewLineup[]): Promise<void> {
  await trx.raw(
    `insert into lineups (game_id, game_version, entry_id, ordinal, effective_gameweek, saved_at, formation, field, bench,
       bench_positions, captain_id, vice_captain_id)
     select game, version, entry, ordinal, gameweek, saved, formation, cast(field as integer[]), cast(bench as integer[]),
       cast(positions as integer[]), captain, vice
     from unnest(cast(:games as uuid[]), cast(:versions as integer[]), cast(:entries as uuid[]), cast(:ordinals as integer[]),
       cast(:gameweeks as integer[]), cast(:saved as timestamptz[]), cast(:formations as text[]), cast(:fields as text[]),
       cast(:benches as text[]), cast(:positions as text[]), cast(:captains as integer[]), cast(:vices as integer[]))
     as given(game, version, entry, ordinal, gameweek, saved, formation, field, bench, positions, captain, vice)`,
    {
      games: lineups.map(({ game_id }) => game_id),
      versions: lineups.map(({ game_version }) => game_version),
      entries: lineups.map(({ entry_id }) => entry_id),
      ordinals: lineups.map(({ ordinal }) => ordinal),
      saved: lineups.map(({ saved_at }) => new Date(saved_at).toISOString()),
      ...lineupColumns(lineups),
    },
  );
}

/** The last version of a gameweek, and how many were saved for it. */
export interface LatestLineup extends StoredLineup {
  versions: number;
}

/** The last version that each of some entries saved for each gameweek, in the order of the gameweeks, by entry id. */
export async function latestLineups(
  db: Database,
  entryIds: readonly string[],
): Promise<Map<string, LatestLineup[]>> {
  const rows = await query<LatestLineup & { entry_id: string }>(
    db,
    `select distinct on (entry_id, effective_gameweek) entry_id, effective_gameweek, saved_at, formation, field, bench,
       captain_id, vice_captain_id, (count(*) over (partition by entry_id, effective_gameweek))::int as versions
     from lineups where entry_id = any(?) order by entry_id, effective_gameweek, game_version desc`,
    [[...entryIds]],
  );
  return byEntry(entryIds, rows);
}

/** Every version of some entries, oldest first, by entry id. */
export async function lineupsOf(
  db: Database,
  entryIds: readonly string[],
): Promise<Map<string, StoredLineup[]>> {
  const rows = await query<StoredLineup & { entry_id: string }>(
    db,
    `select entry_id, effective_gameweek, saved_at, formation, field, bench, captain_id, vice_captain_id
     from lineups where entry_id = any(?) order by game_version`,
    [[...entryIds]],
  );
  return byEntry(entryIds, rows);
}

/** What scoring needs of a lineup, with the positions of the bench as the roster had them. */
export type LineupInForce = StoredLineup & { bench_positions: number[] };

/** The version of each of some entries that counts in a gameweek, by entry id. */
export async function lineupsInForceOf(
  db: Database,
  entryIds: readonly string[],
  gameweek: number,
): Promise<Map<string, LineupInForce>> {
  const rows = await query<LineupInForce & { entry_id: string }>(
    db,
    `select distinct on (entry_id) entry_id, effective_gameweek, saved_at, formation, field, bench, bench_positions,
       captain_id, vice_captain_id
     from lineups where entry_id = any(?) and effective_gameweek <= ?
     order by entry_id, effective_gameweek desc, game_version desc`,
    [[...entryIds], gameweek],
  );
  return new Map(rows.map((row) => [row.entry_id, row]));
}

function byEntry<R extends { entry_id: string }>(
  entryIds: readonly string[],
  rows: readonly R[],
): Map<string, R[]> {
  const found = new Map<string, R[]>(entryIds.map((id) => [id, []]));
  for (const row of rows) found.get(row.entry_id)?.push(row);
  return found;
}
