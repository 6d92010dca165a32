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

/** Appends a version; versions are never changed or deleted. */
export async function insertLineup(trx: Knex.Transaction, lineup: NewLineup): Promise<void> {
  await trx.raw(
    `insert into lineups (game_id, game_version, entry_id, ordinal, effective_gameweek, saved_at, formation, field, bench,
       bench_positions, captain_id, vice_captain_id)
     values (:game_id, :game_version, :entry_id, :ordinal, :effective_gameweek, :saved_at, :formation, :field, :bench,
       :bench_positions, :captain_id, :vice_captain_id)`,
    { ...lineup, saved_at: new Date(lineup.saved_at) },
  );
}

/** The last version of a gameweek, and how many were saved for it. */
export interface LatestLineup extends StoredLineup {
  versions: number;
}

/** The last version that an entry saved for each gameweek, in the order of the gameweeks. */
export function latestLineups(db: Database, entryId: string): Promise<LatestLineup[]> {
  return query(
    db,
    `select distinct on (effective_gameweek) effective_gameweek, saved_at, formation, field, bench, captain_id,
       vice_captain_id, (count(*) over (partition by effective_gameweek))::int as versions
     from lineups where entry_id = ? order by effective_gameweek, game_version desc`,
    [entryId],
  );
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
  const byEntry = new Map<string, StoredLineup[]>(entryIds.map((id) => [id, []]));
  for (const row of rows) byEntry.get(row.entry_id)?.push(row);
  return byEntry;
}
