import type { FormationName } from '@touchline/rules/formations';
import type { StoredLineupVersion } from '@touchline/rules/lineup-versions';
import type { Knex } from 'knex';

/** A lineup version as stored. */
export interface StoredLineup extends StoredLineupVersion {
  formation: FormationName;
}

/** A lineup to append; `bench_shape` as the kernel has it. */
export interface NewLineup extends StoredLineup {
  game_id: string;
  /** Of the game, raised by the same transaction. */
  game_version: number;
  entry_id: string;
  seat: number;
  bench_shape: number;
}

/** Appends a version; nothing ever changes or deletes one. */
export async function insertLineup(trx: Knex.Transaction, lineup: NewLineup): Promise<void> {
  await trx.raw(
    `insert into lineups (game_id, game_version, entry_id, seat, effective_gameweek, saved_at, formation, field, bench,
       captain_id, vice_captain_id, bench_shape)
     values (:game_id, :game_version, :entry_id, :seat, :effective_gameweek, :saved_at, :formation, :field, :bench,
       :captain_id, :vice_captain_id, :bench_shape)`,
    { ...lineup, saved_at: new Date(lineup.saved_at) },
  );
}

/** Every version of some entries, oldest first, by entry id. */
export async function lineupsOf(db: Knex, entryIds: readonly string[]): Promise<Map<string, StoredLineup[]>> {
  const { rows } = await db.raw(
    `select entry_id, effective_gameweek, saved_at, formation, field,
       bench, captain_id, vice_captain_id
     from lineups where entry_id = any(?) order by game_version`,
    [[...entryIds]],
  );
  const byEntry = new Map<string, StoredLineup[]>(entryIds.map((id) => [id, []]));
  for (const row of rows) byEntry.get(row.entry_id)?.push(row);
  return byEntry;
}
