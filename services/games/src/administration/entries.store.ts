import type { RosterPlayer } from '@touchline/api/http/entries';
import { type Database, query } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';
import { ROSTER } from '../entries/entries.store.ts';
import type { StoredGame } from '../games/game.ts';

/** Version of a game and of its season's data. */
export type GameVersion = Pick<StoredGame, 'id' | 'version' | 'settlement'> & { season_version: number };

/** Reads every game with participants, with the versions that its standings depend on. */
export function readJoinedGames(db: Database): Promise<GameVersion[]> {
  return query(
    db,
    `select games.id, games.version, games.settlement, seasons.version as season_version
     from games join seasons using (season) where participants > 0 order by games.created_at, games.id`,
  );
}

/** Reads the rosters of entries, by entry id. */
export async function readRosters(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, RosterPlayer[]>> {
  const rows = await query<{ id: string; roster: RosterPlayer[] }>(
    db,
    `select id, ${ROSTER} as roster from entries where id = any(?)`,
    [[...ids]],
  );
  return new Map(rows.map(({ id, roster }) => [id, roster]));
}

/** Stores an administrator's change of an entry's name and entry points, and counts the edit. */
export async function updateEntry(
  trx: Knex.Transaction,
  entry: { id: string; team_name: string; entry_points: number; game_version: number },
): Promise<void> {
  await trx.raw(
    `update entries set edits = edits + 1, team_name = :team_name, entry_points = :entry_points,
       edited_version = case when (team_name, entry_points) is distinct from (:team_name, :entry_points)
         then :game_version else edited_version end
     where id = :id`,
    entry,
  );
}

/** Excludes an entry from the standings, or includes it again (null). */
export async function markExcluded(
  trx: Knex.Transaction,
  id: string,
  excluded: { at: number; admin: string; reason: string } | null,
): Promise<void> {
  await trx.raw(
    `update entries set edits = edits + 1, excluded_at = :at, excluded_by = :admin, excluded_reason = :reason
     where id = :id`,
    {
      id,
      at: excluded ? new Date(excluded.at) : null,
      admin: excluded?.admin ?? null,
      reason: excluded?.reason ?? null,
    },
  );
}
