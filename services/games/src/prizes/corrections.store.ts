import { type Database, queryOne } from '@touchline/service-kit/data/database';

/** Entries whose points an administrator's change decided; what they would have without it is unknown. Ordinals, or all. */
export type Rescored = readonly number[] | 'ALL';

/**
 * Counts what administrators changed that decides prizes: points, coefficients, exclusions, lineups, and the times of the game once it
 * had started.
 */
export async function readCorrections(
  db: Database,
  gameId: string,
): Promise<{ corrections: number; admins: string[]; rescored: Rescored }> {
  const row = await queryOne<{
    corrections: number;
    admins: string[] | null;
    rescored: number[] | null;
    retimed: boolean | null;
  }>(
    db,
    `with made as (
       select admin, ordinal, field from adjustments where game_id = :game and field <> 'entry_points'
       union all
       select excluded_by, ordinal, 'excluded' from entries where game_id = :game and excluded_at is not null
       union all
       select c.admin, e.ordinal, 'lineup' from admin_changes as c
         join entries as e on e.id = case c.action when 'ENTRY_EDITED' then c.subject::uuid end
         where e.game_id = :game and jsonb_exists_any(c.after, array['formation', 'captain_id', 'vice_captain_id'])
       union all
       select c.admin, null, 'times' from admin_changes as c join games as g on g.id = :game
         where c.subject = cast(:game as text) and c.action = 'GAME_EDITED'
           and jsonb_exists_any(c.after, array['start_time', 'end_time'])
           and c.at >= least((c.before ->> 'start_time')::timestamptz, g.start_time))
     select count(*) as corrections, array_agg(distinct lower(admin)) as admins,
       array_agg(distinct ordinal) filter (where field in ('coefficient_applied', 'lineup')) as rescored,
       bool_or(field = 'times') as retimed from made`,
    { game: gameId },
  );
  return {
    corrections: row!.corrections,
    admins: row!.admins ?? [],
    rescored: row!.retimed ? 'ALL' : (row!.rescored ?? []),
  };
}
